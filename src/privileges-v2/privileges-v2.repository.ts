import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { FindOptionsWhere, Repository } from 'typeorm';
import { Database } from '../database/database.js';
import { AdditionalPrivilege } from '../database/entities/additional-privilege.entity.js';
import { isUuid } from '../database/uuid.js';
import { type LocatedPrivilege, ofIdentity } from '../privileges/privileges.repository.js';

@Injectable()
export class PrivilegesV2Repository {
  constructor(
    @InjectRepository(AdditionalPrivilege)
    private readonly privileges: Repository<AdditionalPrivilege>,
    private readonly database: Database,
  ) {}

  /** A privilege by its id, in whichever project of the organization. */
  async findById(orgId: string, id: string): Promise<LocatedPrivilege | null> {
    return isUuid(id) ? this.find({ id, projectMembership: { project: { orgId } } }) : null;
  }

  /** A privilege by its slug, among those of an identity in a project of the organization. */
  async findBySlug(
    orgId: string,
    slug: string,
    { identityId, projectSlug }: { readonly identityId: string; readonly projectSlug: string },
  ): Promise<LocatedPrivilege | null> {
    if (!isUuid(identityId)) return null;
    return this.find({
      slug,
      projectMembership: { identityId, project: { orgId, slug: projectSlug } },
    });
  }

  /** `findOne` would take two statements for the join. */
  private async find(
    where: FindOptionsWhere<AdditionalPrivilege>,
  ): Promise<LocatedPrivilege | null> {
    const relations = { projectMembership: true };
    const [privilege] = await this.database.bind(this.privileges).find({ where, relations });
    return ofIdentity(privilege);
  }
}
