/** URLs that cannot be reached at all: nobody listens, nobody knows the name, or the certificate is no good. */
import { LocalizedMessage, msg } from '../../base/common/message.ts';
import { explainProxyProblem } from '../../protocol/index.ts';
import { fullMessage, causeCode } from './causes.ts';
import { proxyProblemIn } from './proxyError.ts';
import type { Cause } from './serverFailure.ts';

/** What is wrong with a certificate, by the code that OpenSSL and Node give it; nothing for other codes. */
function certificateProblem(code: string): LocalizedMessage | undefined {
  if (/^(DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO/.test(code))
    return msg('its certificate is signed by nobody this machine knows');
  if (code === 'CERT_HAS_EXPIRED') return msg('its certificate has expired');
  if (code === 'CERT_NOT_YET_VALID') return msg('its certificate is not valid yet');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return msg('its certificate is for another host');
  return code.startsWith('CERT_') ? msg('its certificate is not trusted') : undefined;
}

/** What to do about it. Switching the check off is no answer: the URL may carry a token. */
function certificateStep(code: string): LocalizedMessage {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return msg('Have the certificate of the server renewed, and check the clock of this machine.');
    case 'CERT_NOT_YET_VALID':
      return msg('Check the clock of this machine.');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return msg('Use the host name that the certificate is for; see the log.');
    default:
      return msg(
        'If a company or you yourself made the certificate, have the system trust its authority ("http.systemCertificates" lets the editor use it), or start the editor with NODE_EXTRA_CA_CERTS set to its file.',
      );
  }
}

/** Explains why nothing came back from `url`. */
export function explainNetworkError(error: unknown, url: string): Cause {
  const code = causeCode(error);
  const certificate = certificateProblem(code ?? '');
  if (code !== undefined && certificate !== undefined) {
    return {
      reason: 'certificate',
      message: msg('{0} is not trusted: {1} ({2}).', url, certificate, code),
      next: certificateStep(code),
    };
  }
  const proxied = proxyProblemIn(error);
  if (proxied)
    return {
      reason: 'unreachable',
      ...explainProxyProblem(proxied, url, URL.parse(url)?.hostname ?? url),
    };
  const { why, next } = unreachable(code, url);
  return {
    reason: 'unreachable',
    message: msg(
      '{0} cannot be reached: {1}.',
      url,
      code === undefined ? fullMessage(error) : new LocalizedMessage('{0} ({1})', [why, code]),
    ),
    next,
  };
}

function unreachable(
  code: string | undefined,
  url: string,
): { readonly why: LocalizedMessage; readonly next: LocalizedMessage } {
  // A definition may hold variables in place of a host.
  const host = URL.canParse(url) ? new URL(url).host : url;
  if (code === 'ECONNREFUSED')
    return {
      why: msg('nothing listens there'),
      next: msg('Start the server, or correct host and port ({0}) in its "url".', host),
    };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return {
      why: msg('the host name is unknown'),
      next: msg(
        'Check the spelling of the host ({0}), the network, and whether it needs a VPN or the setting "http.proxy".',
        host,
      ),
    };
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL'))
    return {
      why: msg('it does not speak TLS'),
      next: msg(
        'If the server at {0} is a plain HTTP server, its "url" begins with http: and not https:.',
        host,
      ),
    };
  if (code !== undefined && /TIMEDOUT|TIMEOUT/.test(code))
    return {
      why: msg('it does not answer'),
      next: msg('Check whether {0} is up, and whether it needs a VPN or the setting "http.proxy".', host),
    };
  return {
    why: msg('the connection broke'),
    next: msg('Check that the server runs and that the URL is right, then reconnect.'),
  };
}
