/** Finds errors that come with status 200 and not in the field `error`. */
import { isRecord } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';

/** Returns the error of a chunk, or undefined if the chunk is not known to be one. */
export function oddErrorIn(chunk: Fields): unknown {
  // A whole answer may have any of these fields, too.
  if (Array.isArray(chunk['choices']) && chunk['choices'].length > 0) return undefined;
  const { object, success, detail, errors, base_resp: base, code } = chunk;
  // vLLM and RunPod send this.
  if (object === 'error' || chunk['status'] === 'error') return chunk;
  // MiniMax sends this.
  if (isRecord(base) && base['status_code'] !== 0 && base['status_code'] !== undefined) return base;
  // FastAPI sends this.
  if (typeof detail === 'string' || (Array.isArray(detail) && detail.length > 0)) return chunk;
  if (Array.isArray(errors) && errors.length > 0) return chunk;
  // Gateways send this.
  const hasWords = typeof chunk['msg'] === 'string' || typeof chunk['message'] === 'string';
  const isRefused =
    success === false || (typeof code === 'number' && code >= 400) || /^[45]\d\d$/.test(String(code));
  return hasWords && isRefused ? chunk : undefined;
}
