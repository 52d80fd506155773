import { headText } from '../../base/common/cut.ts';
import { join, type LocalizedMessage, msg } from '../../base/common/message.ts';
import { plainText } from '../../base/common/text.ts';
import { fullMessage, httpBody, unexpectedContentType } from './causes.ts';
import type { Cause } from './serverFailure.ts';

const MAX_BODY = 300;
const signIn = /log-?in|sign-?in|\bsso\b|oauth|authorize|saml/i;

export function explainHttpStatus(status: number, error: unknown, url: string): Cause {
  const reason = 'http-status';
  if (status >= 300 && status < 400) return redirected(status, error, url);
  const message = join(' ', msg('{0} responded with {1}.', url, status), bodyOf(error));
  if (status === 404 || status === 405 || status === 410)
    return { reason, message, next: join(' ', msg('There is no MCP endpoint at this path.'), tryPaths(url)) };
  if (status === 429)
    return {
      reason,
      message,
      next: msg('The server is limiting requests. Wait a minute, then reconnect.'),
    };
  if (status === 502 || status === 503 || status === 504)
    return {
      reason,
      message,
      next: msg('A gateway responded, but the server behind it is down or busy. Try again later.'),
    };
  if (status >= 500)
    return {
      reason,
      message,
      next: msg('The server reported an internal error. Check the log on the server, or try again later.'),
    };
  return {
    reason,
    message,
    next: msg('Check the URL. It must be the address of the MCP endpoint itself, such as https://host/mcp.'),
  };
}

export function explainContent(error: unknown, url: string): Cause | undefined {
  const type = unexpectedContentType(error);
  if (type === undefined) return undefined;
  const named = plainText(type, 80);
  return {
    reason: 'protocol',
    message: /html/i.test(type)
      ? msg('{0} responded with a web page. It is not an MCP endpoint.', url)
      : named === undefined
        ? msg('{0} did not respond with MCP messages. It is not an MCP endpoint.', url)
        : msg('{0} responded with content of the type {1}. It is not an MCP endpoint.', url, named),
    next: join(' ', msg("The URL may be that of a website or of the server's documentation."), tryPaths(url)),
  };
}

/** Explains a redirect to another origin. The SDK does not follow it, because it would take the credentials along. */
function redirected(status: number, error: unknown, url: string): Cause {
  const [, target] =
    /Redirect (?:to|from https to plain http not followed; try) (\S+)/.exec(fullMessage(error).english) ?? [];
  const to = plainText(target, MAX_BODY);
  const message =
    to === undefined
      ? msg('{0} responded with {1}. The redirect was not followed.', url, status)
      : msg('{0} responded with {1} and redirects to {2}. The redirect was not followed.', url, status, to);
  const next =
    to !== undefined && signIn.test(to)
      ? msg(
          'This is a sign-in page for a browser. The server may require a token in the "headers" of its definition, or the URL may not be that of its MCP endpoint.',
        )
      : msg(
          'If the server has moved there and you trust it, set "url" in the server definition to this address.',
        );
  return { reason: 'http-status', message, next };
}

function bodyOf(error: unknown): LocalizedMessage | undefined {
  const body = headText(httpBody(error) ?? '', 10_000);
  const isPage = /^\s*<(!doctype|html)/i.test(body);
  const [, title] = /<title[^>]*>([^<]*)/i.exec(body) ?? [];
  const words = plainText((isPage ? (title ?? '') : body).replaceAll(/\s+/g, ' '), MAX_BODY);
  if (words === undefined) return undefined;
  return isPage
    ? msg('The server sent a web page with the title "{0}".', words)
    : msg('Response: {0}', words);
}

function tryPaths(url: string): LocalizedMessage {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  const others = ['/mcp', '/sse'].filter((each) => each !== path.replace(/\/$/, ''));
  const places = others.length === 1 ? (others[0] ?? '') : msg('{0} or {1}', ...others);
  return msg('Check the path in "url". Most servers use {0}. See the documentation of the server.', places);
}
