import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Catalog } from '../catalog/catalog.ts';
import { causeCode, httpStatus } from '../failures/causes.ts';

/** By the specification 404 (2025-11-25, basic/transports, "Session Management"); many say 400, which is ambiguous. */
export function forgotSession(error: unknown, era: Catalog['era']): boolean {
  if (era === 'modern') return false;
  const status = httpStatus(error);
  if (status === 404) return true;
  return status === 400 && /session|initiali[sz]ed/i.test((error as Error).message);
}

const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+)$/;

export function neverArrived(error: unknown): boolean {
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected) return true;
  return unsent.test(causeCode(error) ?? '');
}

/** Whether an error of a URL's transport outside of requests is reason to ping the server. */
export function isSuspicious(error: Error): boolean {
  if (httpStatus(error) !== undefined || causeCode(error) !== undefined) return true;
  return error.message === 'fetch failed' || error.message.startsWith('SSE stream disconnected');
}
