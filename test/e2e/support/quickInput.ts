/** VS Code's quick input: the command palette, picks, input boxes and the simple file dialog. */
import type { Locator, Page } from 'playwright-core';
import { activate, activateRow, type RowTarget } from './activate.ts';
import { poll } from './poll.ts';

const WIDGET = '.quick-input-widget';
const ROWS = `${WIDGET} .quick-input-list .monaco-list-row`;
const MARK = '.monaco-checkbox, .monaco-custom-toggle';
/** While one is at work for longer than 0.8 s, a bar moves below its field. */
const BUSY = `${WIDGET} .quick-input-progress.active`;

export class QuickInput {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** All of it. */
  get widget(): Locator {
    return this.#page.locator(WIDGET);
  }

  /** The field that can be typed in. */
  get field(): Locator {
    return this.widget.locator('.quick-input-box input').filter({ visible: true });
  }

  /** The rows that are drawn: those in view. */
  get rows(): Locator {
    return this.#page.locator(ROWS).filter({ visible: true });
  }

  /** The first row that says so. */
  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text }).first();
  }

  /** Waits until it shows a text: title, message, placeholder excepted. A list keeps rows that it does not show. */
  async says(text: string | RegExp): Promise<void> {
    await this.widget.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** Waits for the step with this title. */
  async titled(title: string | RegExp): Promise<void> {
    await this.#title(title).waitFor();
  }

  /** Whether the step with this title comes within 5 s. */
  async comes(title: string | RegExp): Promise<boolean> {
    return this.#title(title)
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => false,
      );
  }

  #title(title: string | RegExp): Locator {
    return this.widget.locator('.quick-input-title').filter({ hasText: title, visible: true }).first();
  }

  /** Runs a command by its exact title in the command palette. @throws Error that lists what the palette offers. */
  async run(title: string): Promise<void> {
    await poll(
      `the command "${title}" in the command palette`,
      async () => {
        await this.#openPalette(title);
        // One that is open does not learn of commands that come later, so a miss opens it anew.
        return poll('the row', () => activateRow(this.#page, { rows: ROWS, label: title }), {
          timeout: 1_000,
        }).catch(() => false);
      },
      { detail: async () => `It offers: ${(await this.#labels()).join(', ')}\n${await this.#inTheWay()}` },
    );
    await poll('the command palette to go', async () => !(await this.#isPalette()));
  }

  /** Waits for a row that says so, and chooses it. In a list with marks, `toggle` does. */
  async choose(text: string | RegExp): Promise<void> {
    await this.#clickWhenThere({ rows: ROWS, text });
  }

  /** Waits for the row with exactly this label, and chooses it. */
  async chooseLabel(label: string): Promise<void> {
    await this.#clickWhenThere({ rows: ROWS, label });
  }

  /** Waits for a row that says so, and switches its mark. */
  async toggle(text: string | RegExp): Promise<void> {
    await this.#clickWhenThere({ rows: ROWS, text, part: MARK });
  }

  /** Waits for the row with exactly this label, and switches its mark: what rows say has paths in it. */
  async toggleLabel(label: string): Promise<void> {
    await this.#clickWhenThere({ rows: ROWS, label, part: MARK });
  }

  /** Waits for a row that says so, and presses a button of it, which has this tooltip. */
  async pressInRow(text: string | RegExp, button: string): Promise<void> {
    const part = `.action-label[aria-label^=${JSON.stringify(button)}]`;
    await this.#clickWhenThere({ rows: ROWS, text, part });
  }

  /** Presses a button of the widget: OK, Back. */
  async press(name: string): Promise<void> {
    // Behind its name can be the key that does the same.
    await activate(this.widget.getByRole('button', { name: new RegExp(`^${name}( \\(|$)`) }));
  }

  /** Types into the field in the place of what is there, which filters a list. */
  async type(text: string): Promise<void> {
    await this.#write(text);
  }

  /** Answers the question that is asked: waits for `title`, if there is one, types and accepts. */
  async answer(text: string, title?: string | RegExp): Promise<void> {
    if (title !== undefined) await this.titled(title);
    await this.type(text);
    await this.accept();
  }

  /** Accepts what is typed or marked. */
  async accept(): Promise<void> {
    await this.field.press('Enter');
  }

  /**
   * Names the file that the dialog with this title asks for, and waits until it has been taken, which `done` tells:
   * it gives what came of it. The dialog fills in a name of its own when it is ready.
   */
  async nameFile<T>(title: string | RegExp, file: string, done: () => Promise<T | undefined>): Promise<T> {
    await this.titled(title);
    await poll(
      `the dialog "${String(title)}" to be ready`,
      // Once it has listed the folder, it puts its own name in the place of what was written meanwhile.
      async () =>
        (await this.field.inputValue()) !== '' && (await this.rows.count()) > 0 && !(await this.isBusy()),
    );
    await this.takeFile(title, file, { write: (text) => this.type(text), accept: () => this.accept() });
    return poll(`${file} to be taken`, done);
  }

  /**
   * Gives a file to the dialog with this title, which has a name of its own by now, and waits until it goes. It looks at the disk after
   * each change: it may put what it found in the place of what was written, and judge what stood there before, which
   * it says and waits to be accepted again.
   */
  async takeFile(
    title: string | RegExp,
    file: string,
    keys: { write(text: string): Promise<void>; accept(): Promise<void> },
  ): Promise<void> {
    await poll('the dialog to take the file', async () => {
      if (!(await this.#title(title).isVisible())) return true;
      const isThere = (await this.field.inputValue({ timeout: 1_000 }).catch(() => undefined)) === file;
      if (!isThere) await keys.write(file);
      else if (!(await this.isBusy())) {
        await keys.accept();
        return this.#title(title)
          .waitFor({ state: 'hidden', timeout: 1_000 })
          .then(
            () => true,
            () => false,
          );
      }
      return false;
    });
  }

  /** Closes it and waits until it is gone. */
  async dismiss(): Promise<void> {
    await poll('the quick input to go on Escape', async () => {
      // It is drawn before it has the keyboard, and a page that appears meanwhile can take that away again.
      await this.field.press('Escape', { timeout: 1_000 }).catch(() => undefined);
      return this.widget.waitFor({ state: 'hidden', timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Whether it is at work, and may change what it shows. */
  async isBusy(): Promise<boolean> {
    return (await this.#page.locator(BUSY).filter({ visible: true }).count()) > 0;
  }

  /** Waits until it is gone. */
  async gone(): Promise<void> {
    await this.widget.waitFor({ state: 'hidden' });
  }

  async #clickWhenThere(target: RowTarget): Promise<void> {
    await poll(
      `a row with ${[target.label ?? String(target.text), target.part].filter(Boolean).join(' and ')}`,
      async () => !(await this.isBusy()) && activateRow(this.#page, target),
      { detail: async () => `There are: ${(await this.rows.allInnerTexts()).join(' | ')}` },
    );
  }

  /**
   * Puts a text into the field, in one step in the page. Playwright's `fill` gives the field the keyboard and types
   * then, so the text ends up in a webview that takes the keyboard in between.
   */
  async #write(text: string, options: { timeout?: number } = {}): Promise<void> {
    const enabled = this.field.and(this.#page.locator('input:enabled'));
    await enabled.evaluate(write, text, options);
  }

  async #openPalette(title: string): Promise<void> {
    let why = '';
    await poll(
      'the command palette to open on F1 and stay open',
      async () => {
        // What is open may not have the keyboard, and Escape in the chat stops its turn.
        if (await this.widget.isVisible())
          await this.field.press('Escape', { timeout: 1_000 }).catch(() => undefined);
        await this.#page.keyboard.press('F1');
        // Where lists close with the focus, an editor that takes it just then closes it again: part of the try.
        return this.#write(`>${title}`, { timeout: 5_000 }).then(
          () => true,
          (error: unknown) => ((why = String(error)), false),
        );
      },
      { detail: async () => `${why}\n${await this.#inTheWay()}` },
    );
  }

  async #isPalette(): Promise<boolean> {
    return this.#page.evaluate(
      `[...document.querySelectorAll('${WIDGET} .quick-input-box input')].some((each) => each.checkVisibility() && each.value.startsWith('>'))`,
    );
  }

  #labels(): Promise<string[]> {
    return this.rows.locator('.label-name').allTextContents();
  }

  /** What can keep a key from reaching the workbench: what has the keyboard, and what is said in front of it all. */
  #inTheWay(): Promise<string> {
    return this.#page.evaluate(`(() => {
      const { localName, className } = document.activeElement ?? {};
      const over = [...document.querySelectorAll('.monaco-dialog-box, ${WIDGET}')];
      const said = over.filter((each) => each.checkVisibility()).map((each) => each.innerText);
      return ['The keyboard is in ' + localName + '.' + className + '.', ...said].join('\\n');
    })()`);
  }
}

/** Runs in the page. */
function write(field: unknown, text: string): void {
  const input = field as { value: string; focus(): void; dispatchEvent(event: Event): boolean };
  input.focus();
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
