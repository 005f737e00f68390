import { createPublicKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../auth/actor.js';
import { newId } from '../../database/uuid.js';
import { badRequest, internalError } from '../../errors/api-error.js';
import type { KeyPair } from '../../x509/key-algorithms.js';
import type { RevocationReason } from '../../x509/revocation-list.js';
import { KeySigner } from '../../x509/signer.js';
import { AuthorityKeys } from '../keys/authority-keys.js';
import { AuthorityKeysRepository } from '../keys/authority-keys.repository.js';
import { RevocationListsRepository } from '../lists/revocation-lists.repository.js';
import { KeyMaking } from '../key-making.js';
import { AuthoritiesRepository } from './authorities.repository.js';
import {
  type Asked,
  AuthorityAccess,
  type FoundAuthority,
  requireAll,
} from './authority-access.js';
import { AuthorityCertificatesRepository } from './authority-certificates.repository.js';
import { AuthorityIssuing, type PreparedCertificate } from './authority-issuing.js';
import { requireRoom, type WantedCertificate } from './authority-rules.js';
import type { AuthorityRecord } from './authority.js';
import { chainOfSent, type ImportedChain, readSent } from './imported-chain.js';

const RIGHT = 'issue-ca-certificate';

/** How authorities get certificates, and lose them. */
@Injectable()
export class AuthorityCertifying {
  // oxlint-disable-next-line max-params -- a certificate touches its authority, its issuer, keys and lists
  constructor(
    private readonly access: AuthorityAccess,
    private readonly authorities: AuthoritiesRepository,
    private readonly certificates: AuthorityCertificatesRepository,
    private readonly issuing: AuthorityIssuing,
    private readonly keys: AuthorityKeys,
    private readonly making: KeyMaking,
    private readonly keyRows: AuthorityKeysRepository,
    private readonly lists: RevocationListsRepository,
  ) {}

  /** The first certificate: a root's by itself, an intermediate's by a parent of the same project. Throws 400 for a second. */
  async make(
    actor: Actor,
    id: string,
    { parentId, ...wanted }: WantedCertificate & { readonly parentId?: string },
  ): Promise<AuthorityRecord> {
    const found = await this.access.find(actor, id);
    const parent = parentId ? await this.access.findBeside(found.project, parentId) : null;
    const asked = askedFor(found.authority, parent);
    requireAll(found.project.ability, asked);
    requireParent(found.authority, parent);
    requireUncertified(found.authority);
    const { authority } = found;
    const signer = await this.keys.signerOf(authority.id, authority.keyNumber);
    const child = { ...authority, version: 1, signer };
    const made = await this.issuing.prepare(child, parent, wanted);
    return this.access.change(actor, found, asked, async (tx, present) => {
      requireUncertified(present);
      return this.store(tx, actor, present, made, 'issue-certificate');
    });
  }

  /** Another certificate by the same issuer, for the same key or for a new one. */
  async renew(
    actor: Actor,
    id: string,
    { notAfter, isRekey }: { readonly notAfter: string; readonly isRekey: boolean },
  ): Promise<AuthorityRecord> {
    const found = await this.access.findFor(actor, id, RIGHT);
    const { authority } = found;
    const parent = await this.issuerOf(found);
    const asked = askedFor(authority, parent);
    requireAll(found.project.ability, asked);
    if (!isRekey) requireUnrevoked(authority);
    const { maxPathLength, version } = authority.certificate!; // one without has no issuer
    const pair = isRekey ? await this.making.newPair(authority.keyAlgorithm, actor) : null;
    const keyNumber = authority.keyNumber + (isRekey ? 1 : 0);
    const signer = pair
      ? new KeySigner(pair.privateKey)
      : await this.keys.signerOf(authority.id, keyNumber);
    requireRoom(version + 1);
    const child = { ...authority, version: version + 1, keyNumber, signer };
    const made = await this.issuing.prepare(child, parent, { notAfter, maxPathLength });
    return this.access.change(actor, found, asked, async (tx, present) => {
      if (present.certificate?.version !== version) throw renewedMeanwhile(present);
      if (!isRekey) requireUnrevoked(present);
      if (pair) await this.addKey(tx, present, keyNumber, pair);
      return this.store(tx, actor, present, made, isRekey ? 'rekey' : 'renew');
    });
  }

  /** A certificate that somebody outside signed, with what certifies it up to its root. Throws 400. */
  async install(
    actor: Actor,
    id: string,
    sent: { readonly certificate: string; readonly certificateChain: string },
  ): Promise<AuthorityRecord> {
    const found = await this.access.findFor(actor, id, RIGHT);
    if (found.authority.type === 'root')
      throw badRequest('signed-elsewhere', 'A root signs its own certificate: nobody else does.');
    const asked: Asked[] = [[RIGHT, found.authority]];
    const read = await readSent(sent);
    return this.access.change(actor, found, asked, async (tx, authority) => {
      requireOutside(authority);
      const key = await this.keyRows.find(authority.id, authority.keyNumber, tx);
      if (!key) throw internalError();
      const publicKey = createPublicKey({ key: key.publicKey, format: 'der', type: 'spki' });
      const chain = chainOfSent(read, publicKey, await this.certificates.now(tx));
      const row = rowOf(authority, chain);
      requireRoom(row.version);
      await this.certificates.insert(tx, row);
      const present = await this.access.reread(tx, authority);
      await this.recordCertificate(tx, actor, 'import-certificate', present);
      return present;
    });
  }

  /** Revokes, at its issuer, what an authority was certified with. Throws 400 for a root, and where nothing is left to revoke. */
  async revoke(actor: Actor, id: string, reason: RevocationReason): Promise<Date> {
    const found = await this.access.findFor(actor, id, 'delete');
    const parent = await this.issuerOf(found);
    if (!parent)
      throw badRequest(
        'signed-elsewhere',
        'Nobody revokes a root: take it out of the stores that trust it, and disable or delete it here.',
      );
    const asked: Asked[] = [
      ['delete', found.authority],
      ['sign-intermediate', parent],
    ];
    requireAll(found.project.ability, asked);
    return this.access.change(actor, found, asked, async (tx, authority) => {
      const count = await this.certificates.revoke(tx, authority.id, parent.id, reason);
      if (count === 0)
        throw badRequest(
          'already-revoked',
          `What ${authority.name} was certified with is revoked already, or has expired.`,
        );
      await this.authorities.countRevocation(tx, parent.id);
      const more = { reason, issuerId: parent.id, certificates: count };
      await this.access.record(tx, actor, 'revoke', authority, more);
      return this.certificates.now(tx);
    });
  }

  /** The authority that signed the present certificate; null for a root. Throws 400 where it is not one of this server. */
  private async issuerOf({ authority, project }: FoundAuthority): Promise<AuthorityRecord | null> {
    if (authority.type === 'root' && authority.certificate) return null;
    const issuerId = authority.certificate?.issuerId;
    if (!issuerId)
      throw badRequest(
        'signed-elsewhere',
        `${authority.name} has no certificate of an authority of this server.`,
      );
    return this.access.findBeside(project, issuerId);
  }

  private async addKey(
    tx: EntityManager,
    authority: AuthorityRecord,
    number: number,
    pair: KeyPair,
  ): Promise<void> {
    await this.keys.insert(tx, authority, number, pair);
    await this.lists.insert(tx, authority.id, number);
  }

  private async store(
    tx: EntityManager,
    actor: Actor,
    authority: AuthorityRecord,
    made: PreparedCertificate,
    verb: string,
  ): Promise<AuthorityRecord> {
    await this.issuing.write(tx, made);
    const present = await this.access.reread(tx, authority);
    await this.recordCertificate(tx, actor, verb, present);
    return present;
  }

  private recordCertificate(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    authority: AuthorityRecord,
  ): Promise<void> {
    const { serialNumber, issuerId, notAfter } = authority.certificate!; // it was stored a moment ago
    const more = { serialNumber, issuerId, notAfter: notAfter.toISOString() };
    return this.access.record(tx, actor, verb, authority, more);
  }
}

const askedFor = (authority: AuthorityRecord, parent: AuthorityRecord | null): Asked[] => [
  [RIGHT, authority],
  ...(parent ? [['sign-intermediate', parent] as const] : []),
];

function requireParent({ id, type }: AuthorityRecord, parent: AuthorityRecord | null): void {
  if (type === 'root' && parent)
    throw badRequest('contradictory-fields', 'parentCaId: a root signs its own certificate.');
  if (type === 'intermediate' && !parent)
    throw badRequest(
      'missing-field',
      'parentCaId: name who signs it, or take its request to somebody outside (GET …/csr).',
    );
  if (parent?.id === id)
    throw badRequest('contradictory-fields', 'parentCaId: an intermediate does not sign itself.');
}

function requireUncertified({ name, certificate }: AuthorityRecord): void {
  if (certificate) throw badRequest('already-certified', `${name} has its certificate: renew it.`);
}

/** What an authority of this server certified stays under its revocation lists: nobody outside takes it over. */
function requireOutside({ name, certificate }: AuthorityRecord): void {
  if (certificate?.issuerId)
    throw badRequest(
      'already-certified',
      `${name} has a certificate of an authority of this server: renew it.`,
    );
}

/** A key that was revoked gets no other certificate, which would be as good as the first was. */
function requireUnrevoked({ name, certificate }: AuthorityRecord): void {
  if (certificate?.revokedAt)
    throw badRequest(
      'already-revoked',
      `The certificate of ${name} is revoked. Renew it with a new key: type rekey.`,
    );
}

const renewedMeanwhile = ({ name }: AuthorityRecord) =>
  badRequest('already-certified', `${name} has just got another certificate.`);

const rowOf = (
  { id, keyNumber, certificate: before }: AuthorityRecord,
  { certificate, above, maxPathLength }: ImportedChain,
) => ({
  ...{ id: newId(), authorityId: id, version: (before?.version ?? 0) + 1, keyNumber },
  ...{ issuerId: null, issuerKeyNumber: null, parentId: null },
  ...{ der: certificate.der, outsideChain: above.map(({ der }) => der) },
  ...{ serialNumber: certificate.serialNumber, maxPathLength },
  ...{ notBefore: certificate.notBefore, notAfter: certificate.notAfter },
  ...{ sentNotBefore: null, sentNotAfter: null },
});
