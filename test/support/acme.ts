import { createHmac, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, FlattenedSign, type JWK } from 'jose';
import {
  anApplication,
  aPolicy,
  aProfile,
  aRoot,
  enrollmentOf,
  type TestApplication,
  type TestAuthority,
  type TestProfile,
} from './certificates.js';
import type { TestApp } from './harness.js';
import type { Caller } from './scene.js';

/** Where the server says that it is; requests go to where it listens. */
export const PUBLIC = 'https://acme.example.test';

export interface AcmeKeyPair {
  readonly privateKey: KeyObject;
  readonly jwk: JWK;
  readonly alg: string;
}

export const newAcmeKey = (namedCurve = 'P-256', alg = 'ES256'): AcmeKeyPair => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve });
  return { privateKey, jwk: publicKey.export({ format: 'jwk' }) as JWK, alg };
};

export interface AcmeAnswered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
  readonly text: string;
}

/** A flattened JWS. */
export async function aJws(
  payload: unknown,
  header: Record<string, unknown>,
  key: KeyObject,
): Promise<Record<string, string>> {
  const text = payload === '' ? '' : JSON.stringify(payload);
  const signing = new FlattenedSign(new TextEncoder().encode(text));
  return (await signing.setProtectedHeader(header as never).sign(key)) as unknown as Record<
    string,
    string
  >;
}

/** An ACME client that does what it is told, mistakes included. */
export class AcmeTestClient {
  kid: string | null = null;

  constructor(
    private readonly server: Pick<TestApp, 'url'>,
    readonly base: string,
    public key: AcmeKeyPair = newAcmeKey(),
  ) {}

  /** Sends a signed message; `header` is put over what belongs there. */
  async post(
    url: string,
    payload: unknown = '',
    { header = {}, type = 'application/jose+json', key = this.key } = {} as {
      readonly header?: Record<string, unknown>;
      readonly type?: string;
      readonly key?: AcmeKeyPair;
    },
  ): Promise<AcmeAnswered> {
    const who = this.kid === null ? { jwk: key.jwk } : { kid: this.kid };
    const nonce = 'nonce' in header ? header.nonce : await this.nonce();
    const whole = { alg: key.alg, nonce, url, ...who, ...header };
    const known = Object.fromEntries(
      Object.entries(whole).filter(([, value]) => value !== undefined),
    );
    return this.send(url, await aJws(payload, known, key.privateKey), type);
  }

  async send(url: string, body: unknown, type = 'application/jose+json'): Promise<AcmeAnswered> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body: text });
  }

  async fetch(url: string, init: RequestInit = {}): Promise<AcmeAnswered> {
    const answer = await fetch(url.replace(PUBLIC, this.server.url), init);
    const text = await answer.text();
    const isJson = (answer.headers.get('content-type') ?? '').includes('json');
    const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
    return { status: answer.status, headers: answer.headers, body, text };
  }

  async nonce(): Promise<string> {
    const { headers } = await this.fetch(`${this.base}/new-nonce`, { method: 'HEAD' });
    return headers.get('replay-nonce')!;
  }

  /** Registers the key of the client, and goes by its account from then on. */
  async register(more: Record<string, unknown> = {}): Promise<AcmeAnswered> {
    const answer = await this.post(`${this.base}/new-account`, more);
    if (answer.status < 300) this.kid = answer.headers.get('location');
    return answer;
  }

  /** An external account binding for the key of the client. */
  async binding(
    { eabKid, eabSecret }: TestBinding,
    header: Record<string, unknown> = {},
  ): Promise<{ readonly externalAccountBinding: object }> {
    const url = `${this.base}/new-account`;
    const protectedPart = encoded({ alg: 'HS256', kid: eabKid, url, ...header });
    const payload = encoded(this.key.jwk);
    const signature = createHmac('sha256', Buffer.from(eabSecret, 'base64url'))
      .update(`${protectedPart}.${payload}`)
      .digest('base64url');
    return { externalAccountBinding: { protected: protectedPart, payload, signature } };
  }

  thumbprint(): Promise<string> {
    return calculateJwkThumbprint(this.key.jwk);
  }
}

const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

export interface TestBinding {
  readonly eabKid: string;
  readonly eabSecret: string;
}

export const typeOf = ({ body }: AcmeAnswered): string =>
  String(body.type).replace('urn:ietf:params:acme:error:', '');

export interface AcmeScene {
  readonly root: TestAuthority;
  readonly profile: TestProfile;
  /** The URL of the directory, without its last part. */
  readonly base: string;
}

export const baseOf = ({ id }: Pick<TestProfile, 'id'>, family = 'pki'): string =>
  `${PUBLIC}/api/v1/${family}/acme/profiles/${id}`;

/** A profile with an ACME directory. */
export async function anAcmeProfile(
  caller: Pick<Caller, 'http'>,
  projectId: string,
  acmeConfig: object = { skipEabBinding: true },
  rules?: object,
): Promise<AcmeScene> {
  const root = await aRoot(caller, projectId, { commonName: `Root ${randomUUID()}` });
  const policy = await aPolicy(caller, projectId, rules);
  const more = { enrollmentType: 'acme', acmeConfig, defaults: { ttlDays: 30 } };
  const profile = await aProfile(caller, root, policy, more);
  return { root, profile, base: baseOf(profile) };
}

export async function bindingOf(
  caller: Pick<Caller, 'http'>,
  { id }: Pick<TestProfile, 'id'>,
): Promise<TestBinding> {
  const path = `/api/v1/cert-manager/certificate-profiles/${id}/acme/eab-secret/reveal`;
  return (await caller.http.get(path).expect(200)).body as TestBinding;
}

export interface AcmeApplication {
  readonly application: TestApplication;
  /** The path of its enrollment. */
  readonly path: string;
  /** The URL of the directory, without its last part. */
  readonly base: string;
}

/** A new application of the profile, with an ACME directory. */
export async function anAcmeApplication(
  caller: Pick<Caller, 'http'>,
  profile: TestProfile,
  acmeConfig: object = { skipEabBinding: true },
): Promise<AcmeApplication> {
  const application = await anApplication(caller, profile.projectId, [profile.id]);
  const path = enrollmentOf(application, profile);
  const { body } = await caller.http.put(`${path}/acme`).send(acmeConfig).expect(200);
  const { directoryUrl } = (body as { acme: { directoryUrl: string } }).acme;
  return { application, path, base: directoryUrl.replace(/\/directory$/, '') };
}

export async function applicationBindingOf(
  caller: Pick<Caller, 'http'>,
  { path }: Pick<AcmeApplication, 'path'>,
): Promise<TestBinding> {
  return (await caller.http.post(`${path}/acme/eab/reveal`).expect(200)).body as TestBinding;
}
