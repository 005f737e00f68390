import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

export interface Issued {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface TestAuthority {
  /** The certificate (PEM) that its servers are verified against. */
  readonly ca: string;
  issue(host: string): Promise<Issued>;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY = 86_400_000;

let serial = 1;

x509.cryptoProvider.set(webcrypto as never);

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

async function keyText({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> {
  const der = await webcrypto.subtle.exportKey('pkcs8', privateKey);
  return x509.PemConverter.encode(der, 'PRIVATE KEY');
}

const frame = () => ({
  serialNumber: (serial++).toString(16).padStart(4, '0'),
  notBefore: new Date(Date.now() - DAY),
  notAfter: new Date(Date.now() + DAY),
  signingAlgorithm: ALGORITHM,
});

/** A certificate authority of its own for a test. */
export async function aTestAuthority(): Promise<TestAuthority> {
  const keys = await newKeys();
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...frame(),
    name: 'CN=Test authority',
    keys: keys as never,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  const issue = async (host: string): Promise<Issued> => {
    const own = await newKeys();
    const type = /^[\d.:]+$/.test(host) ? 'ip' : 'dns';
    const cert = await x509.X509CertificateGenerator.create({
      ...frame(),
      subject: 'CN=Test server',
      issuer: root.subject,
      publicKey: own.publicKey as never,
      signingKey: keys.privateKey as never,
      extensions: [new x509.SubjectAlternativeNameExtension([{ type, value: host }])],
    });
    return { cert: cert.toString('pem'), key: await keyText(own) };
  };
  return { ca: root.toString('pem'), issue };
}
