import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { flatMapInSlices } from '../access/slices.js';
import { AuditReads } from '../audit/audit-reads.js';
import type { Actor } from '../auth/actor.js';
import { isUuid } from '../database/uuid.js';
import { invalid } from '../errors/api-error.js';
import { AuditCursors, type AuditPosition } from './audit-cursors.js';
import type { AuditLogsQuery } from './audit-logs.dto.js';
import {
  type AuditFilter,
  AuditLogsRepository,
  type LoggedEntry,
  type LogPage,
} from './audit-logs.repository.js';
import { ReadableProjectsRepository } from './readable-projects.repository.js';
import { visibleDetails } from './visible-details.js';
import { namesPath, namesSecret, visibleTarget } from './visible-names.js';

export interface AuditPage {
  readonly entries: readonly LoggedEntry[];
  readonly nextCursor?: string;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
const MAX_ACTIONS = 20;
/** Entries that a page by name looks through for somebody who is no auditor. */
const LOOKED_THROUGH_FOR_MEMBER = 1_000;

/** Whether the caller has the predefined role `member`, which lists the right to read the log. */
const isMember = ({ orgRole, orgRoleId }: Actor): boolean =>
  orgRoleId === null && orgRole === 'member';

/** Lists the log for auditors and for members of projects, and records each call. */
@Injectable()
export class AuditLogsService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: AuditLogsRepository,
    private readonly cursors: AuditCursors,
    private readonly reads: AuditReads,
    private readonly projects: ReadableProjectsRepository,
  ) {}

  async list(actor: Actor, query: AuditLogsQuery): Promise<AuditPage> {
    const filter = toFilter(query);
    const after = this.toPosition(actor, query.cursor);
    const { orgId, ability } = await this.access.toOrganization(actor);
    const isAuditor = ability.allows('read', 'audit-logs');
    if (!isAuditor && !isMember(actor)) ability.require('read', 'audit-logs');
    const { entries, last } = isAuditor
      ? await this.repository.list({ orgId, projectIds: null }, filter, after, query.limit)
      : await this.listForMember(actor, filter, after, query.limit);
    const target = { ...filter, count: entries.length };
    await this.reads.record(actor, { action: 'audit.read', target });
    return { entries, ...(last ? { nextCursor: this.cursors.seal(orgId, last) } : {}) };
  }

  /**
   * Entries of the projects in which the caller may read the log, without names of secrets that it may not
   * know of there, and without details to which it has no right. A name that is asked for is looked for in what it is shown, so that no answer depends on
   * what it is not.
   */
  private async listForMember(
    actor: Actor,
    { secretKey, secretPath, ...filter }: AuditFilter,
    after: AuditPosition | null,
    limit: number,
  ): Promise<LogPage> {
    const readable = await this.projects.listFor(actor, filter.projectId ?? null);
    if (readable.size === 0) return { entries: [] };
    const scope = { orgId: actor.orgId, projectIds: [...readable.keys()] };
    const isNamed = secretKey !== undefined || secretPath !== undefined;
    const looked = isNamed ? Math.max(limit, LOOKED_THROUGH_FOR_MEMBER) : limit;
    const { projectId: _, ...rest } = filter;
    const page = await this.repository.list(scope, rest, after, looked);
    const shown = await flatMapInSlices(page.entries, (entry) => {
      const ability = readable.get(entry.projectId ?? '');
      const named = ability && visibleTarget(entry.target, ability);
      if (!named) return [];
      const target = visibleDetails(entry.action, named, ability);
      const isAsked =
        (secretKey === undefined || namesSecret(target, secretKey)) &&
        (secretPath === undefined || namesPath(target, secretPath));
      return isAsked ? [{ ...entry, target }] : [];
    });
    const entries = shown.slice(0, limit);
    const last = shown.length > limit ? entries.at(-1) : page.last;
    return { entries, ...(last ? { last } : {}) };
  }

  private toPosition({ orgId }: Actor, cursor: string | undefined) {
    if (cursor === undefined) return null;
    return (
      this.cursors.open(orgId, cursor) ?? refuse('cursor', 'must be one that a page has given')
    );
  }
}

/** Throws 422. An id that is none is one that nothing has. */
function toFilter(query: AuditLogsQuery): AuditFilter {
  const { projectId, actor, eventType, secretKey, secretPath } = query;
  const id = (text: string) => (isUuid(text) ? text : NO_ID);
  const from = toInstant('startDate', query.startDate);
  const until = toInstant('endDate', query.endDate);
  return {
    ...(projectId === undefined ? {} : { projectId: id(projectId) }),
    ...(actor === undefined ? {} : { actorId: id(actor) }),
    ...(eventType === undefined ? {} : { actions: toActions(eventType) }),
    ...(secretKey === undefined ? {} : { secretKey }),
    ...(secretPath === undefined ? {} : { secretPath }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
  };
}

function toActions(eventType: string): readonly string[] {
  const actions = [...new Set(eventType.split(',').map((action) => action.trim()))];
  if (!actions.includes('') && actions.length <= MAX_ACTIONS) return actions;
  return refuse('eventType', `must be 1 to ${MAX_ACTIONS} actions, split by commas`);
}

/** A time without a zone, which JavaScript would take for one of the server's. */
const ZONELESS = /T[\d:.,]+$/i;

/** ISO 8601 has weeks and years that neither JavaScript nor the database knows. */
function toInstant(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = new Date(ZONELESS.test(text) ? `${text}Z` : text);
  const isUsable = time >= new Date('0001-01-01') && time < new Date('9999-12-31');
  return isUsable ? time.toISOString() : refuse(name, 'must be a moment of the years 1 to 9999');
}

function refuse(field: string, message: string): never {
  throw invalid([{ code: 'invalid_value', path: [field], message }]);
}
