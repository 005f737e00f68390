import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { AuditReads } from '../audit/audit-reads.js';
import type { Actor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';
import { invalid, notFound } from '../errors/api-error.js';
import { addCost } from '../http/limits/admission.js';
import { AuditCursors } from './audit-cursors.js';
import { shownIn, type ShownVersion } from './exposure.js';
import { ExposureRepository } from './exposure.repository.js';

/** A version that an identity was shown, and what the address has today. */
export interface Exposure extends ShownVersion {
  /** Null where there is no such secret any more. */
  readonly presentVersion: number | null;
}

export interface ExposurePage {
  readonly exposures: readonly Exposure[];
  readonly unnamed: number;
  readonly nextCursor?: string;
}

/** What a page costs its caller, in requests: it looks through a thousand entries. */
const COST = 10;

/** Tells which values an identity has seen, by the audit log of reads. */
@Injectable()
export class ExposureService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: ExposureRepository,
    private readonly cursors: AuditCursors,
    private readonly reads: AuditReads,
  ) {}

  /** Throws 422 for a cursor that no page has given. */
  async list(
    actor: Actor,
    identityId: string,
    cursor: string | undefined,
    isCurrentOnly: boolean,
  ): Promise<ExposurePage> {
    const after = cursor === undefined ? null : this.cursors.open(actor.orgId, cursor);
    if (cursor !== undefined && !after) throw wrongCursor();
    const { orgId, ability } = await this.access.toOrganization(actor);
    const id = toUuid(identityId);
    if (!(await this.repository.isIdentity(orgId, id))) throw notFound();
    ability.require('read', 'audit-logs');
    ability.require('read', 'identity');
    addCost(COST);
    const { entries, isLast } = await this.repository.listReads(orgId, id, after);
    const { versions, unnamed } = shownIn(entries);
    const present = await this.repository.presentVersions(versions);
    const all = versions.map((shown, index) => ({ ...shown, presentVersion: present[index]! }));
    const exposures = isCurrentOnly
      ? all.filter(({ version, presentVersion }) => version === presentVersion)
      : all;
    const target = { identityId: id, count: exposures.length };
    await this.reads.record(actor, { action: 'audit.exposure-read', target });
    const last = entries.at(-1);
    const nextCursor = isLast || !last ? {} : { nextCursor: this.cursors.seal(orgId, last) };
    return { exposures, unnamed, ...nextCursor };
  }
}

const wrongCursor = () =>
  invalid([
    { code: 'invalid_value', path: ['cursor'], message: 'must be one that a page has given' },
  ]);
