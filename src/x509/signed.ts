import { BitString, Null, Sequence } from 'asn1js';
import { AlgorithmIdentifier, type Certificate, type CertificationRequest } from 'pkijs';
import { type KeyAlgorithm, rowOfAlgorithm } from './key-algorithms.js';
import type { Signer } from './signer.js';

type Signable = Certificate | CertificationRequest;

/** RSA's identifiers have a NULL for parameters, all others none (RFC 4055, 5758, 8410, 9881). */
export function identifierOf(algorithm: KeyAlgorithm): AlgorithmIdentifier {
  const { type, signatureOid } = rowOfAlgorithm(algorithm);
  const algorithmId = signatureOid;
  return type === 'rsa'
    ? new AlgorithmIdentifier({ algorithmId, algorithmParams: new Null() })
    : new AlgorithmIdentifier({ algorithmId });
}

/** Signs what was put together, and returns it in DER (RFC 5280, 4.1). */
export async function signed(form: Signable, signer: Signer): Promise<Buffer> {
  form.signatureAlgorithm = identifierOf(signer.algorithm);
  if ('signature' in form) form.signature = identifierOf(signer.algorithm);
  const [body] = (form.toSchema(true) as Sequence).valueBlock.value as [Sequence]; // what is signed comes first
  const signature = await signer.sign(Buffer.from(body.toBER()));
  const algorithm = identifierOf(signer.algorithm).toSchema();
  const value = [body, algorithm, new BitString({ valueHex: signature })];
  return Buffer.from(new Sequence({ value }).toBER());
}
