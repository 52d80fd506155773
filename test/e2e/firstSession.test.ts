/**
 * The first session in a fresh profile, as somebody new goes: from the packaged extension to an edit that was looked at
 * and allowed, and an answer. What differs by the version of VS Code is looked at without a package.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { callsReply, startEndpoint, textReply, type ScriptedEndpoint } from '../fixtures/endpoint.ts';
import { activate } from './support/activate.ts';
import { ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import { packPatchbay } from './support/packaged.ts';
import type { Window } from './support/window.ts';

/** What tests set and nobody has in a fresh profile; but the host's own welcome page asks for pictures that it lacks. */
const asInstalled = {
  'chat.disableAIFeatures': undefined,
  'patchbay.chat.modelTitles': undefined,
  'patchbay.serverGrace': undefined,
  'patchbay.tools.approval': undefined,
  'security.workspace.trust.enabled': undefined,
  'window.commandCenter': undefined,
  'workbench.colorTheme': undefined,
  'workbench.quickOpen.closeOnFocusLost': undefined,
  'workbench.secondarySideBar.defaultVisibility': undefined,
  'workbench.welcomePage.walkthroughs.openOnInstall': undefined,
};

/** Versions of VS Code differ in what they do by default when somebody opens a folder. */
const trusting = [
  {
    who: 'with the package of a user who is asked whether the folder is trusted, and says yes',
    startupPrompt: 'once',
    isPackaged: true,
    most: 6,
  },
  {
    who: 'of a user who has only the banner of Restricted Mode, and leaves it',
    startupPrompt: 'never',
    isPackaged: false,
    most: 5,
  },
] as const;

for (const { who, startupPrompt, isPackaged, most } of trusting)
  describe(`the first session ${who},`, function () {
    this.timeout(240_000);
    let folder: string;
    let endpoint: ScriptedEndpoint;
    let window: Window;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'patchbay-session-'));
      await writeFile(join(folder, 'greet.py'), 'def greet(name):\n    print("hello")\n\ngreet("you")\n');
      endpoint = await startEndpoint(
        ({ body }) => {
          const { messages } = body as { messages: readonly { role: string; content: unknown }[] };
          const asked = JSON.stringify(messages.findLast(({ role }) => role === 'user'));
          if (!asked.includes('by name')) return textReply('OK');
          if (messages.some(({ role }) => role === 'tool')) return textReply('It greets by **name** now.');
          const args = { path: 'greet.py', oldText: 'print("hello")', newText: 'print(f"hello {name}")' };
          return callsReply([{ id: 'a', name: 'edit_file', args }]);
        },
        { models: ['llama3.2'] },
      );
    });
    after(async () => {
      await window?.close();
      await endpoint?.close();
      await rm(folder, { recursive: true, force: true });
    });
    pictureFailures(`first-session-${startupPrompt}`, () => window);

    it(`takes ${most} actions at most until an edit, shown in red and green, is allowed and answered`, async () => {
      const actions: string[] = [];
      const act = async <T>(what: string, done: Promise<T>): Promise<T> => {
        actions.push(what);
        return done;
      };
      const press = (name: string, within: Pick<Locator, 'getByRole'>) =>
        within.getByRole('button', { name, exact: true }).first().click();

      const { port } = new URL(endpoint.baseURL);
      window = await act(
        'installs the package',
        openWindow({
          ...(isPackaged && { vsix: await packPatchbay() }),
          folder,
          // Only the port of the model's server is one that nobody else has.
          settings: {
            ...asInstalled,
            'security.workspace.trust.startupPrompt': startupPrompt,
            'patchbay.model.localPorts': [Number(port)],
          },
          size: { width: 1280, height: 860 },
        }),
      );
      if (startupPrompt === 'once') {
        const trust = window.page
          .locator('.monaco-dialog-box')
          .getByRole('button', { name: /^Yes, I trust/ });
        await act('trusts the folder', activate(trust));
      } else await window.page.getByText('Restricted Mode is intended').waitFor();
      // It is there by itself.
      const chat = new ChatFrame(await window.webviewFrame('.missing'));
      await window.screenshot(`first-session-${startupPrompt}-empty`);
      await act('asks for a model', press('Set up a model', chat.frame));
      await window.quickInput.says(`Local server (127.0.0.1:${port})`);
      await window.screenshot(`first-session-${startupPrompt}-models`);
      await act('chooses the model', window.quickInput.choose('llama3.2'));
      await chat.frame.getByText('llama3.2').first().waitFor();

      await act('sends a message', chat.send('Greet by name'));
      const call = chat.frame.locator('.call:has(.approval)');
      const approval = call.locator('.approval');
      await approval.waitFor();
      await window.screenshot(`first-session-${startupPrompt}-approval`);
      const [removed, added] = await Promise.all(['removed', 'added'].map((kind) => markOf(call, kind)));
      assert.ok(
        removed && removed.red > removed.green && removed.red > removed.blue,
        JSON.stringify(removed),
      );
      assert.ok(added && added.green > added.red, JSON.stringify(added));

      await act('allows the edit', press('Allow', approval));
      await chat.frame.getByText('It greets by').waitFor();
      await chat.idle();
      await window.screenshot(`first-session-${startupPrompt}-answer`);
      assert.match(await readFile(join(folder, 'greet.py'), 'utf8'), /hello \{name\}/);
      assert.ok(actions.length <= most, actions.join(', '));
    });
  });

/** What is used of the page; the DOM's types are not loaded here. */
interface StyledPage {
  getComputedStyle(
    element: unknown,
  ): Readonly<Record<'backgroundColor' | 'borderLeftColor' | 'borderLeftWidth', string>>;
}

interface Mark {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** The colour that tells lines of this kind from others in the call's diff: their ground, or the bar at their edge. */
async function markOf(call: Locator, kind: string): Promise<Mark | undefined> {
  const line = call.locator(`.diff-line.${kind}`).first();
  const colour = await line.evaluate((element) => {
    const { getComputedStyle } = globalThis as unknown as StyledPage;
    const { backgroundColor, borderLeftColor, borderLeftWidth } = getComputedStyle(element);
    return borderLeftWidth === '0px' ? backgroundColor : borderLeftColor;
  });
  const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/(?<![\w.])[\d.]+/g) ?? []).map(Number);
  return alpha > 0 ? { red, green, blue } : undefined;
}
