/**
 * Rules for answers of authorization servers, and for metadata (RFC 6749, 7591, 8414, 9728; OpenID Connect Discovery).
 */
import { isRecord } from '../../base/common/guards.ts';
import { filled, flagOrText, integer, list, number, object, text, type Rule } from './rules.ts';

const nonEmpty: Rule = (value, place) => {
  const read = text(value, place);
  return typeof read === 'string' && read.trim() !== '' ? read : undefined;
};

/**
 * Reads a list of words. A text is split into its words, as `scope` has them. A list of none says nothing: some programs
 * write one for what is not set.
 */
const words: Rule = (value, place) => {
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined;
  const read = list(nonEmpty)(typeof value === 'string' ? value.split(/[\s,]+/) : value, place);
  return Array.isArray(read) && read.length > 0 ? read : undefined;
};

/** Reads the ways to prove a code, whose names have a case. */
const methods: Rule = (value, place) => {
  const read = words(value, place);
  const isOdd = Array.isArray(read) && read.includes('s256');
  return isOdd ? read.map((each) => (each === 's256' ? 'S256' : (each as unknown))) : read;
};

/** Reads the scopes of an answer, which are a text with blanks. A list is joined. */
const scopes: Rule = (value, place) =>
  nonEmpty(Array.isArray(value) ? value.filter((each) => typeof each === 'string').join(' ') : value, place);

/** Accepts an address, also one that is relative to the address of the answer. */
function address(base: URL): Rule {
  return (given) => {
    const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
    if (typeof value !== 'string' || value.trim() === '') return undefined;
    if (URL.canParse(value)) return isSafe(new URL(value)) ? value : undefined;
    return value.startsWith('/') && URL.canParse(value, base.href) ? new URL(value, base).href : undefined;
  };
}

/** Returns false for schemes that the SDK refuses in any address. */
function isSafe({ protocol }: URL): boolean {
  return !['javascript:', 'data:', 'vbscript:'].includes(protocol);
}

function members(names: readonly string[], rule: Rule): Record<string, Rule> {
  return Object.fromEntries(names.map((name) => [name, rule]));
}

/** Returns the rule for metadata of an MCP server. A `resource` that is missing can only be the server itself. */
export function resourceMetadata(at: URL, serverUrl: string): Rule {
  const url = address(at);
  const known = object({
    resource: url,
    authorization_servers: list(url),
    ...members(['jwks_uri', 'resource_policy_uri', 'resource_tos_uri'], url),
    ...members(['resource_name', 'resource_documentation'], text),
    ...members(
      [
        'scopes_supported',
        'bearer_methods_supported',
        'resource_signing_alg_values_supported',
        'authorization_details_types_supported',
        'dpop_signing_alg_values_supported',
      ],
      words,
    ),
    ...members(
      ['tls_client_certificate_bound_access_tokens', 'dpop_bound_access_tokens_required'],
      flagOrText,
    ),
  });
  const named: Rule = (value, place) => {
    const whole = known(value, place);
    if (!isRecord(whole) || !isSameButSlash(whole['resource'], serverUrl)) return whole;
    place.reportOdd('resource', 'mended');
    return { ...whole, resource: serverUrl };
  };
  return filled(named, () => ({ resource: serverUrl }));
}

/** A member for the issuer as the server writes it: it comes back with the code in just that form (RFC 9207). */
export const AS_WRITTEN = 'patchbay_issuer';

/** Returns the rule for metadata of an authorization server, of OAuth or of OpenID Connect. */
export function serverMetadata(at: URL): Rule {
  const url = address(at);
  const issuer = issuerOf(at);
  const known = object({
    issuer: (value, place) => (typeof value === 'string' ? nonEmpty(value, place) : undefined),
    ...members(
      [
        'authorization_endpoint',
        'token_endpoint',
        'registration_endpoint',
        'revocation_endpoint',
        'userinfo_endpoint',
        'jwks_uri',
        'op_policy_uri',
        'op_tos_uri',
        'service_documentation',
      ],
      url,
    ),
    introspection_endpoint: text,
    ...members(listsOfServers, words),
    code_challenge_methods_supported: methods,
    ...members(
      [
        'client_id_metadata_document_supported',
        'authorization_response_iss_parameter_supported',
        'claims_parameter_supported',
        'request_parameter_supported',
        'request_uri_parameter_supported',
        'require_request_uri_registration',
      ],
      flagOrText,
    ),
  });
  const named: Rule = (value, place) => {
    const whole = known(value, place);
    if (!isRecord(whole) || !isSameButSlash(whole['issuer'], issuer)) return whole;
    place.reportOdd('issuer', 'mended');
    return { ...whole, issuer, [AS_WRITTEN]: whole['issuer'] };
  };
  return filled(named, (whole) => ({
    issuer,
    response_types_supported: ['code'],
    // The SDK requires these members of OpenID Connect, and nothing here uses them.
    ...(at.pathname.includes('openid-configuration') && {
      jwks_uri: whole['issuer'] ?? issuer,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [],
    }),
  }));
}

