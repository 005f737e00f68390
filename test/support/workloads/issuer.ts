import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { type FakeHost, type FakeNetwork, json } from '../outgoing/fake-network.js';

export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

export async function aSigningKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return {
    kid,
    alg,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' },
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** Signs claims as they are; times have to be among them. */
export const signed = (claims: Claims, key: SigningKey, header: object = {}): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'JWT', ...header })
    .sign(key.privateKey);

/** Seconds since 1970. */
export const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

/** An issuer with metadata and keys, at a name of the fake network. */
export class TestIssuer {
  private constructor(
    readonly host: FakeHost,
    readonly url: string,
    /** What the key set holds; may be changed. */
    readonly keys: SigningKey[],
  ) {}

  static async open(network: FakeNetwork, name: string, path = ''): Promise<TestIssuer> {
    const keys = [await aSigningKey('key-1')];
    const url = `https://${name}${path}`;
    const host = await network.host(name, (call, res) => {
      const isMetadata = call.path === `${path}/.well-known/openid-configuration`;
      const metadata = { issuer: url, jwks_uri: `${url}/keys` };
      const keySet = { keys: keys.map(({ publicJwk }) => publicJwk) };
      json(isMetadata ? metadata : keySet)(call, res);
    });
    return new TestIssuer(host, url, keys);
  }

  /** A token that is good for an hour; a claim that is undefined is left out. */
  token(claims: Claims, key = this.keys[0]!, header: object = {}): Promise<string> {
    const iat = nowSeconds();
    const all = { iss: this.url, iat, exp: iat + 3_600, ...claims };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    return signed(Object.fromEntries(given), key, header);
  }
}
