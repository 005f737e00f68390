import { type BaseBlock, BitString, Enumerated, Integer, Primitive, type Sequence } from 'asn1js';
import { CertificateRevocationList, Extension, Extensions } from 'pkijs';
import { timeOf } from './authority-certificate.js';
import { ofAuthorityKey, OIDS } from './extensions.js';
import type { KeyAlgorithm } from './key-algorithms.js';
import { bodyInThread } from './list-thread.js';
import { readStoredCertificate } from './read-certificate.js';
import type { Signer } from './signer.js';
import { identifierOf } from './signed.js';

const VERSION_2 = 1;
/** The tag of a sequence (X.680, 8.4). */
const SEQUENCE = { tagClass: 1, tagNumber: 16 };

/** Numbers of the reasons (RFC 5280, 5.3.1). The first is left out of a list. */
export const REASON_CODES = {
  UNSPECIFIED: 0,
  KEY_COMPROMISE: 1,
  CA_COMPROMISE: 2,
  AFFILIATION_CHANGED: 3,
  SUPERSEDED: 4,
  CESSATION_OF_OPERATION: 5,
  PRIVILEGE_WITHDRAWN: 9,
} as const;

export type RevocationReason = keyof typeof REASON_CODES;

/** What is revoked: its serial number in lower-case hex, when in seconds since 1970, and why. */
export type RevokedEntry = readonly [
  serialNumber: string,
  revokedAt: number,
  reason: RevocationReason,
];

/** What a list says. All of it can be handed to another thread. */
export interface ListContent {
  readonly number: bigint;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly issuerDer: Uint8Array;
  readonly algorithm: KeyAlgorithm;
  /** Entries in JSON, so many to a page that texts are few: they are handed on at little cost. */
  readonly pages: readonly string[];
}

/** Does work on very many items, and lets others have their turn in between. */
export interface Slices {
  map<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]>;
}

/** Where the entries stand: after version, algorithm, issuer and the two times (RFC 5280, 5.1). */
const PLACE_OF_ENTRIES = 5;

/** Makes a list of revoked certificates (RFC 5280, 5), of version 2 and in DER. A long one is put together in a thread. */
export async function makeRevocationList(
  content: ListContent,
  signer: Signer,
  slices: Slices,
): Promise<Buffer> {
  const isLong = content.pages.length > 1;
  const body = isLong ? await bodyInThread(content) : await listBody(content, slices);
  const algorithm = encoded(identifierOf(signer.algorithm).toSchema());
  const signature = new BitString({ valueHex: await signer.sign(body) });
  return encoded(sequenceOf([body, algorithm, encoded(signature)]));
}

/** What is signed. There may be very many entries: each is encoded by itself. */
export async function listBody(
  { number, thisUpdate, nextUpdate, issuerDer, algorithm, pages }: ListContent,
  slices: Slices,
): Promise<Buffer> {
  const issuer = readStoredCertificate(Buffer.from(issuerDer));
  const ofNumber = new Extension({
    extnID: OIDS.crlNumber,
    extnValue: Integer.fromBigInt(number).toBER(),
  });
  const extensions = [ofAuthorityKey(issuer.keyIdentifier), ofNumber];
  const list = new CertificateRevocationList({
    version: VERSION_2,
    issuer: issuer.subject,
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: timeOf(nextUpdate),
    crlExtensions: new Extensions({ extensions }),
    signature: identifierOf(algorithm),
  });
  const [body] = (list.toSchema(true) as Sequence).valueBlock.value as [Sequence];
  const parts: Buffer[] = [];
  for (const page of pages)
    parts.push(...(await slices.map(JSON.parse(page) as RevokedEntry[], encodedEntry)));
  // An empty list has no sequence of entries at all.
  if (parts.length > 0) body.valueBlock.value.splice(PLACE_OF_ENTRIES, 0, sequenceOf(parts));
  return encoded(body);
}

function encodedEntry([serialNumber, revokedAt, reason]: RevokedEntry): Buffer {
  const serial = new Integer({ valueHex: Buffer.from(serialNumber, 'hex') });
  const time = timeOf(new Date(revokedAt * 1_000)).toSchema();
  return encoded(sequenceOf([encoded(serial), encoded(time), ENCODED_REASONS[reason]]));
}

/** The extensions of an entry, by its reason. The first reason is left out, and no extension is there. */
const ENCODED_REASONS = Object.fromEntries(
  Object.entries(REASON_CODES).map(([reason, value]) => [reason, encodedReason(value)]),
) as Readonly<Record<RevocationReason, Buffer>>;

function encodedReason(value: number): Buffer {
  if (value === 0) return Buffer.alloc(0);
  const extnValue = new Enumerated({ value }).toBER();
  const extension = new Extension({ extnID: OIDS.reasonCode, extnValue });
  return encoded(new Extensions({ extensions: [extension] }).toSchema());
}

function encoded(block: BaseBlock): Buffer {
  return Buffer.from(block.toBER());
}

/** A sequence of what is encoded already, which the library does not look into again. */
function sequenceOf(parts: readonly Buffer[]): BaseBlock {
  const block = new Primitive({ idBlock: SEQUENCE, valueHex: Buffer.concat(parts) });
  block.idBlock.isConstructed = true;
  return block;
}
