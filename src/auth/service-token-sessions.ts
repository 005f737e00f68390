import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type BoundStatement, Database, statement } from '../database/database.js';
import { orElse } from '../database/required.js';
import { forbidden, unauthorized } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import type { ServiceTokenActor } from './actor.js';
import { isAllowed, type Network } from './ip-allow-list.js';
import { membershipIn } from './prefetched-project.js';
import { ServerKeys } from './server-keys.js';
import { requiringRow } from './session-queries.js';
import {
  CREDENTIAL_STANDS,
  LOCK_WITH_CREDENTIAL,
  TRUSTED_IPS,
} from './service-token-credentials.js';

/** Whether the server makes service tokens, and takes them. */
export class ServiceTokenSettings {
  constructor(readonly isOn: boolean) {}
}

/** `st.<id>.<256 random bits>`. Clients put a fourth part of their own behind it, which is nothing here. */
const FORM = /^(st\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.[\da-f]{64})(?:\.[^.]+)?$/;

/**
 * SQL: whether the token's maker still has a place in the project, as an identity or as a person who is not
 * deactivated.
 */
const MAKER_STAYS = `
  exists (${membershipIn('t.project_id', 't.maker_id')})
  and not exists (
    select from organization_memberships m
    where m.user_id = t.maker_id and m.org_id = p.org_id
      and not (m.is_active and m.status = 'accepted'))`;

const LIVE = statement(`
  select t.id "serviceTokenId", t.name, t.project_id "projectId", p.org_id "orgId", t.maker_id "makerId",
    t.scopes, t.permissions, t.expires_at "expiresAt",
    t.last_used_at is null or t.last_used_at < now() - interval '1 minute' "isUseDue",
    ${TRUSTED_IPS} "trustedIps"
  from service_tokens t join projects p on p.id = t.project_id
  where t.id = $1 and t.digest = any ($2) and t.expires_at > now() and ${MAKER_STAYS}
    and ${CREDENTIAL_STANDS}`);

/** A minute passes before the use of a token is written again. A digest under a former AUTH_SECRET is replaced with it. */
const COUNT_USE = statement(
  'update service_tokens set last_used_at = now(), digest = $2 where id = $1',
);

const BY_ID = statement(`
  select from service_tokens t join projects p on p.id = t.project_id
  where t.id = $1 and t.expires_at > now() and ${MAKER_STAYS} and ${CREDENTIAL_STANDS}`);
const PROOF = requiringRow(BY_ID.text);

const LOCK = statement(LOCK_WITH_CREDENTIAL);

/** Whether the bearer token of a request claims to be a service token. */
export const isServiceToken = ({ headers }: Request): boolean =>
  /^Bearer +st\./i.test(headers.authorization ?? '');

export const serviceTokenNeeded = () =>
  forbidden('service-token-needed', 'This route takes a service token, and no other.');

const serviceTokenRefused = () =>
  forbidden(
    'service-token-refused',
    'A service token opens secrets, folders and imports of its project, and nothing else.',
  );

export const serviceTokenInvalid = () =>
  unauthorized(
    'service-token-invalid',
    'The service token is unknown, has expired or was deleted, its maker has left the project, what it was made with has ended or does not work from this address, or this server takes none.',
  );

type LiveServiceToken = Omit<ServiceTokenActor, 'kind' | 'callerId' | 'request'> & {
  readonly isUseDue: boolean;
  /** Null: from anywhere. */
  readonly trustedIps: readonly Network[] | null;
};

/** The statements of `Sessions.holding` for a service token. */
export const holdingServiceToken = ({ serviceTokenId }: ServiceTokenActor): BoundStatement[] => [
  { ...LOCK, values: [serviceTokenId] },
  { ...BY_ID, values: [serviceTokenId] },
];

/** The statements that keep a service token from ending, and fail with a 401 where it has. */
export const provingServiceToken = (serviceTokenId: string): BoundStatement[] => [
  { ...LOCK, values: [serviceTokenId] },
  { ...PROOF, values: [serviceTokenId], onFailure: orElse(serviceTokenInvalid) },
];

/** Finds the service token of a request. Whether it is alive is asked at each one. */
@Injectable()
export class ServiceTokenSessions {
  constructor(
    private readonly database: Database,
    private readonly keys: ServerKeys,
    private readonly settings: ServiceTokenSettings,
  ) {}

  /**
   * Throws 401, in the same words for whatever is wrong with the token; 403 for one that lives where the route takes
   * none.
   */
  async resume(
    token: string,
    request: RequestContext,
    isTaken: boolean,
  ): Promise<ServiceTokenActor> {
    const [, own, id] = FORM.exec(token) ?? [];
    const digests = own !== undefined && this.settings.isOn ? this.keys.digestsOf(own) : null;
    const live = digests && (await this.database.row<LiveServiceToken>(LIVE, [id, digests]));
    if (!digests || !live) throw serviceTokenInvalid();
    if (!isAllowed(live.trustedIps, request.address)) throw serviceTokenInvalid();
    if (!isTaken) throw serviceTokenRefused();
    const { isUseDue, trustedIps: _, ...known } = live;
    const { serviceTokenId } = known;
    if (isUseDue) await this.database.rows(COUNT_USE, [serviceTokenId, digests[0]]);
    return { ...known, kind: 'service-token', callerId: serviceTokenId, request };
  }

  /** Throws 401 if the token has ended while the request waited. */
  async requireLive({ serviceTokenId }: ServiceTokenActor): Promise<void> {
    if (!(await this.database.row(BY_ID, [serviceTokenId]))) throw serviceTokenInvalid();
  }
}
