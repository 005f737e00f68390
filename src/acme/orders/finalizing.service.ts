import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LockedAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import { CertificatesRepository } from '../../certificates/issued/certificates.repository.js';
import { OpenIssuing, type PreparedLeaf } from '../../certificates/issued/open-issuing.service.js';
import { SerialNumbers } from '../../certificates/serial-numbers.js';
import { Database, statement } from '../../database/database.js';
import { ApiError, badRequest, permissionDenied } from '../../errors/api-error.js';
import { isSameKey } from '../../x509/read-certificate.js';
import { AcmeAccountsRepository } from '../accounts/accounts.repository.js';
import {
  type AccountRequest,
  requireBound,
  requirePresent,
  requirePayload,
} from '../jws/signed-requests.js';
import { Enrollments } from '../enrollments.js';
import { notEntitled, unknownResource } from '../refusals.js';
import { sanOf } from './identifiers.js';
import { NameSetPace } from './name-set-pace.js';
import { isGranted } from './new-order.js';
import type { OrderRecord } from './order.js';
import { OrdersRepository } from './orders.repository.js';
import { badRequestForm, readSigningRequest, type RequestedKey } from './signing-request.js';

/** Whether a key belongs to an account, which certificates must not show as that of a host. */
const IS_USED = statement('select 1 from acme_accounts where thumbprint = $1 limit 1');

/** Turns orders whose names are proved into certificates (RFC 8555, 7.4). */
@Injectable()
export class Finalizing {
  // oxlint-disable-next-line max-params -- an order, its account, its names and its certificate come together
  constructor(
    private readonly orders: OrdersRepository,
    private readonly accounts: AcmeAccountsRepository,
    private readonly issuing: OpenIssuing,
    private readonly certificates: CertificatesRepository,
    private readonly serials: SerialNumbers,
    private readonly locked: LockedAccess,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly enrollments: Enrollments,
    private readonly pace: NameSetPace,
  ) {}

  /**
   * Gives the finished order. However often and at once it comes, there is one certificate: whoever finds the order finished with
   * the same key gets it as it is. A refusal leaves the order ready.
   */
  async finalize(request: AccountRequest, order: OrderRecord): Promise<OrderRecord> {
    const { csr } = requirePayload(request);
    requireBound(request);
    if (order.status !== 'ready' && order.status !== 'valid') throw notReady(order);
    const asked = await readSigningRequest(csr, order.identifiers);
    if (order.status === 'valid') return this.finished(request, order, asked);
    await this.pace.requireRoom(request.enrollment, order.identifiers);
    await this.requireOwnKey(asked);
    return this.serials.retried(async () => {
      const prepared = await this.prepare(request, order, asked);
      return this.database.transaction((tx) => this.store(tx, request, order, asked, prepared));
    });
  }

  private async prepare(
    { enrollment }: AccountRequest,
    { identifiers, notBefore, notAfter }: OrderRecord,
    { publicKey, keyAlgorithm }: RequestedKey,
  ): Promise<PreparedLeaf> {
    const proved = { sans: identifiers.map(sanOf), notBefore, notAfter, publicKey, keyAlgorithm };
    return this.issuing.prepare(enrollment, proved).catch(rethrown);
  }

  /** All that the certificate stands on is read again under lock. */
  // oxlint-disable-next-line max-params -- what was asked, and what was made of it
  private async store(
    tx: EntityManager,
    request: AccountRequest,
    { id }: OrderRecord,
    asked: RequestedKey,
    prepared: PreparedLeaf,
  ): Promise<OrderRecord> {
    const { enrollment, account } = request;
    await this.locked.lockProject(tx, enrollment.projectId);
    requirePresent(await this.accounts.lock(tx, request));
    const order = await this.orders.lock(tx, account.id, id);
    if (!order) throw unknownResource();
    if (order.status === 'valid') return this.finished(request, order, asked, tx);
    if (order.status !== 'ready') throw notReady(order);
    const present = { account, enrollment: await this.enrollments.find(enrollment, tx) };
    requireBound(present);
    if ((await this.orders.countLacking(tx, id, isGranted(present))) > 0)
      throw notEntitled('A name of the order is not proved any more: its authorization is over.');
    await this.pace.requireRoom(enrollment, order.identifiers, tx);
    await this.issuing.store(tx, prepared, account.id).catch(rethrown);
    await this.orders.finish(tx, id, prepared.signed.id);
    await this.record(tx, request, prepared);
    return { ...order, status: 'valid', certificateId: prepared.signed.id };
  }

  private async finished(
    { enrollment }: AccountRequest,
    order: OrderRecord,
    { publicKey }: RequestedKey,
    tx?: EntityManager,
  ): Promise<OrderRecord> {
    const { certificateId } = order;
    const found =
      certificateId && (await this.certificates.find(enrollment.orgId, certificateId, tx));
    const isSame = found && isSameKey(new X509Certificate(found.der).publicKey, publicKey);
    if (!isSame) throw notReady(order);
    return order;
  }

  private async requireOwnKey({ thumbprint }: RequestedKey): Promise<void> {
    const used = await this.database.rows(IS_USED, [thumbprint]);
    if (used.length > 0) throw badRequestForm('The key is that of an account.');
  }

  private record(
    tx: EntityManager,
    { enrollment, account, context }: AccountRequest,
    { signed }: PreparedLeaf,
  ): Promise<void> {
    const { orgId, projectId, profileId, applicationId } = enrollment;
    const { id: certificateId, commonName, serialNumber, authorityId } = signed;
    const target = {
      ...{ certificateId, commonName, serialNumber, authorityId, profileId },
      ...(applicationId === null ? {} : { applicationId }),
      ...{ notAfter: signed.notAfter.toISOString(), acmeAccountId: account.id },
    };
    const entry = { action: 'certificate.issue', projectId, target };
    return this.audit.recordAccount(tx, { orgId, id: account.id }, entry, context);
  }
}

const notReady = ({ status }: OrderRecord) =>
  permissionDenied('acme-order-not-ready', `The order is ${status}, not ready.`);

/** What issuing refuses, in the words of ACME; what fails by our own fault stays as it is. */
function rethrown(error: unknown): never {
  if (!(error instanceof ApiError) || typeof error.reason !== 'string') throw error;
  const { code, reason } = error;
  if (code === 'policy-refused') throw badRequest('acme-rejected-identifier', reason);
  if (code === 'authority-cannot-sign') throw notEntitled(reason);
  if (code === 'not-found') throw unknownResource();
  if (error.statusCode === 400) throw badRequestForm(reason);
  throw error;
}
