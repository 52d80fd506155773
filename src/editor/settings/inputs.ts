import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { isRecord } from '../../base/common/guards.ts';

/** `scope` is the URI of the workspace or the linked file that defines the input; undefined for the user. */
export interface InputEntry {
  readonly value: unknown;
  readonly scope: string | undefined;
}

export type Input = {
  readonly id: string;
  readonly scope: string | undefined;
  readonly description: string;
  readonly preset: string | undefined;
} & (
  | { readonly type: 'promptString'; readonly password: boolean }
  | { readonly type: 'pickString'; readonly options: readonly InputOption[] }
);

export interface InputOption {
  readonly label: string;
  readonly value: string;
}

export type FoundInput =
  | { readonly kind: 'input'; readonly input: Input }
  | { readonly kind: 'none'; readonly why: LocalizedMessage; readonly next: LocalizedMessage };

/** The last entry of an id counts. */
export function findInput(entries: readonly InputEntry[], id: string): FoundInput {
  const entry = entries.findLast(({ value }) => isRecord(value) && value['id'] === id);
  if (!entry || !isRecord(entry.value)) {
    return {
      kind: 'none',
      why: msg('"patchbay.inputs" defines no input "{0}".', id),
      next: msg(
        'Add {0} to "patchbay.inputs", or correct the name.',
        `{ "id": "${id}", "type": "promptString", "password": true }`,
      ),
    };
  }
  const { type, description, default: preset, password, options } = entry.value;
  const common = {
    id,
    scope: entry.scope,
    description: typeof description === 'string' ? description : '',
    preset: typeof preset === 'string' ? preset : undefined,
  };
  if (type === 'promptString')
    return { kind: 'input', input: { ...common, type, password: password === true } };
  if (type === 'pickString') {
    const choices = Array.isArray(options) ? options.flatMap(toOption) : [];
    if (choices.length > 0) return { kind: 'input', input: { ...common, type, options: choices } };
    return {
      kind: 'none',
      why: msg('the input "{0}" has no options.', id),
      next: msg(
        'Add "options" to the input in "patchbay.inputs": strings, or objects with "label" and "value".',
      ),
    };
  }
  return {
    kind: 'none',
    why: msg('the input "{0}" is of a type Patchbay does not know.', id),
    next: msg('Set the "type" of the input in "patchbay.inputs" to "promptString" or "pickString".'),
  };
}

export function isInputOfUser(entries: readonly InputEntry[], id: string): boolean {
  const found = findInput(entries, id);
  return found.kind === 'input' && found.input.scope === undefined;
}

function toOption(option: unknown): InputOption[] {
  if (typeof option === 'string') return [{ label: option, value: option }];
  if (!isRecord(option) || typeof option['value'] !== 'string') return [];
  const { label, value } = option;
  return [{ label: typeof label === 'string' ? label : value, value }];
}
