import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const HOUR = 3_600_000;

/** What a certificate cannot do without: another library that reads a request and signs, with a key in memory, and nothing else. */
export class PlainAuthority {
  private constructor(
    private readonly key: webcrypto.CryptoKey,
    readonly csr: string,
  ) {}

  static async open(name: string): Promise<PlainAuthority> {
    x509.cryptoProvider.set(webcrypto as never);
    const keys = await newKey();
    const request = await x509.Pkcs10CertificateRequestGenerator.create({
      keys: keys as never,
      signingAlgorithm: ALGORITHM,
      extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }])],
    });
    const { privateKey } = await newKey();
    return new PlainAuthority(privateKey as webcrypto.CryptoKey, request.toString('pem'));
  }

  /** From the request, whose signature is verified. */
  async issue(): Promise<void> {
    const request = new x509.Pkcs10CertificateRequest(this.csr);
    if (!(await request.verify())) throw new Error('The request is not signed by its key.');
    await this.sign(request.publicKey as never, request.extensions);
  }

  /** With a new key. */
  async renew(name: string): Promise<void> {
    const { publicKey } = await newKey();
    const names = new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: name }]);
    await this.sign(publicKey as never, [names]);
  }

  private async sign(publicKey: never, extensions: readonly x509.Extension[]): Promise<void> {
    const now = Date.now();
    const made = await x509.X509CertificateGenerator.create({
      ...{ serialNumber: '41', subject: '', issuer: 'CN=Floor', publicKey },
      ...{ notBefore: new Date(now), notAfter: new Date(now + HOUR) },
      ...{ signingKey: this.key as never, signingAlgorithm: ALGORITHM },
      extensions: [new x509.BasicConstraintsExtension(false), ...extensions],
    });
    made.toString('pem');
  }
}

const newKey = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
