import { randomUUID } from 'node:crypto';
import { OneTimeTokens } from '../../src/accounts/one-time-tokens.js';
import { AccessTokens } from '../../src/auth/access-token.js';
import type { SessionAssurance, SessionKind } from '../../src/database/entities/session.entity.js';
import type { Rule } from '../../src/permissions/rule.js';
import type { Client, TestApp } from './harness.js';
import type { TestProject } from './scene.js';

/** A person who is signed in, ready to send requests. */
export interface SignedInPerson {
  /** The id of the account. */
  readonly id: string;
  readonly email: string;
  readonly orgId: string;
  readonly orgMembershipId: string;
  readonly sessionId: string;
  readonly token: string;
  readonly http: Client;
}

export interface PersonOptions {
  readonly email?: string;
  readonly status?: 'invited' | 'accepted';
  readonly isActive?: boolean;
  readonly kind?: SessionKind;
  readonly assurance?: SessionAssurance;
}

/**
 * A person with a place in the organization, of a predefined role or a custom role of these rules, and a session.
 * Written past the API, as the identities of `scene.ts`: for tests that are not about signing in.
 */
export async function aPerson(
  server: TestApp,
  orgId: string,
  role: string | readonly Rule[],
  options: PersonOptions = {},
): Promise<SignedInPerson> {
  const id = randomUUID();
  const { email = `person-${id}@example.com`, status = 'accepted', isActive = true } = options;
  await server.database.source.query(
    `insert into users (id, email, first_name, is_email_verified) values ($1, $2, 'Ann', true)`,
    [id, email],
  );
  const orgMembershipId = await inOrganization(server, orgId, id, role);
  await server.database.source.query(
    'update organization_memberships set status = $2, is_active = $3 where id = $1',
    [orgMembershipId, status, isActive],
  );
  const { sessionId, token } = await aSession(server, { id, orgId }, options);
  const http = server.as(token);
  return { id, email, orgId, orgMembershipId, sessionId, token, http };
}

/** The person's address changes, as the person does it with the code that was mailed to the new one. */
export async function changeAddress(
  server: TestApp,
  ann: SignedInPerson,
  newEmail: string,
): Promise<void> {
  const { id: userId, sessionId: scopeId } = ann;
  const holder = { userId, purpose: 'email-change', scopeId, email: newEmail } as const;
  const code = await server.database.transaction((tx) =>
    server.app.get(OneTimeTokens).makeCode(tx, holder),
  );
  await ann.http.patch('/api/v2/users/me/email').send({ newEmail, otp: code }).expect(200);
}

/** Gives an account a place in one more organization. Returns the membership's id. */
export async function inOrganization(
  server: TestApp,
  orgId: string,
  userId: string,
  role: string | readonly Rule[],
): Promise<string> {
  const { source } = server.database;
  const [id, roleId] = [randomUUID(), typeof role === 'string' ? null : randomUUID()];
  if (roleId) {
    await source.query(
      `insert into org_roles (id, org_id, slug, name, permissions) values ($1, $2, $3, 'Custom', $4)`,
      [roleId, orgId, `role-${roleId}`, JSON.stringify(role)],
    );
  }
  await source.query(
    `insert into organization_memberships (id, org_id, user_id, role, role_id, status)
     values ($1, $2, $3, $4, $5, 'accepted')`,
    [id, orgId, userId, roleId ? 'custom' : role, roleId],
  );
  return id;
}

/** A session of an account in an organization, and its access token, for an hour. */
export async function aSession(
  server: TestApp,
  { id, orgId }: { readonly id: string; readonly orgId: string },
  { kind = 'console', assurance = 'password' }: PersonOptions = {},
): Promise<{ sessionId: string; token: string }> {
  const sessionId = randomUUID();
  await server.database.source.query(
    `insert into sessions (id, user_id, org_id, kind, login_method, assurance, idle_seconds, expires_at)
     values ($1, $2, $3, $4, 'email', $5, 3600, now() + interval '1 hour')`,
    [sessionId, id, orgId, kind, assurance],
  );
  const iat = Math.floor(Date.now() / 1000);
  const token = server.app.get(AccessTokens).sign({
    jti: sessionId,
    authTokenType: 'accessToken',
    userId: id,
    tokenVersionId: sessionId,
    accessVersion: 1,
    organizationId: orgId,
    authMethod: 'email',
    isMfaVerified: assurance === 'mfa',
    iat,
    exp: iat + 3600,
  });
  return { sessionId, token };
}

