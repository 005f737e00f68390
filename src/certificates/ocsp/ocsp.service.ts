import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { addCost, widenWork } from '../../http/limits/admission.js';
import {
  isAskedOf,
  makeOcspResponse,
  type OcspQuestion,
  type OcspStatus,
  ocspFailure,
  readOcspRequest,
} from '../../x509/ocsp.js';
import { type CertificateFacts, readStoredCertificate } from '../../x509/read-certificate.js';
import { X509Problem } from '../../x509/x509-problem.js';
import { AuthorityCertificatesRepository } from '../authorities/authority-certificates.repository.js';
import { AuthorityKeys } from '../keys/authority-keys.js';
import { type AnsweringAuthority, type AnsweringKey, OcspRepository } from './ocsp.repository.js';

/** Milliseconds that an answer is good for. */
const LIVES_FOR = 60 * 60_000;
/** Milliseconds that an answer is given out again, and how many are kept. */
const KEPT_FOR = 10 * 60_000;
const MAX_KEPT = 5_000;
const MAX_ISSUERS = 2_000;
/** Requests that one counts for whose bytes are no request; one of several certificates counts for as many. */
const MALFORMED_COST = 10;

export interface OcspResult {
  readonly der: Buffer;
  /** Null where it may not be kept by others: for a nonce, and where it says that there is no answer. */
  readonly times: { readonly thisUpdate: Date; readonly nextUpdate: Date } | null;
}

interface Answering {
  readonly authorityId: string;
  readonly authority: AnsweringAuthority;
  readonly key: AnsweringKey;
  readonly issuer: CertificateFacts;
}

/**
 * Tells whether certificates are revoked, signed by their authority. An answer without nonce is kept under the count of
 * revocations that it was made from, so that every replica knows of a revocation at once.
 */
@Injectable()
export class OcspResponder {
  private readonly kept = new LRUCache<string, OcspResult>({ max: MAX_KEPT, ttl: KEPT_FOR });

  private readonly issuers = new LRUCache<string, CertificateFacts>({ max: MAX_ISSUERS });

  constructor(
    private readonly repository: OcspRepository,
    private readonly certificates: AuthorityCertificatesRepository,
    private readonly keys: AuthorityKeys,
    database: Database,
  ) {
    database.onHistoryChange(() => {
      this.kept.clear();
      this.issuers.clear();
    });
  }

  /** Throws 404 for an unknown authority; whatever is wrong with the request is an answer. */
  async answer(authorityId: string, request: Buffer): Promise<OcspResult> {
    const authority = isUuid(authorityId) ? await this.repository.find(authorityId) : null;
    if (!authority) throw notFound();
    const name = authority.isOcspEnabled ? nameOf(authorityId, authority, request) : '';
    const known = this.kept.get(name);
    if (known) return known;
    await widenWork();
    const question = questionOf(request);
    // Reading takes as long for one as for the other.
    addCost(question ? question.asked.length - 1 : MALFORMED_COST);
    if (!question) return failed('malformedRequest');
    if (!authority.isOcspEnabled) return failed('unauthorized');
    const found = await this.signingKeyOf(authorityId, authority, question);
    if (!found) return failed('unauthorized');
    const made = await this.make({ authorityId, authority, ...found }, question);
    // A certificate that is unknown now may be issued in a moment.
    if (!question.nonce && made.knowsAll) this.kept.set(name, made.result);
    return made.result;
  }

  /** The key of which every certificate that is asked about would be; one answer has one signature. */
  private async signingKeyOf(
    authorityId: string,
    { keys }: AnsweringAuthority,
    { asked }: OcspQuestion,
  ): Promise<Pick<Answering, 'key' | 'issuer'> | null> {
    for (const key of keys) {
      const issuer = await this.issuerOf(authorityId, key);
      if (issuer && asked.every((each) => isAskedOf(each, issuer))) return { key, issuer };
    }
    return null;
  }

  /** Reads each certificate once: requests come often, and an authority may have a hundred keys. Null if it is gone. */
  private async issuerOf(
    authorityId: string,
    { certificateId }: AnsweringKey,
  ): Promise<CertificateFacts | null> {
    const known = this.issuers.get(certificateId);
    if (known) return known;
    const der = await this.certificates.findDer(authorityId, certificateId);
    if (!der) return null;
    const read = readStoredCertificate(der);
    this.issuers.set(certificateId, read);
    return read;
  }

  private async make(
    { authorityId, authority: { now }, key, issuer }: Answering,
    { asked, nonce }: OcspQuestion,
  ): Promise<{ readonly result: OcspResult; readonly knowsAll: boolean }> {
    const serialNumbers = asked.map(({ serialNumber }) => serialNumber);
    const above = revokedAbove(key);
    const issued = await this.repository.issued(authorityId, key.keyNumber, serialNumbers);
    const statuses = new Map(
      issued.map(({ serialNumber, revokedAt, reason }): [string, OcspStatus] => [
        serialNumber,
        revokedAt ? { revokedAt, reason: reason ?? 'UNSPECIFIED' } : (above ?? 'good'),
      ]),
    );
    const certificates = asked.map(({ id, serialNumber }) => ({
      id,
      status: statuses.get(serialNumber) ?? 'unknown',
    }));
    const thisUpdate = new Date(Math.floor(now.getTime() / 1_000) * 1_000);
    const nextUpdate = new Date(thisUpdate.getTime() + LIVES_FOR);
    const signer = await this.keys.signerOf(authorityId, key.keyNumber);
    const answer = { certificates, thisUpdate, nextUpdate, nonce };
    const der = await makeOcspResponse(answer, issuer, signer);
    const knowsAll = certificates.every(({ status }) => status !== 'unknown');
    const times = nonce ? null : { thisUpdate, nextUpdate };
    return { result: { der, times }, knowsAll };
  }
}

/** Names an answer by the bytes of its request and by all that it depends on. */
const nameOf = (authorityId: string, authority: AnsweringAuthority, request: Buffer): string =>
  [
    authorityId,
    authority.revocationCount,
    JSON.stringify(authority.keys),
    hash('sha256', request, 'base64'),
  ].join();

/** Whatever an authority that is revoked has signed counts as revoked. */
const revokedAbove = ({ revokedAt }: AnsweringKey): Exclude<OcspStatus, string> | null =>
  revokedAt === null ? null : { revokedAt: new Date(revokedAt), reason: 'CA_COMPROMISE' };

const failed = (failure: 'malformedRequest' | 'unauthorized'): OcspResult => ({
  der: ocspFailure(failure),
  times: null,
});

function questionOf(request: Buffer): OcspQuestion | null {
  try {
    return readOcspRequest(request);
  } catch (error) {
    if (error instanceof X509Problem) return null;
    throw error;
  }
}
