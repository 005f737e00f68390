import { randomUUID } from 'node:crypto';
import { AccessTokens } from '../../src/auth/access-token.js';
import type { Rule } from '../../src/permissions/rule.js';
import type { Client, TestApp } from './harness.js';

/** A machine identity with a token, ready to send requests. */
export interface Caller {
  readonly id: string;
  readonly orgId: string;
  readonly token: string;
  readonly http: Client;
}

export interface Scene {
  readonly orgId: string;
  /** Organization admin. */
  readonly admin: Caller;
}

const ANYWHERE = JSON.stringify([
  { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
  { ipAddress: '::', type: 'ipv6', prefix: 0 },
]);

/** An organization of its own for a test, with an admin. Written past the API: tests of the API build on it. */
export async function aScene(server: TestApp): Promise<Scene> {
  const orgId = randomUUID();
  const query = server.database.source;
  await query.query(`insert into organizations (id, name, slug) values ($1, 'Org', $2)`, [
    orgId,
    `org-${orgId}`,
  ]);
  return { orgId, admin: await anIdentity(server, orgId, 'admin') };
}

/** An identity of the organization with one of the predefined roles, or with a custom role of these rules. */
export async function anIdentity(
  server: TestApp,
  orgId: string,
  role: string | readonly Rule[],
): Promise<Caller> {
  const id = randomUUID();
  const { source } = server.database;
  const roleId = typeof role === 'string' ? null : randomUUID();
  if (roleId) {
    await source.query(
      `insert into org_roles (id, org_id, slug, name, permissions) values ($1, $2, $3, 'Custom', $4)`,
      [roleId, orgId, `role-${roleId}`, JSON.stringify(role)],
    );
  }
  await source.query(
    `insert into identities (id, org_id, membership_id, name, role, role_id) values ($1, $2, $3, $4, $5, $6)`,
    [id, orgId, randomUUID(), `identity-${id}`, roleId ? 'custom' : role, roleId],
  );
  const token = await aToken(server, id, orgId);
  return { id, orgId, token, http: server.as(token) };
}

/** A token of token auth that lives for an hour. */
export async function aToken(server: TestApp, identityId: string, orgId: string): Promise<string> {
  const { source } = server.database;
  const [authId, jti] = [randomUUID(), randomUUID()];
  await source.query(
    `insert into token_auths (id, identity_id, access_token_ttl, access_token_max_ttl,
       access_token_num_uses_limit, access_token_trusted_ips) values ($1, $2, 3600, 3600, 0, $3)`,
    [authId, identityId, ANYWHERE],
  );
  await source.query(
    `insert into access_tokens (id, token_auth_id, ttl, max_ttl, uses_limit) values ($1, $2, 3600, 3600, 0)`,
    [jti, authId],
  );
  const iat = Math.floor(Date.now() / 1000);
  return server.app.get(AccessTokens).sign({
    jti,
    identityAccessTokenId: jti,
    authTokenType: 'identityAccessToken',
    identityId,
    identityName: `identity-${identityId}`,
    authMethod: 'token-auth',
    orgId,
    accessTokenTTL: 3600,
    accessTokenMaxTTL: 3600,
    accessTokenPeriod: 0,
    creationEpoch: iat,
    numUsesLimit: 0,
    iat,
    exp: iat + 3600,
  });
}

export interface TestProject {
  readonly id: string;
  readonly slug: string;
}

/** A project of the admin's with the default environments, made through the API. */
export async function aProject(owner: Caller): Promise<TestProject> {
  const answer = await owner.http
    .post('/api/v1/projects')
    .send({ projectName: 'Project' })
    .expect(200);
  return (answer.body as { project: TestProject }).project;
}

/** A member of the project who holds a predefined role, or a custom role of these rules. */
export async function aMember(
  server: TestApp,
  project: TestProject,
  orgId: string,
  role: string | readonly Rule[],
): Promise<Caller> {
  const caller = await anIdentity(server, orgId, 'no-access');
  await join(server, project, caller, role);
  return caller;
}

/** Makes an identity a member, with the epoch raised as the API would. */
export async function join(
  server: TestApp,
  project: TestProject,
  caller: Caller,
  role: string | readonly Rule[],
): Promise<void> {
  const { source } = server.database;
  const [membershipId, roleId] = [randomUUID(), typeof role === 'string' ? null : randomUUID()];
  if (roleId) {
    await source.query(
      `insert into project_roles (id, project_id, slug, name, permissions) values ($1, $2, $3, 'Custom', $4)`,
      [roleId, project.id, `role-${roleId}`, JSON.stringify(role)],
    );
  }
  await source.query(
    `insert into project_memberships (id, project_id, identity_id) values ($1, $2, $3)`,
    [membershipId, project.id, caller.id],
  );
  await source.query(
    `insert into membership_roles (id, membership_id, role, custom_role_id) values ($1, $2, $3, $4)`,
    [randomUUID(), membershipId, roleId ? 'custom' : role, roleId],
  );
  await source.query(`update projects set epoch = epoch + 1 where id = $1`, [project.id]);
}

/** A body without its reqId, to compare two answers. */
export function withoutReqId(body: object): object {
  const { reqId: _, ...rest } = body as { reqId?: string };
  return rest;
}
