import { createHash, webcrypto } from 'node:crypto';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { readChallengeCertificate } from './challenge-certificate.js';
import { X509Problem } from './x509-problem.js';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const IDENTIFIER = '1.3.6.1.5.5.7.1.31';
const DIGEST = createHash('sha256').update('token.thumbprint').digest();
const NAME: x509.JsonGeneralName = { type: 'dns', value: 'a.example.org' };

const names = (...list: x509.JsonGeneralName[]) => new x509.SubjectAlternativeNameExtension(list);
const octets = (bytes: Buffer) => Buffer.concat([Buffer.from([4, bytes.length]), bytes]);
const identifier = (value: Buffer = octets(DIGEST), isCritical = true, id = IDENTIFIER) =>
  new x509.Extension(id, isCritical, value);

async function certificate(...extensions: x509.Extension[]): Promise<Buffer> {
  x509.cryptoProvider.set(webcrypto as never);
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const made = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '0401', name: 'CN=a.example.org', keys: keys as never },
    ...{ signingAlgorithm: ALGORITHM, extensions },
  });
  return Buffer.from(made.rawData);
}

describe('the certificate of a challenge', () => {
  it.each<[string, x509.JsonGeneralName, object]>([
    ['a host', NAME, { type: 'dns', value: 'a.example.org' }],
    ['an address', { type: 'ip', value: '10.0.0.1' }, { type: 'ip', value: '10.0.0.1' }],
  ])('names %s, and has a digest', async (_, sent, name) => {
    const der = await certificate(names(sent), identifier());

    expect(readChallengeCertificate(der)).toEqual({ name, digest: DIGEST });
  });

  it('by another issuer is none', async () => {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
    const made = await x509.X509CertificateGenerator.create({
      ...{ serialNumber: '0401', subject: 'CN=a.example.org', issuer: 'CN=b.example.org' },
      ...{ publicKey: keys.publicKey as never, signingKey: keys.privateKey as never },
      ...{ signingAlgorithm: ALGORITHM, extensions: [names(NAME), identifier()] },
    });

    expect(() => readChallengeCertificate(Buffer.from(made.rawData))).toThrow(X509Problem);
  });

  it.each<[string, () => x509.Extension[]]>([
    ['two names', () => [names(NAME, { type: 'dns', value: 'b.example.org' }), identifier()]],
    ['no name but in its subject', () => [identifier()]],
    ['a name of another kind', () => [names({ type: 'email', value: 'a@b.c' }), identifier()]],
    ['no digest', () => [names(NAME)]],
    ['a digest that is not critical', () => [names(NAME), identifier(octets(DIGEST), false)]],
    ['a digest of 31 bytes', () => [names(NAME), identifier(octets(DIGEST.subarray(1)))]],
    [
      'a digest whose length is longer than it has to be',
      () => [names(NAME), identifier(Buffer.concat([Buffer.from([4, 0x81, 32]), DIGEST]))],
    ],
    [
      'more behind the digest',
      () => [names(NAME), identifier(Buffer.concat([octets(DIGEST), Buffer.from([5, 0])]))],
    ],
    ['a digest that is no OCTET STRING', () => [names(NAME), identifier(DIGEST)]],
    [
      'the older identifier',
      () => [names(NAME), identifier(octets(DIGEST), true, `${IDENTIFIER}.1`)],
    ],
    ['the digest twice', () => [names(NAME), identifier(), identifier()]],
  ])('with %s is none (C59)', async (_, extensions) => {
    const der = await certificate(...extensions());

    expect(() => readChallengeCertificate(der)).toThrow(X509Problem);
  });
});
