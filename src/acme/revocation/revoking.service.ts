import { createHash, X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LockedAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import type { CertificateRecord } from '../../certificates/issued/certificate.js';
import { CertificatesRepository } from '../../certificates/issued/certificates.repository.js';
import { OpenRevoking } from '../../certificates/issued/open-revoking.service.js';
import { nameBeside } from '../../certificates/host-names.js';
import { Database } from '../../database/database.js';
import { ApiError, badRequest } from '../../errors/api-error.js';
import { isSameKey } from '../../x509/read-certificate.js';
import type { RevocationReason } from '../../x509/revocation-list.js';
import { isWildcard } from '../../permissions/certificate-names.js';
import { isBase64url, textIn } from '../jws/jws-message.js';
import { AcmeAccountsRepository } from '../accounts/accounts.repository.js';
import {
  type AccountRequest,
  requirePresent,
  requirePayload,
  type SignedMessage,
} from '../jws/signed-requests.js';
import { malformed, notEntitled, unknownResource } from '../refusals.js';

const MAX_CERTIFICATE = 22_000;

/** Reasons of RFC 5280, 5.3.1 that a client may name. */
const REASONS: Readonly<Record<number, RevocationReason>> = {
  0: 'UNSPECIFIED',
  1: 'KEY_COMPROMISE',
  3: 'AFFILIATION_CHANGED',
  4: 'SUPERSEDED',
  5: 'CESSATION_OF_OPERATION',
  9: 'PRIVILEGE_WITHDRAWN',
};

const IS_ITS_OWN =
  'select 1 from acme_orders where account_id = $1 and certificate_id = $2 limit 1';

/** How many of these names the account has proved, by valid authorizations. */
const COUNT_PROVED = `
  select count(distinct (n.type, n.value, n.is_wildcard))::integer "count"
  from unnest($2::text[], $3::text[], $4::boolean[]) n (type, value, is_wildcard)
  join acme_authorizations a on a.account_id = $1 and a.type = n.type and a.value = n.value
    and a.is_wildcard = n.is_wildcard and a.status = 'valid' and not a.is_granted and a.expires_at > now()`;

/** Revokes certificates for their accounts, for whoever proved all their names, and by their own keys (RFC 8555, 7.6). */
@Injectable()
export class Revoking {
  // oxlint-disable-next-line max-params -- who may revoke, what is revoked, and what is written of it
  constructor(
    private readonly accounts: AcmeAccountsRepository,
    private readonly certificates: CertificatesRepository,
    private readonly revoking: OpenRevoking,
    private readonly locked: LockedAccess,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** Throws 404 for a certificate that was not got through the same profile, or the same application, 403 for one that the key may not revoke. */
  async revoke(request: SignedMessage | AccountRequest): Promise<void> {
    const payload = requirePayload(request);
    const der = bytesOf(payload.certificate);
    const reason = reasonOf(payload.reason);
    const { enrollment } = request;
    const sha256 = createHash('sha256').update(der).digest('hex');
    const found = await this.certificates.findByThumbprint(enrollment.projectId, sha256);
    if (found?.profileId !== enrollment.profileId) throw unknownResource();
    if (found.applicationId !== enrollment.applicationId) throw unknownResource();
    await this.database.transaction(async (tx) => {
      await this.locked.lockProject(tx, enrollment.projectId);
      await this.requireEntitled(tx, request, found, reason);
      await this.revoking.revoke(tx, found, reason).catch(rethrown);
      const { id: certificateId, commonName, serialNumber, projectId, orgId } = found;
      const accountId = 'account' in request ? request.account.id : null;
      const target = { certificateId, commonName, serialNumber, reason, acmeAccountId: accountId };
      const entry = { action: 'certificate.revoke', projectId, target };
      await this.audit.recordAccount(tx, { orgId, id: accountId }, entry, request.context);
    });
  }

  /** Under the locks of the project and of the account: what was proved may be taken back, and the account ended, at any time. */
  private async requireEntitled(
    tx: EntityManager,
    request: SignedMessage | AccountRequest,
    certificate: CertificateRecord,
    reason: RevocationReason,
  ): Promise<void> {
    if (!('account' in request)) {
      if (isSameKey(new X509Certificate(certificate.der).publicKey, request.key.key)) return;
      throw notEntitled('The message is not by the key of the certificate.');
    }
    requirePresent(await this.accounts.lock(tx, request));
    const { id } = request.account;
    if ((await tx.query<unknown[]>(IS_ITS_OWN, [id, certificate.id])).length > 0) return;
    // Who proved the names knows nothing of the key.
    const isProved = reason !== 'KEY_COMPROMISE' && (await this.hasProved(tx, id, certificate));
    if (!isProved) throw notEntitled('The certificate is not of this account.');
  }

  private async hasProved(
    tx: EntityManager,
    accountId: string,
    { commonName, content: { sans } }: CertificateRecord,
  ): Promise<boolean> {
    // A certificate that was not got by ACME may have another host as its common name.
    const named = nameBeside(commonName, sans);
    const isAdded =
      named && !sans.some(({ type, value }) => type === named.type && value === named.value);
    const names = [...sans, ...(isAdded ? [named] : [])].map(({ type, value }) => ({
      type: type === 'dns_name' ? 'dns' : type === 'ip_address' ? 'ip' : 'none',
      value: value.replace(/^\*\./, ''),
      isWildcard: isWildcard(value),
    }));
    const [row] = await tx.query<{ count: number }[]>(COUNT_PROVED, [
      accountId,
      names.map(({ type }) => type),
      names.map(({ value }) => value),
      names.map((name) => name.isWildcard),
    ]);
    return names.length > 0 && row!.count === names.length; // a count gives one row
  }
}

function bytesOf(sent: unknown): Buffer {
  const text = textIn(sent);
  if (text === null || !isBase64url(text) || text.length > MAX_CERTIFICATE)
    throw malformed('certificate has to be a certificate in DER, in base64url without padding.');
  return Buffer.from(text, 'base64url');
}

function reasonOf(sent: unknown): RevocationReason {
  if (sent === undefined) return 'UNSPECIFIED';
  const reason = typeof sent === 'number' ? REASONS[sent] : undefined;
  if (reason) return reason;
  throw badRequest(
    'acme-bad-reason',
    `The reason has to be one of ${Object.keys(REASONS).join(', ')} (RFC 5280, 5.3.1).`,
  );
}

function rethrown(error: unknown): never {
  if (!(error instanceof ApiError) || typeof error.reason !== 'string') throw error;
  if (error.code === 'not-found') throw unknownResource();
  if (error.code === 'authority-cannot-sign') throw notEntitled(error.reason);
  if (error.code !== 'already-revoked') throw error;
  if (error.reason.startsWith('It was revoked'))
    throw badRequest('acme-already-revoked', error.reason);
  throw malformed(error.reason);
}
