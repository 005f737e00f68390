import { describe, expect, it } from '@jest/globals';
import {
  constants,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  randomBytes,
  sign,
} from 'node:crypto';
import { leastOf } from '../../../test/support/quiet-stopwatch.js';
import { threadTime } from '../../../test/support/thread-time.js';
import {
  effortProblem,
  keptJwk,
  keyFromJwk,
  keyFromPem,
  signerOf,
  type VerificationKey,
} from './verification-key.js';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const PEM = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const JWK = rsa.publicKey.export({ format: 'jwk' });

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (alg: string) => `${part({ alg })}.${part({ sub: 'x' })}`;

describe('a signature', () => {
  it.each([
    ['its PEM', PEM],
    ['its JWK', JSON.stringify(JWK)],
    ['its PEM without the last line end', PEM.trimEnd()],
  ])('is no HMAC by a public key: %s (T301)', async (_, secret) => {
    const text = unsigned('HS256');
    const mac = createHmac('sha256', secret).update(text).digest('base64url');

    expect(await signerOf(`${text}.${mac}`, 'HS256', [keyFromPem(PEM)!])).toBeNull();
    expect(await signerOf(`${text}.${mac}`, 'RS256', [keyFromPem(PEM)!])).toBeNull();
  });

  it('of PS256 has a salt as long as its hash (T301)', async () => {
    const text = unsigned('PS256');
    const signedWith = (saltLength: number) => {
      const padding = constants.RSA_PKCS1_PSS_PADDING;
      const key = { key: rsa.privateKey, padding, saltLength };
      return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
    };

    expect(await signerOf(signedWith(32), 'PS256', [keyFromPem(PEM)!])).not.toBeNull();
    expect(await signerOf(signedWith(1), 'PS256', [keyFromPem(PEM)!])).toBeNull();
    expect(await signerOf(signedWith(0), 'PS256', [keyFromPem(PEM)!])).toBeNull();
  });

  it('is of the algorithm that its key is for (T301)', async () => {
    const narrowed = keyFromJwk({ ...JWK, alg: 'RS512' })!;
    const text = unsigned('RS256');
    const made = `${text}.${sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`;

    expect(await signerOf(made, 'RS256', [keyFromPem(PEM)!])).not.toBeNull();
    expect(await signerOf(made, 'RS256', [narrowed])).toBeNull();
    expect(await signerOf(made, 'ES256', [keyFromPem(PEM)!])).toBeNull();
  });
});

describe('a key of a key set', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  it.each<[string, object]>([
    ['a private key', ec.privateKey.export({ format: 'jwk' })],
    ['a shared secret', { kty: 'oct', k: 'c2VjcmV0' }],
    ['a key for encryption', { ...JWK, use: 'enc' }],
    ['a key of another operation', { ...JWK, key_ops: ['sign'] }],
    ['an exponent of 1', { ...JWK, e: 'AQ' }],
    ['an even exponent', { ...JWK, e: 'Ag' }],
    ['an exponent as long as its modulus', { ...JWK, e: JWK.n }],
    ['an exponent of 33 bits', { ...JWK, e: 'AQAAAAE' }],
    ['of an id of 257 characters', { ...JWK, kid: 'k'.repeat(257) }],
    ['no point of its curve', { kty: 'EC', crv: 'P-256', x: 'AQ', y: 'AQ' }],
    ['an algorithm of another kind of key', { ...JWK, alg: 'ES256' }],
    ['no key at all', { kty: 'RSA' }],
  ])('is left out where it is %s (T319)', (_, jwk) => {
    expect(keyFromJwk(jwk)).toBeNull();
  });

  it('is kept without anything that its issuer put beside it', () => {
    const more = { use: 'sig', key_ops: ['verify', 'x'.repeat(9_000)], x5c: ['y'.repeat(9_000)] };
    const padded = Buffer.concat([Buffer.alloc(9_000), Buffer.from(JWK.n!, 'base64url')]);

    const kept = keptJwk({
      ...JWK,
      ...more,
      n: padded.toString('base64url'),
      kid: 'a',
      alg: 'RS256',
    });

    expect(kept).toEqual({ ...JWK, kid: 'a', alg: 'RS256' });
    expect(keptJwk({ ...JWK, kid: 7 })).toEqual(JWK);
    expect(keptJwk({ ...JWK, use: 'enc' })).toBeNull();
  });

  it('costs next to nothing before a token names it, whatever its curve is', async () => {
    const dear = generateKeyPairSync('ec', { namedCurve: 'P-521' }).publicKey;
    const jwk = keptJwk(dear.export({ format: 'jwk' }));
    const effort = (work: (key: VerificationKey) => unknown) => {
      const start = threadTime();
      for (let n = 0; n < 100; n++) work(keyFromJwk({ ...jwk, kid: `${n}` })!);
      return threadTime() - start;
    };
    const share = () => effort((key) => key.thumbprint()) / effort((key) => key.open());

    // To open one checks its point against the order of the curve: some milliseconds.
    expect(await leastOf(0.5, share)).toBeLessThan(0.5);
  });

  it('is ready for use as one of so many in a process, since it takes far more memory then', () => {
    const jwk = ec.publicKey.export({ format: 'jwk' });
    const keys = Array.from({ length: 1_000 }, () => keyFromJwk({ ...jwk })!);
    const first = keys[0]!.open();

    const last = keys.map((key) => key.open()).at(-1)!;

    expect(keys.at(-1)!.open()).toBe(last);
    expect(keys[0]!.open()).not.toBe(first);
    expect(keys[0]!.open()!.equals(first!)).toBe(true);
  });

  it('verifies nothing where it turns out to be none', async () => {
    const x = Buffer.alloc(32, 1).toString('base64url');
    const offCurve = keyFromJwk({ kty: 'EC', crv: 'P-256', x, y: x })!;
    const text = unsigned('ES256');
    const signature = sign('sha256', Buffer.from(text), {
      key: ec.privateKey,
      dsaEncoding: 'ieee-p1363',
    }).toString('base64url');
    const own = keyFromJwk(ec.publicKey.export({ format: 'jwk' }))!;

    expect(await signerOf(`${text}.${signature}`, 'ES256', [offCurve])).toBeNull();
    expect(await signerOf(`${text}.${signature}`, 'ES256', [offCurve, own])).toBe(own);
  });

  it.each(['P-256', 'P-384', 'P-521'])(
    'verifies what was signed with its curve: %s',
    async (crv) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: crv });
      const algorithm = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' }[crv]!;
      const text = unsigned(algorithm);
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
      const made = sign(`sha${algorithm.slice(2)}`, Buffer.from(text), key).toString('base64url');
      const found = keyFromJwk(keptJwk(publicKey.export({ format: 'jwk' })))!;

      expect(found.algorithms).toEqual([algorithm]);
      expect(await signerOf(`${text}.${made}`, algorithm, [found])).not.toBeNull();
    },
  );

  it('is kept where it verifies', () => {
    const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    expect(keyFromJwk(ed)!.algorithms).toEqual(['EdDSA']);
    expect(keptJwk({ ...ed, kid: 'e' })).toEqual({ ...ed, kid: 'e' });
    expect(keyFromJwk({ ...JWK, use: 'sig', kid: 'a' })).toMatchObject({ keyId: 'a' });
    expect(keyFromJwk(ec.publicKey.export({ format: 'jwk' }))!.algorithms).toEqual(['ES256']);
  });
});

