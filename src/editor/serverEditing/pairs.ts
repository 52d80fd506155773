import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import { askPick, askText, type StepAnswer, type StepRow } from '../common/steps.ts';
import { withField, type Draft } from './draft.ts';
import { isRecord } from '../../base/common/guards.ts';

export type PairField = 'env' | 'headers';

function wordsOf(field: PairField) {
  return field === 'env'
    ? {
        many: (title: string) => t('{0}: Environment', title),
        add: (title: string) => t('{0}: Add Environment Variable', title),
        addRow: t('Add Environment Variable…'),
        none: t('Add an environment variable, or continue without one'),
        example: 'API_KEY',
      }
    : {
        many: (title: string) => t('{0}: Headers', title),
        add: (title: string) => t('{0}: Add Header', title),
        addRow: t('Add Header…'),
        none: t('Add a header, or continue without one'),
        example: 'Authorization',
      };
}

export function describePairs(draft: Draft, field: PairField): string {
  return Object.keys(pairsOf(draft, field)).join(', ');
}

export async function editPairs(
  start: Draft,
  field: PairField,
  title: string,
  count?: { readonly step: number; readonly totalSteps: number },
): Promise<StepAnswer<Draft>> {
  let draft = start;
  for (;;) {
    const pairs = Object.entries(pairsOf(draft, field));
    const words = wordsOf(field);
    const answer = await askPick<string | true | undefined>({
      title: words.many(title),
      ...count,
      canGoBack: true,
      placeholder: pairs.length === 0 ? words.none : t('Select an entry to change'),
      rows: [
        { icon: 'check', label: t('Done'), value: undefined, alwaysShow: true },
        { icon: 'add', label: words.addRow, value: true, alwaysShow: true },
        ...pairs.map(([key, value]) => ({ label: key, description: shown(value), value: key })),
      ],
    });
    if (answer.kind === 'left' || (answer.kind === 'back' && count)) return answer;
    if (answer.kind === 'back' || answer.value === undefined) return { kind: 'value', value: draft };
    const key = answer.value === true ? await askKey(draft, field, title) : answer.value;
    if (key !== undefined) draft = await editValue(draft, field, key, title);
  }
}

async function askKey(draft: Draft, field: PairField, title: string): Promise<string | undefined> {
  const { add, example } = wordsOf(field);
  const taken = Object.keys(pairsOf(draft, field));
  const answer = await askText({
    title: add(title),
    canGoBack: true,
    prompt: t('Enter the name.'),
    placeholder: example,
    problemOf: (text) => {
      if (!/^[^\s=:"]+$/.test(text)) return t('Enter a name without spaces, "=", ":" or quotes.');
      return taken.includes(text) ? t('This name is already in use.') : undefined;
    },
  });
  return answer.kind === 'value' ? answer.value : undefined;
}

async function editValue(draft: Draft, field: PairField, key: string, title: string): Promise<Draft> {
  const pairs = pairsOf(draft, field);
  const before = pairs[key];
  const rows: StepRow<'secret' | 'plain' | 'remove'>[] = [
    {
      icon: 'lock',
      label: t('Secret'),
      detail: t('Stored in the secret storage. The settings contain a variable in its place.'),
      value: 'secret',
    },
    {
      icon: 'symbol-string',
      label: t('Plain text'),
      detail: t('Stored in the settings. Can contain ${env:NAME}.'),
      value: 'plain',
    },
    ...(key in pairs ? [{ icon: 'trash', label: t('Remove'), value: 'remove' as const }] : []),
  ];
  const titled = `${title}: ${key}`;
  const isPlain = typeof before === 'string' && !before.includes('${secret:');
  const how = await askPick({
    title: titled,
    canGoBack: true,
    placeholder: t('What kind of value is it?'),
    rows,
    active: isPlain ? 'plain' : 'secret',
  });
  if (how.kind !== 'value') return draft;
  const others = withField(pairs, key, undefined);
  if (how.value === 'remove')
    return {
      ...draft,
      entry: withField(draft.entry, field, Object.keys(others).length > 0 ? others : undefined),
    };
  const isSecret = how.value === 'secret';
  const answer = await askText({
    title: titled,
    canGoBack: true,
    password: isSecret,
    prompt: isSecret
      ? t('The secret. It is stored in the secret storage when you save.')
      : t('Enter the value.'),
    value: isPlain && !isSecret ? before : '',
    problemOf: (text) => (isSecret && text === '' ? t('Enter a secret.') : undefined),
  });
  if (answer.kind !== 'value') return draft;
  const name = `${draft.name}-${key}`;
  const value = isSecret ? `${prefixOf(field, key)}\${secret:${name}}` : answer.value;
  const secrets = new Map(draft.secrets);
  if (isSecret) secrets.set(name, withoutPrefix(field, key, answer.value));
  return { ...draft, secrets, entry: withField(draft.entry, field, withField(pairs, key, value)) };
}

/** Returns the scheme for an Authorization header, because nearly every server wants it before the token. */
function prefixOf(field: PairField, key: string): string {
  return field === 'headers' && key.toLowerCase() === 'authorization' ? 'Bearer ' : '';
}

function withoutPrefix(field: PairField, key: string, value: string): string {
  return prefixOf(field, key) === '' ? value : value.replace(/^Bearer\s+/i, '');
}

function pairsOf({ entry }: Draft, field: PairField): Readonly<Record<string, unknown>> {
  const value = entry[field];
  return isRecord(value) ? { ...value } : {};
}

/** Hides what could be a secret in plain text. */
function shown(value: unknown): string {
  if (value === null) return t('removed');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.includes('${') || text.length <= 12 ? text : `${headText(text, 4)}…`;
}
