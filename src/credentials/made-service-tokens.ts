import { ApiProperty } from '@nestjs/swagger';
import type { EntityManager } from 'typeorm';
import { EndedServiceTokenView } from './ended-service-tokens.js';

/** A service token that was made with a credential, and in which project it is. */
export class MadeServiceTokenView extends EndedServiceTokenView {
  @ApiProperty({ format: 'uuid', description: 'Id of the project' })
  projectId: string;
}

/** The service tokens that were made with a credential that ended, each list only where it names some. */
export interface MadeServiceTokens {
  /** The service tokens that ended with it. */
  readonly serviceTokens?: readonly MadeServiceTokenView[] | undefined;
  /** The service tokens that are good all the same. */
  readonly remainingServiceTokens?: readonly MadeServiceTokenView[] | undefined;
}

/** For `Answers` of routes that end a credential. */
export const MADE_SERVICE_TOKENS = {
  serviceTokens: [MadeServiceTokenView],
  remainingServiceTokens: [MadeServiceTokenView],
} as const;
export const MAY_NAME_SERVICE_TOKENS = {
  optional: ['serviceTokens', 'remainingServiceTokens'],
} as const;

/** Names that one answer holds of either list. */
const MAX_NAMED = 100;

const NAMED = `id, name, project_id "projectId"`;
const IN_ORDER = `order by created_at, id limit ${MAX_NAMED}`;

/** By what ends: locks it against who is making a service token with it, and lists it. `$1`: its id. */
const CREDENTIALS = {
  'client secret': ['select id from client_secrets where id = $1 for update'],
  'universal auth': [
    'select id from client_secrets where universal_auth_id = $1 order by id for update',
    'select id from sessions where universal_auth_id = $1 and client_secret_id is null order by id for update',
  ],
  'stored token': ['select id from access_tokens where id = $1 for update'],
  'token auth': ['select id from access_tokens where token_auth_id = $1 order by id for update'],
  'workload auth': ['select id from workload_auths where id = $1 for update'],
} as const;

const withCredentials = (locked: string, statement: string) =>
  `with made_with as materialized (${locked}) ${statement}`;

const END = `
  delete from service_tokens t using made_with m where t.credential_id = m.id and t.ends_with_credential
  returning t.id, t.name, t.project_id, t.created_at, t.expires_at`;

const ended = (locked: string) => `
  with made_with as materialized (${locked}), ended as (${END})
  select ${NAMED} from ended where expires_at > now() ${IN_ORDER}`;

const remaining = (locked: string) =>
  withCredentials(
    locked,
    `select t.id, t.name, t.project_id "projectId"
     from service_tokens t join made_with m on m.id = t.credential_id
     where not t.ends_with_credential and t.expires_at > now()
     order by t.created_at, t.id limit ${MAX_NAMED}`,
  );

/**
 * Ends the service tokens that end with a credential, and gives them with those that stay. Comes before the credential ends,
 * in its transaction.
 */
export async function endServiceTokensMadeWith(
  tx: EntityManager,
  kind: keyof typeof CREDENTIALS,
  id: string,
): Promise<MadeServiceTokens> {
  const lists: { ended: MadeServiceTokenView[]; remaining: MadeServiceTokenView[] } = {
    ended: [],
    remaining: [],
  };
  for (const locked of CREDENTIALS[kind]) {
    // The lock first: only what comes after it sees the tokens of who held the credential meanwhile.
    await tx.query(withCredentials(locked, 'select count(*) from made_with'), [id]);
    lists.ended.push(...(await tx.query<MadeServiceTokenView[]>(ended(locked), [id])));
    lists.remaining.push(...(await tx.query<MadeServiceTokenView[]>(remaining(locked), [id])));
  }
  return named(lists.ended, lists.remaining);
}

/** The service tokens that an identity made, all of which end with it. Comes before its deletion. */
export async function serviceTokensMadeBy(
  tx: EntityManager,
  makerId: string,
): Promise<MadeServiceTokens> {
  const tokens = await tx.query<MadeServiceTokenView[]>(
    `select ${NAMED} from service_tokens where maker_id = $1 and expires_at > now() ${IN_ORDER}`,
    [makerId],
  );
  return named(tokens, []);
}

/** The part of an answer that names them. */
export const madeTokensIn = ({
  serviceTokens,
  remainingServiceTokens,
}: MadeServiceTokens): MadeServiceTokens => ({ serviceTokens, remainingServiceTokens });

const named = (
  serviceTokens: readonly MadeServiceTokenView[],
  remainingServiceTokens: readonly MadeServiceTokenView[],
): MadeServiceTokens => ({
  ...(serviceTokens.length > 0 ? { serviceTokens } : {}),
  ...(remainingServiceTokens.length > 0 ? { remainingServiceTokens } : {}),
});
