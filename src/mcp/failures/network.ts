/** URLs that cannot be reached at all: nobody listens, nobody knows the name, or the certificate is no good. */
import { allWords, causeCode } from './causes.ts';
import type { Cause } from './serverFailure.ts';

/** Problems of certificates by their code, as OpenSSL and Node name them. */
const certificates: readonly (readonly [RegExp, string])[] = [
  [/^(DEPTH_ZERO_)?SELF_SIGNED/, 'its certificate is signed by nobody this machine knows'],
  [/^UNABLE_TO/, 'its certificate is signed by nobody this machine knows'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'its certificate is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'its certificate is for another host'],
  [/^CERT_/, 'its certificate is not trusted'],
];

/** What to do about each of them. Switching the check off is no answer: the URL may carry a token. */
const trustIt =
  'If a company or you yourself made the certificate, have the system trust its authority ("http.systemCertificates" lets the editor use it), or start the editor with NODE_EXTRA_CA_CERTS set to its file.';
const certificateSteps: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'Have the certificate of the server renewed, and check the clock of this machine.',
  CERT_NOT_YET_VALID: 'Check the clock of this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Use the host name that the certificate is for; see the log.',
};

/** Explains why nothing came back from `url`. */
export function explainNetworkError(error: unknown, url: string): Cause {
  const code = causeCode(error);
  const [, certificate] = certificates.find(([pattern]) => pattern.test(code ?? '')) ?? [];
  if (certificate !== undefined) {
    return {
      reason: 'certificate',
      message: `${url} is not trusted: ${certificate} (${code}).`,
      next: certificateSteps[code ?? ''] ?? trustIt,
    };
  }
  const { why, next } = unreachable(code, url);
  return {
    reason: 'unreachable',
    message: `${url} cannot be reached: ${code === undefined ? allWords(error) : `${why} (${code})`}.`,
    next,
  };
}

function unreachable(code: string | undefined, url: string): { readonly why: string; readonly next: string } {
  // A definition may hold variables in place of a host.
  const host = URL.canParse(url) ? new URL(url).host : url;
  if (code === 'ECONNREFUSED')
    return {
      why: 'nothing listens there',
      next: `Start the server, or correct host and port (${host}) in its "url".`,
    };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return {
      why: 'the host name is unknown',
      next: `Check the spelling of the host (${host}), the network, and whether it needs a VPN or the setting "http.proxy".`,
    };
  if (code === 'EPROTO' || code?.startsWith('ERR_SSL'))
    return {
      why: 'it does not speak TLS',
      next: `If the server at ${host} is a plain HTTP server, its "url" begins with http: and not https:.`,
    };
  if (code !== undefined && /TIMEDOUT|TIMEOUT/.test(code))
    return {
      why: 'it does not answer',
      next: `Check whether ${host} is up, and whether it needs a VPN or the setting "http.proxy".`,
    };
  return {
    why: 'the connection broke',
    next: 'Check that the server runs and that the URL is right, then reconnect.',
  };
}
