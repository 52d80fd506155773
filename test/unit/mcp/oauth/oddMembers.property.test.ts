/** Whatever optional members of an answer of an authorization server are null or of a wrong kind: the rest arrives. */
import assert from 'node:assert/strict';
import type { SpecTypeName } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { regularAnswers } from '../../../../src/mcp/oauth/regularAnswers.ts';
import { cases } from '../../../fixtures/cases.ts';
import { copyOf, isValid, oddities, someOf, without, withOdd } from '../../../fixtures/oddMembers.ts';

const server = 'https://mcp.example/mcp';
const issuer = 'https://as.example';

interface Answer {
  readonly type: SpecTypeName;
  readonly url: string;
  readonly init?: RequestInit;
  readonly right: Record<string, unknown>;
}

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  revocation_endpoint: `${issuer}/revoke`,
  introspection_endpoint: `${issuer}/introspect`,
  jwks_uri: `${issuer}/keys`,
  service_documentation: `${issuer}/docs`,
  scopes_supported: ['a', 'b'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  token_endpoint_auth_signing_alg_values_supported: ['ES256'],
  revocation_endpoint_auth_methods_supported: ['none'],
  introspection_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  dpop_signing_alg_values_supported: ['ES256'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
};
const registered = {
  redirect_uris: ['http://127.0.0.1:1/oauth'],
  client_name: 'a',
  client_uri: issuer,
  logo_uri: `${issuer}/logo`,
  scope: 'a b',
  contacts: ['a@b.example'],
  tos_uri: `${issuer}/tos`,
  policy_uri: `${issuer}/policy`,
  jwks_uri: `${issuer}/keys`,
  software_id: 'a',
  software_version: '1',
  software_statement: 'a',
  token_endpoint_auth_method: 'none',
  application_type: 'native',
  grant_types: ['authorization_code'],
  response_types: ['code'],
};

const answers: Readonly<Record<string, Answer>> = {
  'metadata of an authorization server': {
    type: 'OAuthMetadata',
    url: `${issuer}/.well-known/oauth-authorization-server`,
    right: metadata,
  },
  'metadata of an OpenID provider': {
    type: 'OpenIdProviderDiscoveryMetadata',
    url: `${issuer}/.well-known/openid-configuration`,
    right: {
      ...metadata,
      userinfo_endpoint: `${issuer}/user`,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      claims_supported: ['email'],
      claims_locales_supported: ['de'],
      ui_locales_supported: ['de'],
      display_values_supported: ['page'],
      claim_types_supported: ['normal'],
      acr_values_supported: ['a'],
      claims_parameter_supported: true,
      request_parameter_supported: true,
      request_uri_parameter_supported: true,
      require_request_uri_registration: false,
      op_policy_uri: `${issuer}/policy`,
      op_tos_uri: `${issuer}/tos`,
    },
  },
  'metadata of a protected resource': {
    type: 'OAuthProtectedResourceMetadata',
    url: 'https://mcp.example/.well-known/oauth-protected-resource/mcp',
    right: {
      resource: server,
      authorization_servers: [issuer],
      jwks_uri: `${issuer}/keys`,
      scopes_supported: ['a'],
      bearer_methods_supported: ['header'],
      resource_signing_alg_values_supported: ['ES256'],
      resource_name: 'a',
      resource_documentation: `${issuer}/docs`,
      resource_policy_uri: `${issuer}/policy`,
      resource_tos_uri: `${issuer}/tos`,
      tls_client_certificate_bound_access_tokens: true,
      authorization_details_types_supported: ['a'],
      dpop_signing_alg_values_supported: ['ES256'],
      dpop_bound_access_tokens_required: false,
    },
  },
  'a registration': {
    type: 'OAuthClientInformationFull',
    url: `${issuer}/register`,
    init: { method: 'POST', body: JSON.stringify(registered) },
    right: {
      ...registered,
      client_id: 'a',
      client_secret: 'b',
      client_id_issued_at: 1,
      client_secret_expires_at: 2,
    },
  },
  tokens: {
    type: 'OAuthTokens',
    url: `${issuer}/token`,
    init: { method: 'POST', body: new URLSearchParams({ grant_type: 'authorization_code' }) },
    right: {
      access_token: 'a',
      token_type: 'Bearer',
      expires_in: 5,
      scope: 'a b',
      refresh_token: 'r',
      id_token: 'i',
    },
  },
};

describe('odd members of a sign-in', () => {
  for (const [what, { type, url, init, right }] of Object.entries(answers))
    it(`cost nothing else of ${what}`, async () => {
      assert.ok(isValid(type, right), 'the example is valid');
      const read = async (value: unknown): Promise<unknown> => {
        const base = (): Promise<Response> => Promise.resolve(Response.json(copyOf(value)));
        return (await regularAnswers(base, server, undefined)(url, init)).json();
      };
      assert.deepEqual(await read(right), right);
      const odd = oddities(type, right);
      await fc.assert(
        fc.asyncProperty(someOf(odd), async (some) => {
          const paths = some.map(({ path }) => path);
          const got = await read(withOdd(right, some));
          assert.deepEqual(without(got, paths), without(right, paths), JSON.stringify(some));
          assert.ok(isValid(type, got), JSON.stringify([some, got]));
        }),
        { numRuns: cases(200, 5_000) },
      );
    });
});
