import { ApiProperty } from '@nestjs/swagger';
import type { EntityManager } from 'typeorm';

/** A service token that ended with the membership, or the place in a group, by which its maker was in the project. */
export class EndedServiceTokenView {
  @ApiProperty({ format: 'uuid', description: 'Id of the service token' })
  id: string;
  @ApiProperty({ description: 'Name of the service token', example: 'nightly build' })
  name: string;
}

/** The name of the list in answers and audit entries, which is there only where some ended. */
const NAME = 'serviceTokens';

/** For `Answers` of routes that may end some. */
export const ENDED_SERVICE_TOKENS = { [NAME]: [EndedServiceTokenView] } as const;
export const MAY_END_SERVICE_TOKENS = { optional: [NAME] } as const;

export interface EndedServiceTokens {
  readonly serviceTokens?: readonly EndedServiceTokenView[];
}

const OF_MEMBERSHIPS = `
  select id, name from service_tokens where membership_id = any ($1) order by created_at, id`;

const IN_GROUP = `
  select t.id, t.name, t.maker_id "makerId"
  from service_tokens t join group_members g on g.id = t.group_member_id
  where g.group_id = $1 order by t.created_at, t.id`;

/** A service token that would end with a place of its maker. */
export interface ServiceTokenOfMaker extends EndedServiceTokenView {
  readonly makerId: string;
}

/** The service tokens that end when these memberships are deleted; nothing where there are none. Comes before that. */
export const serviceTokensOf = async (
  tx: EntityManager,
  membershipIds: readonly string[],
): Promise<EndedServiceTokens> => named(await tx.query(OF_MEMBERSHIPS, [membershipIds]));

/** The service tokens that end when their makers leave the group. Comes before that. */
export const serviceTokensInGroup = (
  tx: EntityManager,
  groupId: string,
): Promise<ServiceTokenOfMaker[]> => tx.query(IN_GROUP, [groupId]);

/** The tokens of makers who have left, as an audit entry has them. */
export const endedOf = (
  tokens: readonly ServiceTokenOfMaker[],
  makerIds: readonly string[],
): EndedServiceTokens =>
  named(
    tokens
      .filter(({ makerId }) => makerIds.includes(makerId))
      .map(({ id, name }) => ({ id, name })),
  );

const named = (serviceTokens: readonly EndedServiceTokenView[]): EndedServiceTokens =>
  serviceTokens.length > 0 ? { serviceTokens } : {};
