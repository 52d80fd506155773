/** The parameters are a server's: texts become plain and bounded; what cannot be shown honestly is refused. */
import type { Question } from '../../protocol/index.ts';
import { fieldsOf } from './questionFields.ts';
import { plainText } from '../../base/common/text.ts';

const MAX_MESSAGE = 4000;
/** In characters; a longer URL would hide where it leads. */
const MAX_URL = 4096;

/** `why` is sent to the server. */
export type QuestionVerdict =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly why: string };

/** Also for the parameters inside of error -32042. */
export function questionOf(server: string, params: unknown): QuestionVerdict {
  if (typeof params !== 'object' || params === null)
    return { ok: false, why: 'The parameters are not an object.' };
  const { mode = 'form', message, requestedSchema, url } = params as Record<string, unknown>;
  const text = plainText(message, MAX_MESSAGE);
  if (text === undefined) return { ok: false, why: 'The message is missing.' };
  if (mode === 'url') return urlQuestion(server, text, url);
  if (mode !== 'form') return { ok: false, why: 'The mode is neither form nor url.' };
  const form = fieldsOf(requestedSchema);
  if (!form.ok) return form;
  return { ok: true, question: { kind: 'form', server, message: text, fields: form.fields } };
}

function urlQuestion(server: string, message: string, address: unknown): QuestionVerdict {
  if (typeof address !== 'string' || address.length > MAX_URL || !URL.canParse(address))
    return { ok: false, why: 'The url is missing, too long or not a whole address.' };
  const { protocol, username, password, host, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:')
    return { ok: false, why: 'The url is neither https nor http.' };
  // https://bank.example@evil.example looks as if it led to the bank.
  if (username !== '' || password !== '') return { ok: false, why: 'The url carries a user name.' };
  return { ok: true, question: { kind: 'url', server, message, url: href, host } };
}