describe('a key in PEM', () => {
  it('is public, and the only one of its text (T319)', () => {
    const pkcs1 = rsa.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    const secret = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

    expect(keyFromPem(pkcs1)).not.toBeNull();
    for (const text of [secret, PEM + secret, `${PEM}${PEM}`, `x${PEM}`, '', 'c2VjcmV0'])
      expect(keyFromPem(text)).toBeNull();
  });

  describe('is one of so many that trying all of them takes as long as twenty usual ones, whatever they are (T317)', () => {
    interface Kind {
      readonly alg: string;
      readonly signature: Buffer;
      readonly jwk: JsonWebKey;
    }
    const curve = (namedCurve: string, alg: string, half: number): Kind => {
      // Each half is smaller than the order of the curve, else nothing is worked out.
      const signature = randomBytes(2 * half);
      signature[0] = signature[half] = 0;
      const { publicKey } = generateKeyPairSync('ec', { namedCurve });
      return { alg, signature, jwk: publicKey.export({ format: 'jwk' }) };
    };
    // Any odd number costs what a product of two primes does.
    const modulus = (bits: number, e: string): Kind => {
      const n = randomBytes(bits / 8);
      n[0]! |= 0x80;
      n[n.length - 1]! |= 1;
      const signature = Buffer.concat([Buffer.alloc(1), randomBytes(bits / 8 - 1)]);
      return { alg: 'RS256', signature, jwk: { kty: 'RSA', n: n.toString('base64url'), e } };
    };
    const USUAL = 'AQAB';
    const LONGEST = '_____w';

    /** Milliseconds of the processor for all keys of a row. */
    const effort = async ({ alg, signature, jwk }: Kind, keys: number): Promise<number> => {
      const token = `${unsigned(alg)}.${signature.toString('base64url')}`;
      const all = Array.from({ length: keys }, () => keyFromJwk(jwk)!);
      const before = process.cpuUsage();
      for (let i = 0; i < 10; i++) expect(await signerOf(token, alg, all)).toBeNull();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };

    it.each<[string, () => Kind, number]>([
      ['P-256', () => curve('P-256', 'ES256', 32), 20],
      ['P-384', () => curve('P-384', 'ES384', 48), 4],
      ['P-521', () => curve('P-521', 'ES512', 66), 2],
      ['RSA of 2048 bits', () => modulus(2_048, USUAL), 20],
      ['RSA of 4096 bits with the longest exponent', () => modulus(4_096, LONGEST), 20],
      ['RSA of 8192 bits', () => modulus(8_192, USUAL), 6],
      ['RSA of 8192 bits with the longest exponent', () => modulus(8_192, LONGEST), 6],
    ])('%s', async (_, make, most) => {
      const kind = make();
      const pem = createPublicKey({ key: kind.jwk, format: 'jwk' })
        .export({ type: 'spki', format: 'pem' })
        .toString();
      let keys = 20;
      while (effortProblem(Array.from({ length: keys }, () => pem)) !== null) keys--;
      const usual = curve('P-256', 'ES256', 32);
      const ratio = async () => (await effort(kind, keys)) / (await effort(usual, 20));
      expect(await leastOf(2, ratio)).toBeLessThan(2);
      expect(keys).toBe(most);
    });
  });

  it('is read once', () => {
    expect(keyFromPem(PEM)).toBe(keyFromPem(PEM));
  });
});
