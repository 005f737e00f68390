import type { ServerMetadata } from 'openid-client';
import { urlProblem } from '../outgoing/target-url.js';

const SUFFIX = '/.well-known/openid-configuration';

/** Signatures by a key that the provider publishes. `none`, and what a shared secret signs, prove nothing to others. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** How this server proves itself to a provider. */
const PROOFS = ['client_secret_basic', 'client_secret_post'];
const TIME_CLAIM = 'auth_time';

/** Why metadata cannot be used, as a sentence that the administrator of the organization reads. */
export class MetadataProblem extends Error {}

/** The address of the metadata, for an issuer or for the address itself. */
export function discoveryUrlOf(text: string): string {
  const base = text.replace(/\/$/, '');
  return base.endsWith(SUFFIX) ? base : base + SUFFIX;
}

/**
 * Returns what is used of a provider's metadata. The issuer has to be the one that the address of the metadata belongs to
 * (OpenID Connect Discovery 1.0, 4.3): else one tenant's provider could pass for another's. Throws MetadataProblem.
 */
export function usableMetadata(discoveryUrl: string, json: unknown): ServerMetadata {
  const said = (json ?? {}) as Readonly<Record<string, unknown>>;
  const { issuer } = said;
  const expected = discoveryUrl.slice(0, -SUFFIX.length);
  if (issuer !== expected && issuer !== `${expected}/`)
    throw new MetadataProblem('the metadata name another issuer than the one at this address');
  const supported = said['id_token_signing_alg_values_supported'];
  const algorithms = ALGORITHMS.filter(
    (each) => !Array.isArray(supported) || supported.includes(each),
  );
  if (algorithms.length === 0)
    throw new MetadataProblem('the provider signs with no algorithm that is accepted');
  const methods = said['token_endpoint_auth_methods_supported'];
  return {
    issuer,
    authorization_endpoint: endpointOf(said, 'authorization_endpoint'),
    token_endpoint: endpointOf(said, 'token_endpoint'),
    jwks_uri: endpointOf(said, 'jwks_uri'),
    ...(said['userinfo_endpoint'] === undefined
      ? {}
      : { userinfo_endpoint: endpointOf(said, 'userinfo_endpoint') }),
    id_token_signing_alg_values_supported: algorithms,
    token_endpoint_auth_methods_supported: Array.isArray(methods)
      ? methods.filter((each) => PROOFS.includes(each as string))
      : ['client_secret_basic'],
    ...(said['end_session_endpoint'] === undefined
      ? {}
      : { end_session_endpoint: endpointOf(said, 'end_session_endpoint') }),
    ...(Array.isArray(said['claims_supported'])
      ? { claims_supported: said['claims_supported'].filter((each) => each === TIME_CLAIM) }
      : {}),
    authorization_response_iss_parameter_supported:
      said['authorization_response_iss_parameter_supported'] === true,
  };
}

/** Whether the provider can say when it last asked for a password: where it does not list what it says, it has to. */
export const namesTime = ({ claims_supported: claims }: ServerMetadata): boolean =>
  !Array.isArray(claims) || claims.includes(TIME_CLAIM);

function endpointOf(said: Readonly<Record<string, unknown>>, name: string): string {
  const value = said[name];
  const problem = typeof value === 'string' ? urlProblem(value) : 'is missing';
  if (problem !== null) throw new MetadataProblem(`${name} of the metadata ${problem}`);
  return value as string;
}