const listsOfServers = [
  'scopes_supported',
  'response_types_supported',
  'response_modes_supported',
  'grant_types_supported',
  'acr_values_supported',
  'subject_types_supported',
  'token_endpoint_auth_methods_supported',
  'token_endpoint_auth_signing_alg_values_supported',
  'revocation_endpoint_auth_methods_supported',
  'revocation_endpoint_auth_signing_alg_values_supported',
  'introspection_endpoint_auth_methods_supported',
  'introspection_endpoint_auth_signing_alg_values_supported',
  'dpop_signing_alg_values_supported',
  'id_token_signing_alg_values_supported',
  'id_token_encryption_alg_values_supported',
  'id_token_encryption_enc_values_supported',
  'userinfo_signing_alg_values_supported',
  'userinfo_encryption_alg_values_supported',
  'userinfo_encryption_enc_values_supported',
  'request_object_signing_alg_values_supported',
  'request_object_encryption_alg_values_supported',
  'request_object_encryption_enc_values_supported',
  'display_values_supported',
  'claim_types_supported',
  'claims_supported',
  'claims_locales_supported',
  'ui_locales_supported',
];

/**
 * Returns the issuer that serves its metadata at that address (RFC 8414, section 3.1; OpenID Connect Discovery, section
 * 4).
 */
function issuerOf({ origin, pathname }: URL): string {
  const path = pathname.replace(/\/?\.well-known\/(?:oauth-authorization-server|openid-configuration)/, '');
  return `${origin}${path.replace(/\/$/, '')}`;
}

function isSameButSlash(value: unknown, issuer: string): boolean {
  return typeof value === 'string' && value === `${issuer}/`;
}

/** Returns the rule for the answer to a registration. `sent` is the client's metadata, which the answer repeats. */
export function registration(at: URL, sent: Readonly<Record<string, unknown>>): Rule {
  const url = address(at);
  const known = object({
    client_id: nonEmpty,
    client_secret: nonEmpty,
    ...members(['client_id_issued_at', 'client_secret_expires_at'], number),
    redirect_uris: list(url),
    ...members(['grant_types', 'response_types', 'contacts'], words),
    scope: scopes,
    ...members(['client_uri', 'logo_uri', 'tos_uri', 'jwks_uri'], url),
    ...members(
      [
        'token_endpoint_auth_method',
        'application_type',
        'client_name',
        'policy_uri',
        'software_id',
        'software_version',
        'software_statement',
      ],
      text,
    ),
  });
  return filled(known, () => ({ redirect_uris: sent['redirect_uris'] }));
}

const seconds: Rule = (value, place) => {
  const read = integer(typeof value === 'string' ? value.replace(/s$/, '') : value, place);
  return typeof read === 'number' && read >= 0 ? read : undefined;
};

/** Tokens are of the kind "Bearer" if the answer does not name their kind. */
export const tokens = filled(
  object({
    access_token: nonEmpty,
    token_type: nonEmpty,
    expires_in: seconds,
    scope: scopes,
    refresh_token: nonEmpty,
    id_token: nonEmpty,
  }),
  ({ access_token: access }) => ({ token_type: access === undefined ? undefined : 'Bearer' }),
);

export interface OAuthRefusal {
  readonly error: string;
  readonly error_description?: string | undefined;
}

/** Returns the error in an answer, in whatever form it has, or undefined if there is none. */
export function refusalIn(value: unknown): OAuthRefusal | undefined {
  if (!isRecord(value)) return undefined;
  const { error, errors } = value;
  const first: unknown = Array.isArray(errors) ? errors[0] : errors;
  const inner = isRecord(error) ? error : isRecord(first) ? first : {};
  const code = firstText(error, inner['error'], inner['code'], inner['type'], first);
  const said = firstText(
    value['error_description'],
    value['message'],
    value['detail'],
    value['title'],
    inner['message'],
    inner['error_description'],
    inner['detail'],
  );
  if (code === undefined && said === undefined) return undefined;
  return { error: code ?? 'server_error', error_description: said };
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((each): each is string => typeof each === 'string' && each.trim() !== '');
}
