import { Injectable } from '@nestjs/common';
import { AccessService } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { addCost } from '../../http/limits/admission.js';
import type { WorkloadMethod } from '../methods/method.js';
import { WorkloadMethods } from '../methods/workload-methods.js';
import { warningsOf } from '../workload-auth.presenter.js';
import { type ListedAuth, WorkloadAuthsRepository } from '../workload-auths.repository.js';
import type { ListWorkloadAuthsQuery, WorkloadAuthOverviewView } from './workload-overview.dto.js';

/** Settings that are read for a unit of the rate limit. */
const BYTES_OF_A_UNIT = 256 * 1_024;
const UNUSED_AFTER = 90 * 86_400_000;

/** Every way by which workloads sign in to an organization, with what an administrator should look at. */
@Injectable()
export class WorkloadOverview {
  constructor(
    private readonly access: AccessService,
    private readonly auths: WorkloadAuthsRepository,
    private readonly methods: WorkloadMethods,
  ) {}

  /** Throws 403 without `read` on identities. */
  async list(
    actor: Actor,
    page: ListWorkloadAuthsQuery,
  ): Promise<{ workloadAuths: WorkloadAuthOverviewView[]; totalCount: number }> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    ability.require('read', 'identity');
    const { rows, totalCount } = await this.auths.listOf(orgId, page);
    const bytes = rows.reduce((sum, { settings }) => sum + JSON.stringify(settings).length, 0);
    addCost(bytes / BYTES_OF_A_UNIT);
    return {
      workloadAuths: rows.map((row) => present(row, this.methods.get(row.method))),
      totalCount,
    };
  }
}

const present = (row: ListedAuth, method: WorkloadMethod): WorkloadAuthOverviewView => ({
  id: row.id,
  identityId: row.identityId,
  identityName: row.identityName,
  method: row.method,
  warnings: warningsOf(method, row),
  usage: usageOf(row),
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  lastUnavailableAt: row.lastUnavailableAt,
  serviceTokenCount: row.serviceTokenCount,
  keySetAge: row.keySetAge,
});

function usageOf({ lastLoginAt, now }: ListedAuth): WorkloadAuthOverviewView['usage'] {
  if (lastLoginAt === null) return 'never';
  return now.getTime() - lastLoginAt.getTime() > UNUSED_AFTER ? 'unused' : 'used';
}
