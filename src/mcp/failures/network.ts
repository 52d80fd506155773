import { LocalizedMessage, msg } from '../../base/common/message.ts';
import { explainProxyProblem } from '../../protocol/index.ts';
import { fullMessage, causeCode } from './causes.ts';
import { proxyProblemIn } from './proxyError.ts';
import type { Cause } from './serverFailure.ts';

function certificateProblem(code: string): LocalizedMessage | undefined {
  if (/^(DEPTH_ZERO_)?SELF_SIGNED|^UNABLE_TO/.test(code))
    return msg('its certificate was issued by an unknown authority');
  if (code === 'CERT_HAS_EXPIRED') return msg('its certificate has expired');
  if (code === 'CERT_NOT_YET_VALID') return msg('its certificate is not valid yet');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return msg('its certificate is for another host');
  return code.startsWith('CERT_') ? msg('its certificate is not trusted') : undefined;
}

/**
 * Returns what to do about a certificate. Turning the check off is never proposed, because the URL may carry a token.
 */
function certificateStep(code: string): LocalizedMessage {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return msg('Renew the certificate of the server, and check the clock of this machine.');
    case 'CERT_NOT_YET_VALID':
      return msg('Check the clock of this machine.');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return msg('Use the host name that the certificate was issued for. See the log.');
    default:
      return msg(
        'If your company or you issued the certificate, add its authority to the trusted certificates of the system (the editor uses them with "http.systemCertificates"), or start the editor with NODE_EXTRA_CA_CERTS set to its file.',
      );
  }
}

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
  // A definition may have variables in place of a host.
  const host = URL.canParse(url) ? new URL(url).host : url;
  if (code === 'ECONNREFUSED')
    return {
      why: msg('the connection was refused'),
      next: msg('Start the server, or correct the host and port ({0}) in "url".', host),
    };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return {
      why: msg('the host name is unknown'),
      next: msg(
        'Check the spelling of the host ({0}), the network, and whether a VPN or the setting "http.proxy" is required.',
        host,
      ),
    };
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL'))
    return {
      why: msg('it does not use TLS'),
      next: msg(
        'If the server at {0} is a plain HTTP server, "url" must begin with http: instead of https:.',
        host,
      ),
    };
  if (code !== undefined && /TIMEDOUT|TIMEOUT/.test(code))
    return {
      why: msg('it does not answer'),
      next: msg(
        'Check whether {0} is running, and whether a VPN or the setting "http.proxy" is required.',
        host,
      ),
    };
  return {
    why: msg('the connection was lost'),
    next: msg('Check that the server is running and that the URL is correct, then reconnect.'),
  };
}
