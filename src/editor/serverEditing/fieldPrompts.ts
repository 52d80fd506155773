import { t } from '@vscode/l10n';
import { entryFields, joinCommandLine, parseCommandLine, withScheme } from '../../mcp/index.ts';
import { isRemoteEntry, problemOfEntry, problemOfName, withField, type Draft } from './draft.ts';
import { askPick, askText, type StepAnswer, type StepRow, type StepOptions } from '../common/steps.ts';
import { recordOf } from '../../base/common/guards.ts';

export type Transport = 'stdio' | 'http' | 'sse' | 'auto';

export function transports(): Readonly<
  Record<Transport, { readonly label: string; readonly detail: string }>
> {
  return {
    stdio: {
      label: t('Command (stdio)'),
      detail: t('A program on this machine that uses MCP over stdin and stdout.'),
    },
    auto: { label: 'URL', detail: t('Streamable HTTP is tried first, then server-sent events.') },
    http: {
      label: 'URL, Streamable HTTP',
      detail: t('Streamable HTTP only.'),
    },
    sse: {
      label: t('URL, server-sent events (SSE)'),
      detail: t('HTTP with SSE only (deprecated).'),
    },
  };
}

export function transportRows(): StepRow<Transport>[] {
  const labels = transports();
  return (['stdio', 'auto', 'http', 'sse'] as const).map((value) => ({
    ...labels[value],
    icon: value === 'stdio' ? 'terminal' : 'globe',
    label: labels[value].label,
    value,
  }));
}

export async function askCommand(
  { entry }: Draft,
  options: StepOptions,
): Promise<StepAnswer<Draft['entry']>> {
  const { command, args } = entry;
  const words = [command, ...(Array.isArray(args) ? (args as unknown[]) : [])];
  const answer = await askText({
    ...options,
    canGoBack: true,
    prompt: t('Enter the command and its arguments as in a terminal. Use quotes to keep words together.'),
    placeholder: 'npx -y @modelcontextprotocol/server-filesystem ~/src',
    value: joinCommandLine(words.filter((word) => typeof word === 'string')),
    problemOf: (text) => {
      const { found, why } = commandIn(text);
      return found ? undefined : why;
    },
  });
  if (answer.kind !== 'value') return answer;
  const { found = {} } = commandIn(answer.value);
  const merged = { ...withField(entry, 'args', undefined), ...found };
  const env = { ...recordOf(entry['env']), ...recordOf(found['env']) };
  return { kind: 'value', value: Object.keys(env).length > 0 ? { ...merged, env } : merged };
}

export async function askUrl({ entry }: Draft, options: StepOptions): Promise<StepAnswer<Draft['entry']>> {
  const answer = await askText({
    ...options,
    canGoBack: true,
    prompt: t('Enter the URL of the server.'),
    placeholder: 'https://example.com/mcp',
    value: typeof entry['url'] === 'string' ? entry['url'] : '',
    problemOf: (text) =>
      text.trim() === ''
        ? t('Enter a URL.')
        : problemOfEntry({ ...entry, url: withScheme(text.trim()) }, 'url'),
  });
  if (answer.kind !== 'value') return answer;
  return { kind: 'value', value: { ...entry, url: withScheme(answer.value.trim()) } };
}

export function askName(
  name: string,
  options: StepOptions & { readonly own?: string },
): Promise<StepAnswer<string>> {
  return askText({
    canGoBack: true,
    ...options,
    prompt: t('Enter a name for the server. The name becomes part of the tool names that the model sees.'),
    value: name,
    problemOf: (text) => problemOfName(text, options.own),
  });
}

export function askScope(options: StepOptions): Promise<StepAnswer<Draft['scope']>> {
  return askPick({
    canGoBack: true,
    ...options,
    placeholder: t('Where should the server be saved?'),
    rows: [
      { label: t('User settings'), detail: t('For you, in every window.'), value: 'user' },
      {
        label: t('Workspace settings'),
        detail: t('For everyone who opens this workspace and trusts it.'),
        value: 'workspace',
      },
    ],
  });
}

function commandIn(text: string): { readonly found?: Draft['entry']; readonly why: string } {
  if (text.trim() === '') return { why: t('Enter a command.') };
  const found = parseCommandLine(text)?.entry;
  if (found && 'command' in found) return { found, why: '' };
  return {
    why: found
      ? t('This is a URL. Go back, and choose the transport for a URL.')
      : t('The text contains no command.'),
  };
}

export function withTransport(entry: Draft['entry'], transport: Transport): Draft['entry'] {
  const gone = transport === 'stdio' ? entryFields.url : entryFields.stdio;
  const kept = gone.reduce((rest, field) => withField(rest, field, undefined), entry);
  return withField(kept, 'type', transport === 'auto' ? undefined : transport);
}

export function transportOf(entry: Draft['entry']): Transport {
  const { type } = entry;
  if (type === 'http' || type === 'sse') return type;
  return isRemoteEntry(entry) ? 'auto' : 'stdio';
}
