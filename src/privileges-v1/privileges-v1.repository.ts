import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '../database/database.js';
import { AdditionalPrivilege } from '../database/entities/additional-privilege.entity.js';
import { isUuid } from '../database/uuid.js';
import { type LocatedPrivilege, ofIdentity } from '../privileges/privileges.repository.js';

export interface PrivilegeBySlug {
  readonly identityId: string;
  readonly projectSlug: string;
  readonly privilegeSlug: string;
}

@Injectable()
export class PrivilegesV1Repository {
  constructor(
    @InjectRepository(AdditionalPrivilege)
    private readonly privileges: Repository<AdditionalPrivilege>,
    private readonly database: Database,
  ) {}

  /** A privilege by its slug, among those of an identity in a project of the organization. */
  async find(
    orgId: string,
    { identityId, projectSlug, privilegeSlug }: PrivilegeBySlug,
  ): Promise<LocatedPrivilege | null> {
    if (!isUuid(identityId)) return null;
    const project = { orgId, slug: projectSlug };
    // `findOne` would take two statements for the join.
    const [privilege] = await this.database.bind(this.privileges).find({
      where: { slug: privilegeSlug, projectMembership: { identityId, project } },
      relations: { projectMembership: true },
    });
    return ofIdentity(privilege);
  }
}
