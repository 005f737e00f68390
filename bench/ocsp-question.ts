import { X509Certificate } from 'node:crypto';
import { fromBER } from 'asn1js';
import { Certificate, OCSPRequest } from 'pkijs';

/** A question by OCSP whether a certificate is good, in DER (RFC 6960, 4.1.1). Both are PEM. */
export async function questionAbout({
  certificate,
  issuingCaCertificate,
}: {
  readonly certificate: string;
  readonly issuingCaCertificate: string;
}): Promise<Buffer> {
  const question = new OCSPRequest();
  const issuerCertificate = read(issuingCaCertificate);
  const hash = { hashAlgorithm: 'SHA-1', issuerCertificate };
  await question.createForCertificate(read(certificate), hash);
  return Buffer.from(question.toSchema(true).toBER());
}

function read(pem: string): Certificate {
  const { result: schema } = fromBER(new X509Certificate(pem).raw);
  return new Certificate({ schema });
}
