import { ClientSecret } from '../database/entities/client-secret.entity.js';
import { Identity } from '../database/entities/identity.entity.js';
import { MembershipRole } from '../database/entities/membership-role.entity.js';
import { Organization } from '../database/entities/organization.entity.js';
import { ProjectMembership } from '../database/entities/project-membership.entity.js';
import { ProjectRole } from '../database/entities/project-role.entity.js';
import { Project } from '../database/entities/project.entity.js';
import { UniversalAuth } from '../database/entities/universal-auth.entity.js';
import { IdentitiesRepository } from '../identities/identities.repository.js';
import { UniversalAuthRepository } from '../identities/universal-auth/universal-auth.repository.js';
import { MembershipWritesRepository } from '../memberships/membership-writes.repository.js';
import type { CommandRun } from './command.js';

type Run = Pick<CommandRun, 'database'>;

/** The repositories of other modules, which write their tables, without an application around them. */
export const universalAuthsOf = ({ database }: Run): UniversalAuthRepository =>
  new UniversalAuthRepository(
    database.source.getRepository(UniversalAuth),
    database.source.getRepository(ClientSecret),
    database,
  );

export const identitiesOf = ({ database }: Run): IdentitiesRepository =>
  new IdentitiesRepository(
    database.source.getRepository(Identity),
    database.source.getRepository(Organization),
    database.source.getRepository(ProjectMembership),
    database,
  );

export const membershipWritesOf = ({ database }: Run): MembershipWritesRepository =>
  new MembershipWritesRepository(
    database.source.getRepository(ProjectMembership),
    database.source.getRepository(MembershipRole),
    database.source.getRepository(ProjectRole),
    database.source.getRepository(Project),
    database,
  );
