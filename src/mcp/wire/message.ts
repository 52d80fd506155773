import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { type WireRow } from '../../protocol/index.ts';
import { isSecretName } from '../../base/common/secretNames.ts';
import { plainLabel } from '../../base/common/text.ts';
import { recordOf } from '../../base/common/guards.ts';

const MAX_TEXT = 256_000;
/**
 * The number of characters after the cut that are redacted, too: a secret that begins before the cut is found only if
 * it is whole.
 */
const SLACK = 4_096;
const MAX_LABEL = 120;
const MAX_ERROR = 300;

export const HIDDEN = '•••';

export type Shape = Pick<WireRow, 'kind' | 'method' | 'about' | 'id'> & {
  /** The request that a progress or a cancellation is about. */
  readonly of?: string | number;
};

/** Returns the parts of a message that its row shows. The method of an answer is empty: only its request has it. */
export function shapeOf(message: JSONRPCMessage): Shape {
  const { id, method, params, error } = message as Readonly<Record<string, unknown>>;
  const known = isId(id) ? { id } : {};
  if (typeof method === 'string') {
    const fields = recordOf(params);
    const label = plainLabel(method, MAX_LABEL) ?? t('(no method)');
    if (isId(id)) return { kind: 'request', method: label, ...known, ...aboutOf(fields) };
    const of = method === 'notifications/progress' ? fields['progressToken'] : fields['requestId'];
    return { kind: 'notification', method: label, ...aboutOf(fields), ...(isId(of) && { of }) };
  }
  if (error !== undefined) {
    const { code, message: said } = recordOf(error);
    const about = plainLabel(`${String(code)}: ${String(said)}`, MAX_ERROR);
    return { kind: 'error', method: '', ...known, ...(about !== undefined && { about }) };
  }
  return { kind: 'result', method: '', ...known };
}

/** Returns a message as JSON. `redact` redacts known secrets; fields with names of secrets are replaced. */
export function textOf(
  message: JSONRPCMessage,
  redact: (text: string) => string,
): Pick<WireRow, 'text' | 'size' | 'isCut'> {
  const whole = toJson(message);
  const isCut = whole.length > MAX_TEXT;
  const redacted = redact(isCut ? headText(whole, MAX_TEXT + SLACK) : whole);
  return { text: isCut ? headText(redacted, MAX_TEXT) : redacted, size: whole.length, isCut };
}

function toJson(message: JSONRPCMessage): string {
  try {
    return JSON.stringify(message, function (this: unknown, key: string, value: unknown) {
      return isText(value) && isSecret(this, key) ? HIDDEN : value;
    });
  } catch {
    // A message of 100,000 levels overflows the stack.
    return JSON.stringify({ jsonrpc: '2.0', patchbay: 'Nested too deeply to be shown.' });
  }
}

/**
 * Returns true for a value that can be a secret. An object cannot: it may be the schema of a field with such a name.
 */
function isText(value: unknown): boolean {
  const isOne = (each: unknown): boolean => typeof each === 'string' || typeof each === 'number';
  return isOne(value) || (Array.isArray(value) && value.length > 0 && value.every(isOne));
}

/**
 * Recognises a secret by the name of its field, or of the header whose value it is: `{ "name": "Cookie", "value": … }`.
 */
function isSecret(holder: unknown, key: string): boolean {
  if (isSecretName(key)) return true;
  const { name } = recordOf(holder);
  return key === 'value' && typeof name === 'string' && isSecretName(name);
}

function aboutOf(params: Readonly<Record<string, unknown>>): Pick<WireRow, 'about'> {
  const named = [params['name'], params['uri'], params['message']].find((each) => typeof each === 'string');
  const about = plainLabel(named, MAX_LABEL);
  return about === undefined ? {} : { about };
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
