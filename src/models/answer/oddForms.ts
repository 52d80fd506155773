/** Errors that come with status 200 in forms other than the field `error`. */
import { isRecord } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';

/** The error that a chunk is; undefined: it is none, or nobody knows. */
export function oddErrorIn(chunk: Fields): unknown {
  // A whole answer may have any of these fields beside it.
  if (Array.isArray(chunk['choices']) && chunk['choices'].length > 0) return undefined;
  const { object, success, detail, errors, base_resp: base, code } = chunk;
  // vLLM, RunPod
  if (object === 'error' || chunk['status'] === 'error') return chunk;
  // MiniMax
  if (isRecord(base) && base['status_code'] !== 0 && base['status_code'] !== undefined) return base;
  // FastAPI
  if (typeof detail === 'string' || (Array.isArray(detail) && detail.length > 0)) return chunk;
  if (Array.isArray(errors) && errors.length > 0) return chunk;
  // Gateways
  const hasWords = typeof chunk['msg'] === 'string' || typeof chunk['message'] === 'string';
  const isRefused =
    success === false || (typeof code === 'number' && code >= 400) || /^[45]\d\d$/.test(String(code));
  return hasWords && isRefused ? chunk : undefined;
}
