import { Injectable } from '@nestjs/common';
import { type BoundStatement, Database, statement } from '../database/database.js';
import { orElse } from '../database/required.js';
import { forbidden, unauthorized } from '../errors/api-error.js';
import type { Request } from 'express';
import type { RequestContext } from '../http/request-context.js';
import type { ScimActor } from './actor.js';
import { ServerKeys } from './server-keys.js';
import { requiringRow } from './session-queries.js';

/** Tells a token of SCIM from the tokens of others, and a scanner of leaks whose it is. */
export const SCIM_TOKEN_PREFIX = 'srscim_';

/** After the prefix: 256 random bits. */
const FORM = new RegExp(`^${SCIM_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

const LIVE = statement(`
  select t.id "scimTokenId", t.org_id "orgId", t.description, t.maker_id "makerId",
    t.last_used_at is null or t.last_used_at < now() - interval '1 minute' "isUseDue"
  from scim_tokens t
  where t.digest = any ($1) and (t.expires_at is null or t.expires_at > now())`);

/** A minute passes before the use of a token is written again. */
const COUNT_USE = statement('update scim_tokens set last_used_at = now() where id = $1');

const BY_ID = statement(
  'select from scim_tokens where id = $1 and (expires_at is null or expires_at > now())',
);
const PROOF = requiringRow(BY_ID.text);

const LOCK = statement('select from scim_tokens where id = $1 for key share');

/** Whether the bearer token of a request claims to be one of SCIM. */
export const isScimToken = ({ headers }: Request): boolean =>
  new RegExp(`^Bearer +${SCIM_TOKEN_PREFIX}`, 'i').test(headers.authorization ?? '');

export const scimTokenNeeded = () =>
  forbidden('scim-token-needed', 'This route takes a token of SCIM, and no other.');

const scimTokenOnly = () =>
  forbidden('scim-token-only', 'A token of SCIM opens Users, Groups and discovery of SCIM alone.');

const invalidToken = () =>
  unauthorized(
    'scim-token-invalid',
    'The SCIM token is unknown, has expired or was deleted. Make another one.',
  );

/** The statements that keep a token of SCIM from ending, and fail with a 401 where it has. */
export const provingScimToken = (scimTokenId: string): BoundStatement[] => [
  { ...LOCK, values: [scimTokenId] },
  { ...PROOF, values: [scimTokenId], onFailure: orElse(invalidToken) },
];

interface LiveScimToken {
  readonly scimTokenId: string;
  readonly orgId: string;
  readonly description: string;
  readonly makerId: string;
  readonly isUseDue: boolean;
}

/** Finds the provider behind a token of SCIM. Whether the token is alive is asked at each request. */
@Injectable()
export class ScimSessions {
  constructor(
    private readonly database: Database,
    private readonly keys: ServerKeys,
  ) {}

  /**
   * Throws 401 for a token that is expired, was deleted, or was never made, in the same words; 403 for one that lives
   * where the route takes none.
   */
  async resume(token: string, request: RequestContext, isTaken: boolean): Promise<ScimActor> {
    const digests = FORM.test(token) ? this.keys.digestsOf(token) : [];
    const live =
      digests.length === 0 ? null : await this.database.row<LiveScimToken>(LIVE, [digests]);
    if (!live) throw invalidToken();
    if (!isTaken) throw scimTokenOnly();
    const { scimTokenId, orgId, description, makerId, isUseDue } = live;
    if (isUseDue) await this.database.rows(COUNT_USE, [scimTokenId]);
    const name = description === '' ? 'SCIM' : description;
    return { kind: 'scim', callerId: scimTokenId, scimTokenId, makerId, name, orgId, request };
  }

  /** Throws 401 if the token has ended while the request waited. */
  async requireLive({ scimTokenId }: ScimActor): Promise<void> {
    if (!(await this.database.row(BY_ID, [scimTokenId]))) throw invalidToken();
  }
}
