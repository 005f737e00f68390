import { Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/actor.js';
import { isUuid } from '../../database/uuid.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { makeRequest } from '../../x509/certificate-request.js';
import { distinguishedName } from '../../x509/names.js';
import { AuthorityKeys } from '../keys/authority-keys.js';
import { type PublishedList, RevocationLists } from '../lists/revocation-lists.service.js';
import { AuthorityAccess, requireAll } from './authority-access.js';
import { AuthorityCertificatesRepository } from './authority-certificates.repository.js';
import { chainAbove } from './authority-rules.js';
import type { AuthorityCertificateRecord, AuthorityRecord } from './authority.js';

/** A certificate, and what certifies it. */
export interface CertifiedCertificate {
  readonly certificate: AuthorityCertificateRecord;
  /** Without itself, the root last; empty for a root. */
  readonly above: readonly Buffer[];
}

/** What authorities show of their certificates. */
@Injectable()
export class AuthorityReads {
  constructor(
    private readonly access: AuthorityAccess,
    private readonly certificates: AuthorityCertificatesRepository,
    private readonly keys: AuthorityKeys,
    private readonly lists: RevocationLists,
  ) {}

  /** The present certificate. Throws 404 while there is none. */
  async present(actor: Actor, id: string): Promise<CertifiedCertificate> {
    const { authority } = await this.access.findFor(actor, id, 'read');
    if (!authority.certificate) throw notFound();
    return this.withChain(authority.certificate);
  }

  async one(actor: Actor, id: string, certificateId: string): Promise<CertifiedCertificate> {
    const { authority, project } = await this.access.find(actor, id);
    const certificate = isUuid(certificateId)
      ? await this.certificates.find(authority.id, certificateId)
      : null;
    if (!certificate) throw notFound();
    requireAll(project.ability, [['read', authority]]);
    return this.withChain(certificate);
  }

  /** In the order in which they were made. */
  async all(actor: Actor, id: string): Promise<CertifiedCertificate[]> {
    const { authority } = await this.access.findFor(actor, id, 'read');
    const all = await this.certificates.list(authority.id);
    const chains = await this.certificates.chainsOf(all.map((each) => each.id));
    return all.map((certificate) => ({
      certificate,
      above: chainAbove(chains.get(certificate.id) ?? []),
    }));
  }

  /** The request (PKCS #10) with which somebody outside certifies an intermediate. Throws 400 for a root. */
  async signingRequest(actor: Actor, id: string): Promise<Buffer> {
    const { authority } = await this.access.findFor(actor, id, 'read');
    if (authority.type === 'root')
      throw badRequest('signed-elsewhere', 'A root signs its own certificate: it has no request.');
    const signer = await this.keys.signerOf(authority.id, authority.keyNumber);
    return makeRequest(distinguishedName(authority.subject), signer);
  }

  async revocationLists(actor: Actor, id: string): Promise<PublishedList[]> {
    const { authority } = await this.access.findFor(actor, id, 'read');
    return this.lists.listOf(authority.id);
  }

  /** For whoever checks a chain: nobody's rights are asked. */
  async der(id: string, certificateId: string): Promise<Buffer> {
    const areIds = isUuid(id) && isUuid(certificateId);
    const der = areIds ? await this.certificates.findDer(id, certificateId) : null;
    if (!der) throw notFound();
    return der;
  }

  async withChain(certificate: AuthorityCertificateRecord): Promise<CertifiedCertificate> {
    const chain = await this.certificates.chainOf(certificate.id);
    return { certificate, above: chainAbove(chain) };
  }

  /** The present certificate of an authority that has just got it. */
  withChainOf({ certificate }: AuthorityRecord): Promise<CertifiedCertificate> {
    return this.withChain(certificate!); // it has one
  }
}
