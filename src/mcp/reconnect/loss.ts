import { headText } from '../../base/common/cut.ts';
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Catalog } from '../catalog/catalog.ts';
import { isLostAnswer } from '../common/lostAnswer.ts';
import { causeCode, httpStatus } from '../failures/causes.ts';

/** Words before "session" that leave it the connection's: a checkout session or that of a browser is a tool's own. */
const plainWords =
  'a|an|the|this|that|your|no|any|such|valid|active|current|existing|invalid|unknown|expired|missing|unrecognized|stale|find|of|with|for|in|by|and|or|is|has|not|mcp|http|sse|client|server|transport|streamable|connection|request|requested|provided|given|error';
const SESSION = String.raw`(?<!\b(?!(?:${plainWords})\b)[a-z]\w*[ -])\bsession`;
const saysForgotten = new RegExp(
  [
    String.raw`${SESSION}(?:[ _-]?id)?\b.{0,80}\b(?:not found|unknown|invalid|expired|missing|terminated|closed|gone|does(?: not|n't) exist|not valid|no longer)`,
    String.raw`\b(?:no|no valid|no active|invalid|unknown|expired|missing|unrecognized|could not find|cannot find)\b.{0,20}${SESSION}\b`,
    String.raw`\bnot (?:yet )?(?:been )?initiali[sz]ed`,
  ].join('|'),
  'is',
);
/** Words that may also be about something else, so that the server is asked first. */
const mayMeanForgotten = new RegExp(
  [
    String.raw`${SESSION}(?:[ _-]?id)?\b.{0,80}\b(?:required|inactive|not active|not be found|not recogni[sz]ed|mismatch)\b`,
    String.raw`\b(?:stale|inactive|failed to find|no transport(?: found)? for)\b.{0,20}${SESSION}\b`,
    String.raw`\bre-?initiali[sz]e\b|\binitiali[sz]e first\b|\bbefore initiali[sz]ation\b`,
  ].join('|'),
  'is',
);
/** Words for what may have happened to a session while the request ran, as seen by a gateway. */
const saysEnd = new RegExp(
  String.raw`${SESSION}(?:[ _-]?id)?\b.{0,80}\b(?:timed out|lost|deleted|removed|destroyed|evicted|reset|ended|disconnected|unavailable)\b`,
  'is',
);
/**
 * Codes of errors by which servers report a forgotten session. Other codes are about what was asked for: a tool may
 * have sessions of its own.
 */
const codesOfSession = new Set([-32_000, -32_001, -32_002, -32_600, -32_603, 400, 404, 410]);
/** Codes that no tool's own failure has: the request was not valid, or was not found. */
const neverOfTool = new Set([-32_001, -32_600]);
const MAX_SAID = 2_000;

/** Returns the words of an error, also those of a code such as `SESSION_NOT_FOUND` or `SessionNotFound`. */
function wordsOf(message: string): string {
  return headText(message, MAX_SAID)
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

function meansForgotten(words: string): boolean {
  return saysForgotten.test(words) || mayMeanForgotten.test(words) || saysEnd.test(words);
}

/**
 * Returns true if the server has forgotten the session. The specification has status 404 for that (2025-11-25,
 * basic/transports, "Session Management"). Many servers say it in words: with 400, which is ambiguous, with another
 * status, or as an error with the status 200.
 */
export function forgotSession(error: unknown, era: Catalog['era']): boolean {
  if (era === 'modern' || isLostAnswer(error)) return false;
  if (error instanceof ProtocolError)
    return codesOfSession.has(error.code) && meansForgotten(wordsOf(error.message));
  const status = httpStatus(error);
  if (status === 404) return true;
  if (status === undefined || status < 400 || status === 401) return false;
  const said = wordsOf((error as Error).message);
  return status === 400 ? /session|initiali[sz]ed/i.test(said) : meansForgotten(said);
}

/**
 * Returns true if an error by which a session was forgotten may also be that of a tool that has run. A code that a
 * server chooses, and a status for a failure of its own, say nothing of when it came.
 */
export function mayBeOfTool(error: unknown): boolean {
  if (error instanceof ProtocolError)
    return !neverOfTool.has(error.code) || !saysForgotten.test(wordsOf(error.message));
  const status = httpStatus(error);
  return status !== undefined && status !== 404 && status !== 400;
}

/**
 * Returns true if the session of an error may have ended while its request ran, so that the request may have been carried
 * out, whatever the server says of the session afterwards.
 */
export function mayHaveRun(error: unknown): boolean {
  if (!mayBeOfTool(error)) return false;
  const words = wordsOf(error instanceof Error ? error.message : '');
  return saysEnd.test(words) && !saysForgotten.test(words) && !mayMeanForgotten.test(words);
}

const unsent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+)$/;

export function neverArrived(error: unknown): boolean {
  if (error instanceof SdkError && error.code === SdkErrorCode.NotConnected) return true;
  return unsent.test(causeCode(error) ?? '');
}

/** Returns true if an error of a URL's transport outside of requests is a reason to ping the server. */
export function isSuspicious(error: Error): boolean {
  if (httpStatus(error) !== undefined || causeCode(error) !== undefined) return true;
  return error.message === 'fetch failed' || error.message.startsWith('SSE stream disconnected');
}

const broken = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Returns true if the connection of a request broke before its answer: the request may have been carried out. */
export function brokeBeforeAnswer(error: unknown): boolean {
  return isLostAnswer(error) || broken.has(causeCode(error) ?? '');
}
