import { exportSPKI, importJWK } from 'jose';
import type { TestApp } from '../harness.js';
import type { Caller } from '../scene.js';
import { aSigningKey, nowSeconds, signed, type SigningKey } from './issuer.js';
import { attachPath, loginPath } from './workload-scene.js';

/** An issuer whose key is stored with the row, so that its logins need no network. */
export class StaticTrust {
  private constructor(
    private readonly key: SigningKey,
    private readonly publicKey: string,
  ) {}

  static async open(): Promise<StaticTrust> {
    const key = await aSigningKey('static');
    const imported = await importJWK(key.publicJwk, key.alg, { extractable: true });
    return new StaticTrust(key, await exportSPKI(imported as never));
  }

  settings(more: object = {}): object {
    return {
      configurationType: 'static',
      publicKeys: [this.publicKey],
      boundIssuer: 'https://jobs.example',
      boundAudiences: 'strongroom',
      boundSubject: 'job:a',
      ...more,
    };
  }

  /** Attaches JWT auth with this key. */
  async attach(admin: Caller, identityId: string, more: object = {}): Promise<void> {
    await admin.http.post(attachPath('jwt-auth', identityId)).send(this.settings(more)).expect(200);
  }

  jwt(more: object = {}): Promise<string> {
    const iat = nowSeconds();
    const usual = { iss: 'https://jobs.example', aud: 'strongroom', sub: 'job:a' };
    return signed({ ...usual, iat, exp: iat + 600, ...more }, this.key);
  }

  /** The access token of a login. */
  async login(server: TestApp, identityId: string, more: object = {}): Promise<string> {
    const jwt = await this.jwt(more);
    const { body } = await server.http
      .post(loginPath('jwt-auth'))
      .send({ identityId, jwt })
      .expect(200);
    return (body as { accessToken: string }).accessToken;
  }
}
