import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, ILike, type Repository } from 'typeorm';
import { Database } from '../../database/database.js';
import { PkiApplication } from '../../database/entities/pki-application.entity.js';
import { Project } from '../../database/entities/project.entity.js';
import { orConflict } from '../../database/failures.js';
import type { ApplicationChanges, ApplicationRecord } from './application.js';

const NAME_TAKEN = {
  constraint: 'uq_pki_applications_name',
  message: 'An application with this name already exists in the project.',
};

@Injectable()
export class ApplicationsRepository {
  constructor(
    @InjectRepository(PkiApplication) private readonly applications: Repository<PkiApplication>,
    private readonly database: Database,
  ) {}

  /** By name, all of a project whose name holds the text. */
  list(projectId: string, search: string): Promise<ApplicationRecord[]> {
    const name = ILike(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
    return this.database
      .bind(this.applications)
      .find({ where: { projectId, name }, order: { name: 'ASC' } });
  }

  /** Null for one of another organization. Inside a transaction, give it. */
  find(orgId: string, id: string, tx?: EntityManager): Promise<ApplicationRecord | null> {
    const applications = tx
      ? tx.withRepository(this.applications)
      : this.database.bind(this.applications);
    return applications
      .createQueryBuilder('application')
      .innerJoin(Project, 'project', 'project.id = application.projectId')
      .where('application.id = :id and project.orgId = :orgId', { id, orgId })
      .getOne();
  }

  findByName(projectId: string, name: string): Promise<ApplicationRecord | null> {
    return this.database.bind(this.applications).findOneBy({ projectId, name });
  }

  count(tx: EntityManager, projectId: string): Promise<number> {
    return tx.withRepository(this.applications).countBy({ projectId });
  }

  /** Throws 409 if the name is taken. */
  async insert(
    tx: EntityManager,
    application: Pick<ApplicationRecord, 'id' | 'projectId' | 'name' | 'description'>,
  ): Promise<void> {
    await orConflict(tx.withRepository(this.applications).insert(application), NAME_TAKEN);
  }

  /** Throws 409 if the name is taken. */
  async update(tx: EntityManager, id: string, changes: ApplicationChanges): Promise<void> {
    const updating = tx.withRepository(this.applications).update({ id }, changes);
    await orConflict(updating, NAME_TAKEN);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.applications).delete({ id });
  }
}
