import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import {
  isAskedOf,
  makeOcspResponse,
  type OcspQuestion,
  type OcspStatus,
  ocspFailure,
  readOcspRequest,
} from '../../x509/ocsp.js';
import { type CertificateFacts, readCertificate } from '../../x509/read-certificate.js';
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
    const question = questionOf(request);
    if (!question) return failed('malformedRequest');
    if (!authority.isOcspEnabled) return failed('unauthorized');
    const found = this.signingKeyOf(authority, question);
    if (!found) return failed('unauthorized');
    return this.answerBy({ authorityId, authority, ...found }, question);
  }

  /** The key of which every certificate that is asked about would be; one answer has one signature. */
  private signingKeyOf(
    { keys }: AnsweringAuthority,
    { asked }: OcspQuestion,
  ): Pick<Answering, 'key' | 'issuer'> | null {
    for (const key of keys) {
      const issuer = this.issuerOf(key);
      if (asked.every((each) => isAskedOf(each, issuer))) return { key, issuer };
    }
    return null;
  }

  /** Reads each certificate once: requests come often, and an authority may have a hundred keys. */
  private issuerOf({ certificateId, der }: AnsweringKey): CertificateFacts {
    const known = this.issuers.get(certificateId);
    if (known) return known;
    const read = readCertificate(der);
    this.issuers.set(certificateId, read);
    return read;
  }

  private async answerBy(answering: Answering, question: OcspQuestion): Promise<OcspResult> {
    const { authorityId, authority, key } = answering;
    const above = await this.revokedAbove(key);
    if (question.nonce) return (await this.make(answering, question, above)).result;
    const asked = question.asked.map(({ digest, serialNumber }) => `${digest} ${serialNumber}`);
    const revoked = above ? above.revokedAt.toISOString() : '';
    const name = [
      authorityId,
      key.certificateId,
      authority.revocationCount,
      revoked,
      ...asked,
    ].join();
    const known = this.kept.get(name);
    if (known) return known;
    const { result, knowsAll } = await this.make(answering, question, above);
    // What is unknown now may be issued in a moment.
    if (knowsAll) this.kept.set(name, result);
    return result;
  }

  private async make(
    { authorityId, authority: { now }, key, issuer }: Answering,
    { asked, nonce }: OcspQuestion,
    above: Exclude<OcspStatus, string> | null,
  ): Promise<{ readonly result: OcspResult; readonly knowsAll: boolean }> {
    const serialNumbers = asked.map(({ serialNumber }) => serialNumber);
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

  /** Whatever an authority that is revoked has signed counts as revoked. */
  private async revokedAbove({
    certificateId,
  }: AnsweringKey): Promise<Exclude<OcspStatus, string> | null> {
    const chain = await this.certificates.chainOf(certificateId);
    const times = chain.flatMap(({ revokedAt }) => (revokedAt ? [revokedAt.getTime()] : []));
    if (times.length === 0) return null;
    return { revokedAt: new Date(Math.min(...times)), reason: 'CA_COMPROMISE' };
  }
}

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