/** Who or what has a place in a project or in a group. */
export type MemberId =
  { readonly identityId: string } | { readonly userId: string } | { readonly groupId: string };

/** Gives an identity, a person or a group a place in the project. Returns the membership's id. */
export async function joinProject(
  server: TestApp,
  project: Pick<TestProject, 'id'>,
  member: MemberId,
  ...roles: (string | readonly Rule[])[]
): Promise<string> {
  const { source } = server.database;
  const membershipId = randomUUID();
  const { identityId = null, userId = null, groupId = null } = member as Record<string, string>;
  await source.query(
    `insert into project_memberships (id, project_id, identity_id, user_id, group_id)
     values ($1, $2, $3, $4, $5)`,
    [membershipId, project.id, identityId, userId, groupId],
  );
  for (const role of roles) {
    const roleId = typeof role === 'string' ? null : randomUUID();
    if (roleId) {
      await source.query(
        `insert into project_roles (id, project_id, slug, name, permissions)
         values ($1, $2, $3, 'Custom', $4)`,
        [roleId, project.id, `role-${roleId}`, JSON.stringify(role)],
      );
    }
    await source.query(
      `insert into membership_roles (id, membership_id, role, custom_role_id) values ($1, $2, $3, $4)`,
      [randomUUID(), membershipId, roleId ? 'custom' : role, roleId],
    );
  }
  await source.query('update projects set epoch = epoch + 1 where id = $1', [project.id]);
  return membershipId;
}

/** A group of the organization, with these members. Returns its id. */
export async function aGroup(
  server: TestApp,
  orgId: string,
  role: string | readonly Rule[] = 'no-access',
  ...members: MemberId[]
): Promise<string> {
  const { source } = server.database;
  const [id, roleId] = [randomUUID(), typeof role === 'string' ? null : randomUUID()];
  if (roleId) {
    await source.query(
      `insert into org_roles (id, org_id, slug, name, permissions) values ($1, $2, $3, 'Custom', $4)`,
      [roleId, orgId, `role-${roleId}`, JSON.stringify(role)],
    );
  }
  await source.query(
    `insert into groups (id, org_id, name, slug, role, role_id) values ($1, $2, $3, $4, $5, $6)`,
    [id, orgId, `group-${id}`, `group-${id}`, roleId ? 'custom' : role, roleId],
  );
  for (const member of members) await joinGroup(server, id, member);
  return id;
}

/** Makes an identity or a person a member of the group, with epochs raised as the API would. */
export async function joinGroup(server: TestApp, groupId: string, member: MemberId): Promise<void> {
  const { source } = server.database;
  const { identityId = null, userId = null } = member as Record<string, string>;
  await source.query(
    `insert into group_members (id, group_id, user_id, identity_id) values ($1, $2, $3, $4)`,
    [randomUUID(), groupId, userId, identityId],
  );
  await raiseEpochs(server, groupId);
}

export async function leaveGroup(server: TestApp, groupId: string, id: string): Promise<void> {
  await server.database.source.query(
    'delete from group_members where group_id = $1 and (user_id = $2 or identity_id = $2)',
    [groupId, id],
  );
  await raiseEpochs(server, groupId);
}

async function raiseEpochs({ database: { source } }: TestApp, groupId: string): Promise<void> {
  await source.query(
    `update projects set epoch = epoch + 1
     where id in (select project_id from project_memberships where group_id = $1)`,
    [groupId],
  );
  await source.query(
    `update organizations set epoch = epoch + 1 where id = (select org_id from groups where id = $1)`,
    [groupId],
  );
}
