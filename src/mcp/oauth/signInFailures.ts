/** Says in a sentence why a sign-in failed. The words of an authorization server are shown, those of the SDK are not. */
import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { parsedJson } from '../../base/common/guards.ts';
import { content, join, type LocalizedMessage, messageOf, msg } from '../../base/common/message.ts';
import { plainText } from '../../base/common/text.ts';
import { unreadableResult } from '../common/unreadable.ts';
import { refusalIn } from '../reading/oauthRules.ts';
import { SignInError } from './authorization.ts';

const MAX_REASON = 300;

export function explainSignIn(error: unknown): SignInError {
  if (error instanceof OAuthError && error.code === 'access_denied') {
    return failed(
      msg('The sign-in was refused: access_denied. {0}', sentence(messageOf(error))),
      msg('Sign in again and grant the requested access.'),
    );
  }
  const known = signInProblem(error);
  if (known) return failed(msg('The sign-in failed: {0}', known.why), known.next);
  const why = unreadableResult(error) ?? sentence(messageOf(error));
  const code = error instanceof OAuthError ? plainText(error.code, MAX_REASON) : undefined;
  return failed(msg('The sign-in failed: {0}', join('. ', code, why)), tryAgain());
}

export interface SignInProblem {
  readonly why: LocalizedMessage;
  readonly next: LocalizedMessage;
}

/**
 * Explains a known error of a sign-in, also one that the SDK's transports throw before anybody signs in. Returns
 * undefined for other errors.
 */
export function signInProblem(error: unknown): SignInProblem | undefined {
  if (error instanceof RegistrationRejectedError) {
    const refusal = refusalIn(parsedJson(error.body));
    const said = join('. ', plain(refusal?.error), plain(refusal?.error_description));
    return {
      why: msg(
        'the authorization server refused to register Patchbay as a client (HTTP {0}). {1}',
        error.status,
        sentence(said),
      ),
      next: msg(
        'If the provider lets you register a client by hand, enter its ID as "oauth" in the server definition.',
      ),
    };
  }
  if (error instanceof IssuerMismatchError || error instanceof AuthorizationServerMismatchError)
    return {
      why: msg('the address of the authorization server differs from the one that the server names.'),
      next: msg('Report this to the operator of the server. Somebody may be tampering with the connection.'),
    };
  if (error instanceof InsecureTokenEndpointError)
    return {
      why: msg('the authorization server requires secrets over a connection without encryption.'),
      next: msg('Report this to the operator of the server.'),
    };
  const text = error instanceof Error ? error.message : '';
  if (text.includes('does not support dynamic client registration'))
    return {
      why: msg('the authorization server does not support dynamic client registration.'),
      next: msg(
        'If the provider lets you register a client by hand, enter its ID as "oauth" in the server definition.',
      ),
    };
  const [, unsupported] =
    /does not support (response type code|code challenge method S256)$/.exec(text) ?? [];
  if (unsupported !== undefined)
    return {
      why: msg('the authorization server does not support what MCP requires ({0}).', unsupported),
      next: msg('Report this to the operator of the server.'),
    };
  const [, resource] = /^Protected resource (\S+) does not match /.exec(text) ?? [];
  if (resource !== undefined)
    return {
      why: msg(
        'the server says that its sign-in is for another address ({0}).',
        plainText(resource, MAX_REASON) ?? '',
      ),
      next: msg('If you trust that address, set "url" in the server definition to it.'),
    };
  const [, status] = /^HTTP (\d{3}) trying to load /.exec(text) ?? [];
  if (status !== undefined)
    return {
      why: msg('the metadata of the authorization server could not be loaded (HTTP {0}).', status),
      next: tryAgain(),
    };
  return undefined;
}

function failed(message: LocalizedMessage, next: LocalizedMessage): SignInError {
  return new SignInError('failed', { message, next });
}

function tryAgain(): LocalizedMessage {
  return msg('Sign in again, or check the log of the server.');
}

function plain(text: string | undefined): string | undefined {
  return plainText(text, MAX_REASON);
}

function sentence(message: LocalizedMessage): LocalizedMessage {
  const text = message.map((words) => plainText(words, MAX_REASON) ?? '');
  return text.english === '' || /[.!?…]$/.test(text.english) ? text : join('', text, content('.'));
}
