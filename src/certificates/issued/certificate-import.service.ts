import { createPublicKey, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { newId } from '../../database/uuid.js';
import { badRequest, conflict } from '../../errors/api-error.js';
import { isKeyOf, readPrivateKey } from '../../x509/private-key.js';
import { type ForeignLeaf } from '../../x509/read-leaf.js';
import { AuthorityCertificatesRepository } from '../authorities/authority-certificates.repository.js';
import { orUnusable } from '../authorities/authority-rules.js';
import { CertificateProjects } from '../certificate-projects.js';
import { AuthorityKeysRepository } from '../keys/authority-keys.repository.js';
import { LockedChanges } from '../locked-changes.js';
import { CertificateAccess } from './certificate-access.js';
import type { MadeLeaf } from './certificate-issuing.service.js';
import { CertificateKeys, pemOfKey } from './certificate-keys.js';
import { requireCertificate } from './certificate-rights.js';
import type { CertificateRecord, NewCertificate } from './certificate.js';
import { CertificatesRepository } from './certificates.repository.js';
import { chainAboveLeaf, foreignLeafOf, importedText, requireImportable } from './foreign-leaf.js';
import { hashesOf } from './leaf-issuing.js';

const RIGHT = 'import';

/** A certificate with its key and chain, in PEM, and the project that it is for. */
export interface SentLeaf {
  readonly projectId?: string;
  readonly projectSlug?: string;
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  readonly chainPem: string;
  readonly friendlyName: string;
}

/** Takes certificates that were issued elsewhere, with their keys. */
@Injectable()
export class CertificateImport {
  // oxlint-disable-next-line max-params -- a certificate touches its project, its key and the keys of others
  constructor(
    private readonly projects: CertificateProjects,
    private readonly changes: LockedChanges,
    private readonly access: CertificateAccess,
    private readonly certificates: CertificatesRepository,
    private readonly keys: CertificateKeys,
    private readonly authorityKeys: AuthorityKeysRepository,
    private readonly authorityCertificates: AuthorityCertificatesRepository,
  ) {}

  /** Throws 403 for names that the caller may not import, 400 for what does not belong together, 409 for one that is there. */
  async import(actor: Actor, sent: SentLeaf): Promise<MadeLeaf> {
    const project = await this.projects.toNamedProject(actor, sent);
    if (!project.ability.mayEverAllow(RIGHT, 'certificates'))
      project.ability.requireAll(RIGHT, 'certificates', []);
    const { friendlyName } = sent;
    const leaf = foreignLeafOf(sent.certificatePem, friendlyName);
    const described = { ...importedText(leaf), friendlyName, metadata: [] };
    await requireCertificate(project.ability, RIGHT, described);
    const now = await this.authorityCertificates.now();
    requireImportable(leaf, now);
    const above = await chainAboveLeaf(leaf, sent.chainPem, now);
    const privateKey = await this.keyFor(leaf, sent.privateKeyPem);
    const row = rowOf(leaf, above, { projectId: project.id, requesterId: actor.callerId });
    const certificate = await this.changes.in(actor, project.id, async (tx, { ability }) => {
      await requireCertificate(ability, RIGHT, described);
      return this.store(tx, actor, project, { ...row, friendlyName }, privateKey);
    });
    return { certificate, above, privateKey: pemOfKey(privateKey) };
  }

  /** Throws 400 for another key, and for that of an authority. */
  private async keyFor({ publicKey }: ForeignLeaf, pem: string): Promise<KeyObject> {
    const privateKey = orUnusable('privateKeyPem', () => readPrivateKey(pem));
    if (!(await isKeyOf(privateKey, publicKey)))
      throw unusable('privateKeyPem: it is not the key of the certificate.');
    if (await this.authorityKeys.isKnown(publicKey))
      throw unusable('certificatePem: its key is that of an authority, which no service may have.');
    return privateKey;
  }

  // oxlint-disable-next-line max-params -- who, where, what, and the key to keep
  private async store(
    tx: EntityManager,
    actor: Actor,
    { id: projectId, orgId }: ProjectAccess,
    row: NewCertificate,
    privateKey: KeyObject,
  ): Promise<CertificateRecord> {
    if (await this.certificates.isCompromised(tx, orgId, row.keyHash))
      throw unusable('certificatePem: a certificate with this key was revoked, as others know it.');
    const place = { orgId, projectId };
    if (await this.certificates.isThere(tx, place, row)) throw isThere();
    await this.certificates.insert(tx, row);
    const publicKey = createPublicKey(privateKey);
    await this.keys.insert(tx, { id: row.id, ...place }, { publicKey, privateKey });
    const certificate = await this.access.reread(tx, { orgId, id: row.id });
    const notAfter = certificate.notAfter.toISOString();
    await this.access.record(tx, actor, RIGHT, certificate, { notAfter });
    return certificate;
  }
}

/** Without an authority of this server. */
const rowOf = (
  leaf: ForeignLeaf,
  outsideChain: readonly Buffer[],
  owner: Pick<NewCertificate, 'projectId' | 'requesterId'>,
): NewCertificate => {
  const { der, publicKey, notBefore, notAfter } = leaf;
  const { commonName, serialNumber, content } = importedText(leaf);
  return {
    ...{ id: newId(), origin: RIGHT, ...owner, ...hashesOf(der, publicKey), der, outsideChain },
    ...{ authorityId: null, issuerKeyNumber: 0, caCertificateId: null, profileId: null },
    ...{ applicationId: null, renewedFromId: null, nameSet: null, metadata: [] },
    ...{ serialNumber, commonName, content, notBefore, notAfter },
  };
};

const unusable = (reason: string) => badRequest('certificate-unusable', reason);

const isThere = () =>
  conflict(
    'certificate-exists',
    'The certificate is in the project already, or was issued by this server.',
  );
