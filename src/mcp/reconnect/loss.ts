/** What an error of a connection means for the connection itself, and for the request that met it. */
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Catalog } from '../catalog/catalog.ts';
import { causeCode, httpStatus } from '../failures/causes.ts';

/**
 * Whether the server says that it does not know the session. By the specification that is 404 (2025-11-25,
 * basic/transports, "Session Management"); many say 400, which can mean other things too. The modern era
 * has no sessions, and there a 404 means something else.
 */
export function forgotSession(error: unknown, era: Catalog['era']): boolean {
  if (era === 'modern') return false;
  const status = httpStatus(error);
  if (status === 404) return true;
  return status === 400 && /session|initiali[sz]ed/i.test((error as Error).message);
}

/** Codes of failures before anything was sent. */
const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+)$/;

/** Whether the request certainly never reached the server. */
export function neverArrived(error: unknown): boolean {
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected) return true;
  return unsent.test(causeCode(error) ?? '');
}

/** Whether an error that a URL's transport reports on the side is reason to ask if the server is still there. */
export function isSuspicious(error: Error): boolean {
  if (httpStatus(error) !== undefined || causeCode(error) !== undefined) return true;
  return error.message === 'fetch failed' || error.message.startsWith('SSE stream disconnected');
}
