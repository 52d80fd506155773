/** The fields of an entry as rows of the form, and how each is changed. */
import { problemOfEntry, problemOfName, withField, isRemoteEntry, type Draft } from './draft.ts';
import { hasWorkspace, type Desk } from './desk.ts';
import { describePairs, editPairs } from './pairs.ts';
import { askPick, askText, mapped, type Answer, type StepOptions } from './steps.ts';

/** A field: how it stands in the form, and what changes it; without that it is locked. */
export interface Field {
  readonly label: string;
  readonly value: string;
  readonly icon: string;
  readonly note?: string;
  readonly edit?: (title: string) => Promise<Answer<Draft>>;
}

export type Transport = 'stdio' | 'http' | 'sse' | 'auto';

const transports: Readonly<Record<Transport, { readonly label: string; readonly detail: string }>> = {
  stdio: {
    label: 'Command (stdio)',
    detail: 'A program on this machine that speaks MCP on stdin and stdout.',
  },
  auto: { label: 'URL', detail: 'Streamable HTTP is tried first, then server-sent events.' },
  http: { label: 'URL, Streamable HTTP', detail: 'Only the current transport for remote servers.' },
  sse: { label: 'URL, server-sent events (SSE)', detail: 'Only the older transport for remote servers.' },
};

/** The rows of `askPick` for a choice of the transport. */
export const transportRows = (['stdio', 'auto', 'http', 'sse'] as const).map((value) => ({
  ...transports[value],
  value,
}));

/** The fields that an entry of this transport has. */
export function fieldsOf(desk: Desk, draft: Draft): Field[] {
  const { entry } = draft;
  return [
    nameField(desk, draft),
    transportField(draft),
    ...(isRemoteEntry(entry)
      ? [urlField(desk, draft), pairsField(draft, 'headers')]
      : [commandField(desk, draft), pairsField(draft, 'env'), folderField(draft)]),
    limitField(desk, draft),
    enabledField(draft),
    scopeField(draft),
  ];
}

/** Asks for the command and its arguments as one line. */
export async function askCommand(
  { core }: Desk,
  { entry }: Draft,
  options: StepOptions,
): Promise<Answer<Draft['entry']>> {
  const { command, args } = entry;
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])];
  const answer = await askText({
    ...options,
    canGoBack: true,
    prompt:
      'The command and its arguments, as you would type them in a terminal. Quotes keep words together.',
    placeholder: 'npx -y @modelcontextprotocol/server-filesystem ~/src',
    value: core().joinCommandLine(words.filter((word) => typeof word === 'string')),
    problemOf: (text) => {
      const { found, why } = commandIn(core(), text);
      return found ? undefined : why;
    },
  });
  if (answer.kind !== 'value') return answer;
  const { found = {} } = commandIn(core(), answer.value);
  const merged = { ...withField(entry, 'args', undefined), ...found };
  const env = { ...asRecord(entry['env']), ...asRecord(found['env']) };
  return { kind: 'value', value: Object.keys(env).length > 0 ? { ...merged, env } : merged };
}

/** Asks for the URL. */
export async function askUrl(
  { core }: Desk,
  { entry }: Draft,
  options: StepOptions,
): Promise<Answer<Draft['entry']>> {
  const answer = await askText({
    ...options,
    canGoBack: true,
    prompt: 'Where the server is.',
    placeholder: 'https://example.com/mcp',
    value: typeof entry['url'] === 'string' ? entry['url'] : '',
    problemOf: (text) =>
      text.trim() === '' ? 'A URL is needed.' : problemOfEntry(core(), { ...entry, url: text.trim() }, 'url'),
  });
  if (answer.kind !== 'value') return answer;
  return { kind: 'value', value: { ...entry, url: answer.value.trim() } };
}

/** Asks for a name that is free. */
export function askName(
  { core }: Desk,
  name: string,
  options: StepOptions & { readonly own?: string },
): Promise<Answer<string>> {
  return askText({
    canGoBack: true,
    ...options,
    prompt: 'Its name here. It becomes part of the tool names that the model sees.',
    value: name,
    problemOf: (text) => problemOfName(core(), text, options.own),
  });
}

/** Asks for the settings that it is to stand in. */
export function askScope(options: StepOptions): Promise<Answer<Draft['scope']>> {
  return askPick({
    canGoBack: true,
    ...options,
    placeholder: 'Where is it written?',
    rows: [
      { label: 'User settings', detail: 'For you, in every window.', value: 'user' },
      {
        label: 'Workspace settings',
        detail: 'For everybody who opens this workspace and trusts it.',
        value: 'workspace',
      },
    ],
  });
}

type Core = ReturnType<Desk['core']>;

function commandIn(core: Core, text: string): { readonly found?: Draft['entry']; readonly why: string } {
  if (text.trim() === '') return { why: 'A command is needed.' };
  const found = core.parseCommandLine(text)?.entry;
  if (found && 'command' in found) return { found, why: '' };
  return { why: found ? 'This is a URL. Go back to choose that transport.' : 'There is no command in this.' };
}

function nameField(desk: Desk, draft: Draft): Field {
  const { name, original } = draft;
  const common = { label: 'Name', value: name };
  if (original !== undefined) return { ...common, icon: 'lock', note: '"Rename Server…" changes it' };
  return {
    ...common,
    icon: 'tag',
    edit: async (title) =>
      mapped(await askName(desk, name, { title: `${title}: Name` }), (value) => ({ ...draft, name: value })),
  };
}

function transportField(draft: Draft): Field {
  const current = transportOf(draft.entry);
  return {
    label: 'Transport',
    value: transports[current].label,
    icon: 'plug',
    edit: async (title) =>
      mapped(
        await askPick({
          title: `${title}: Transport`,
          canGoBack: true,
          placeholder: 'How is the server reached?',
          rows: transportRows,
          active: current,
        }),
        (value) => ({ ...draft, entry: withTransport(draft.entry, value) }),
      ),
  };
}

/** The entry with that transport; fields that only the other kind has go. */
export function withTransport(entry: Draft['entry'], transport: Transport): Draft['entry'] {
  const gone =
    transport === 'stdio' ? ['url', 'headers', 'oauth'] : ['command', 'args', 'env', 'envFile', 'cwd'];
  const kept = gone.reduce((rest, field) => withField(rest, field, undefined), entry);
  return withField(kept, 'type', transport === 'auto' ? undefined : transport);
}

function transportOf(entry: Draft['entry']): Transport {
  const { type } = entry;
  if (type === 'http' || type === 'sse') return type;
  return isRemoteEntry(entry) ? 'auto' : 'stdio';
}

function commandField(desk: Desk, draft: Draft): Field {
  const { command, args } = draft.entry;
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])];
  return {
    label: 'Command',
    value: desk.core().joinCommandLine(words.filter((word) => typeof word === 'string')),
    icon: 'terminal',
    edit: async (title) =>
      mapped(await askCommand(desk, draft, { title: `${title}: Command` }), (entry) => ({ ...draft, entry })),
  };
}

function urlField(desk: Desk, draft: Draft): Field {
  const { url } = draft.entry;
  return {
    label: 'URL',
    value: typeof url === 'string' ? url : '',
    icon: 'globe',
    edit: async (title) =>
      mapped(await askUrl(desk, draft, { title: `${title}: URL` }), (entry) => ({ ...draft, entry })),
  };
}

function pairsField(draft: Draft, field: 'env' | 'headers'): Field {
  return {
    label: field === 'env' ? 'Environment' : 'Headers',
    value: describePairs(draft, field) || 'none',
    icon: 'symbol-variable',
    edit: (title) => editPairs(draft, field, title),
  };
}

function folderField(draft: Draft): Field {
  const { cwd } = draft.entry;
  return {
    label: 'Working directory',
    value: typeof cwd === 'string' ? cwd : 'the first workspace folder',
    icon: 'folder',
    edit: async (title) =>
      mapped(
        await askText({
          title: `${title}: Working Directory`,
          canGoBack: true,
          prompt: 'The folder it is started in. If empty: the first workspace folder.',
          placeholder: '${workspaceFolder}/tools',
          value: typeof cwd === 'string' ? cwd : '',
        }),
        (text) => ({ ...draft, entry: withField(draft.entry, 'cwd', text.trim() || undefined) }),
      ),
  };
}

function limitField({ core }: Desk, draft: Draft): Field {
  const { timeout } = draft.entry;
  const seconds = typeof timeout === 'number' ? timeout / 1_000 : 60;
  return {
    label: 'Time limit of a call',
    value: `${seconds} s`,
    icon: 'watch',
    edit: async (title) =>
      mapped(
        await askText({
          title: `${title}: Time Limit of a Call`,
          canGoBack: true,
          prompt: 'In seconds. Progress from the server starts it anew.',
          value: String(seconds),
          problemOf: (text) =>
            /^\d+(\.\d+)?$/.test(text.trim())
              ? problemOfEntry(core(), withField(draft.entry, 'timeout', inMs(text)), 'timeout')
              : 'A number of seconds, such as 60.',
        }),
        (text) => ({
          ...draft,
          // What is usual need not be written.
          entry: withField(draft.entry, 'timeout', inMs(text) === 60_000 ? undefined : inMs(text)),
        }),
      ),
  };
}

function enabledField(draft: Draft): Field {
  const isOn = draft.entry['enabled'] !== false;
  return {
    label: 'Enabled',
    value: isOn ? 'yes' : 'no: it stays down until you connect it',
    icon: isOn ? 'circle-filled' : 'circle-slash',
    edit: () =>
      Promise.resolve({
        kind: 'value',
        value: { ...draft, entry: withField(draft.entry, 'enabled', isOn ? false : undefined) },
      }),
  };
}

function scopeField(draft: Draft): Field {
  const value = draft.scope === 'user' ? 'user settings' : 'workspace settings';
  const common = { label: 'Written in', value };
  if (draft.original !== undefined || !hasWorkspace()) return { ...common, icon: 'lock' };
  return {
    ...common,
    icon: 'settings',
    edit: async (title) =>
      mapped(await askScope({ title: `${title}: Settings` }), (scope) => ({ ...draft, scope })),
  };
}

function inMs(text: string): number {
  return Math.round(Number(text) * 1_000);
}

function asRecord(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
