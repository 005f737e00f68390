import { randomBytes } from 'node:crypto';
import {
  aCertificate,
  anApplication,
  enrollmentOf,
  anAuthority,
  anIntermediate,
  aPolicy,
  aProfile,
  aRoot,
  AUTHORITIES,
  authorityOf,
  certificateOf,
  PROFILES,
  thumbprintOf,
} from '../support/certificates.js';
import type { TestApp } from '../support/harness.js';
import { aGroup, aPerson, joinProject } from '../support/people.js';
import { aMember, anIdentity, aProject, aScene, type Caller } from '../support/scene.js';
import { LEAVER, NEWCOMER } from './people-routes.js';
import { WORKLOAD_METHODS } from './workload-methods.js';
import type { Kind, Renewable } from './route-entry.js';

const UNIVERSAL = '/api/v1/auth/universal-auth/identities';
const TOKEN_AUTH = '/api/v1/auth/token-auth/identities';
const RULES = [{ subject: 'secrets', action: ['describeSecret'] }];

const unique = (prefix: string) => `${prefix}-${randomBytes(6).toString('hex')}`;

interface Named {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
}

/** An organization with one of everything, made through the API, and callers of every standing. */
export class Tenant {
  readonly ids = {} as Record<Kind, string>;
  admin: Caller;
  /** Admin of the instance, in this organization. */
  instanceAdmin: Caller;
  /** A client of SCIM with a token. */
  provider: Caller;
  /** A service token of the project, and one of another project of the same organization. */
  serviceToken: Caller;
  elsewhereToken: Caller;
  /** Identities of the organization in no project; one is its admin. */
  outsiders: readonly Caller[];
  /** Member of the project and of the organization, with a role that allows nothing. */
  powerless: Caller;

  private constructor(private readonly server: TestApp) {}

  static async make(server: TestApp): Promise<Tenant> {
    const tenant = new Tenant(server);
    await tenant.renew('everything');
    return tenant;
  }

  /** Another project, with another one of everything, of the same organization and admin. */
  static async beside({ server, admin }: Tenant): Promise<Tenant> {
    const tenant = new Tenant(server);
    await tenant.settle(admin);
    return tenant;
  }

  readonly renew = (what: Renewable): Promise<void> => this.makers[what]();

  private readonly makers: Readonly<Record<Renewable, () => Promise<void>>> = {
    everything: async () => this.settle((await aScene(this.server)).admin),
    environment: async () => {
      const slug = unique('env');
      const { environment } = await this.post<{ environment: Named }>(
        this.inProject('environments'),
        { name: slug, slug },
      );
      this.ids.environment = environment.id;
      this.ids.environmentSlug = slug;
    },
    folder: async () => {
      const name = unique('folder');
      const where = { projectId: this.ids.project, environment: 'dev' };
      const { folder } = await this.post<{ folder: Named }>('/api/v1/folders', { ...where, name });
      this.ids.folder = folder.id;
      this.ids.folderName = name;
    },
    tag: async () => {
      const slug = unique('tag');
      const { tag } = await this.post<{ tag: Named }>(this.inProject('tags'), { slug });
      this.ids.tag = tag.id;
      this.ids.tagSlug = slug;
    },
    secret: async () => {
      const name = unique('SECRET');
      const { secret } = await this.post<{ secret: Named }>(`/api/v3/secrets/raw/${name}`, {
        workspaceId: this.ids.project,
        environment: 'dev',
        secretValue: 'value',
        tagIds: [this.ids.tag],
      });
      this.ids.secret = secret.id;
      this.ids.secretName = name;
    },
    secretImport: async () => {
      const { secretImport } = await this.post<{ secretImport: Named }>('/api/v1/secret-imports', {
        workspaceId: this.ids.project,
        environment: 'dev',
        import: { environment: 'prod', path: `/${unique('source')}` },
      });
      this.ids.secretImport = secretImport.id;
    },
    orgRole: async () => {
      const slug = unique('role');
      const body = { slug, name: slug, permissions: [{ subject: 'role', action: ['read'] }] };
      const { role } = await this.post<{ role: Named }>('/api/v1/organization/roles', body);
      this.ids.orgRole = role.id;
      this.ids.orgRoleSlug = slug;
    },
    projectRole: async () => {
      const slug = unique('role');
      const body = { slug, name: slug, permissions: RULES };
      const { role } = await this.post<{ role: Named }>(this.inProject('roles'), body);
      this.ids.projectRole = role.id;
      this.ids.projectRoleSlug = slug;
    },
    stranger: async () => {
      this.ids.stranger = await this.identity();
    },
    identity: async () => {
      this.ids.identity = await this.identity();
      const { identityUniversalAuth } = await this.post<{
        identityUniversalAuth: { clientId: string };
      }>(`${UNIVERSAL}/${this.ids.identity}`, {});
      this.ids.clientId = identityUniversalAuth.clientId;
      await this.post(`${TOKEN_AUTH}/${this.ids.identity}`, {});
      for (const { method, settings } of WORKLOAD_METHODS)
        await this.post(`/api/v1/auth/${method}/identities/${this.ids.identity}`, settings);
      for (const part of [
        ...['clientSecret', 'token', 'accessToken', 'consoleSession', 'membership'],
      ] as Renewable[])
        await this.renew(part);
    },
    person: async () => {
      const { server, ids } = this;
      const person = await aPerson(server, ids.organization, 'no-access');
      ids.user = person.id;
      ids.username = person.email;
      ids.orgMembership = person.orgMembershipId;
      await this.renew('memberOfProject');
    },
    invited: async () => {
      const { server, ids } = this;
      const person = await aPerson(server, ids.organization, 'no-access', { status: 'invited' });
      ids.invitedMembership = person.orgMembershipId;
    },
    memberOfProject: async () => {
      const { server, ids } = this;
      const member = { userId: ids.user };
      ids.memberOfProject = await joinProject(server, { id: ids.project }, member, 'member');
      await this.renew('privilegeOfPerson');
    },
    privilegeOfPerson: async () => {
      const { privilege } = await this.post<{ privilege: Named }>(
        '/api/v1/user-project-additional-privilege',
        {
          projectMembershipId: this.ids.memberOfProject,
          permissions: RULES,
          type: { isTemporary: false },
        },
      );
      this.ids.privilegeOfPerson = privilege.id;
    },
    group: async () => {
      const { server, ids } = this;
      ids.group = await aGroup(server, ids.organization, 'no-access', { userId: ids.user });
      ids.groupOfProject = ids.group;
      const member = { identityId: ids.identity };
      ids.groupOfIdentity = await aGroup(server, ids.organization, 'no-access', member);
      ids.strangeGroup = await aGroup(server, ids.organization, 'no-access');
      await joinProject(server, { id: ids.project }, { groupId: ids.group }, 'member');
    },
    newcomer: async () => {
      const userId = await this.colleague(NEWCOMER);
      const leave = 'delete from project_memberships where project_id = $1 and user_id = $2';
      await this.server.database.source.query(leave, [this.ids.project, userId]);
    },
    leaver: async () => {
      const userId = await this.colleague(LEAVER);
      await joinProject(this.server, { id: this.ids.project }, { userId }, 'no-access');
    },
    provider: async () => {
      const { ids } = this;
      const made = await this.post<{ scimToken: string; scimTokenData: Named }>(
        '/api/v1/scim/scim-tokens',
        { organizationId: ids.organization },
      );
      const http = this.server.as(made.scimToken);
      const { id } = made.scimTokenData;
      this.provider = { id, orgId: ids.organization, token: made.scimToken, http };
      // Another one, which can be deleted while the first is used.
      const other = await this.post<{ scimTokenData: Named }>('/api/v1/scim/scim-tokens', {
        organizationId: ids.organization,
      });
      ids.scimToken = other.scimTokenData.id;
      const schema = 'urn:ietf:params:scim:schemas:core:2.0';
      const user = { schemas: [`${schema}:User`], userName: `${unique('person')}@example.org` };
      const group = { schemas: [`${schema}:Group`], displayName: unique('group') };
      const users = await http.post('/api/v1/scim/Users').send(user).expect(201);
      const groups = await http.post('/api/v1/scim/Groups').send(group).expect(201);
      ids.scimUser = (users.body as Named).id;
      ids.scimGroup = (groups.body as Named).id;
    },
    oidc: async () => {
      const { server, ids } = this;
      await server.database.source.query(
        `insert into oidc_configurations (id, org_id, discovery_url, issuer, names_issuer, client_id,
           sealed_secret, is_active, is_jit_on, jit_role)
         values (gen_random_uuid(), $1, 'https://x/.well-known/openid-configuration', 'https://x', true, 'x',
           '', false, false, 'member') on conflict do nothing`,
        [ids.organization],
      );
    },
    approval: async () => {
      const name = unique('held');
      const where = { projectId: this.ids.project, environment: 'dev' };
      await this.post('/api/v1/folders', { ...where, name });
      const { approval } = await this.post<{ approval: Named }>('/api/v2/secret-approvals', {
        ...{ ...where, secretPath: `/${name}` },
        approvers: [{ type: 'user', id: this.ids.user }],
      });
      this.ids.approvalPolicy = approval.id;
      const held = await this.post<{ approval: Named }>(`/api/v4/secrets/${unique('SECRET')}`, {
        ...{ ...where, secretPath: `/${name}`, secretValue: 'value' },
      });
      this.ids.approvalRequest = held.approval.id;
    },
    access: async () => {
      const { server, ids } = this;
      const secretPath = `/${unique('access')}`;
      const { approval } = await this.post<{ approval: Named }>(
        '/api/v1/access-approvals/policies',
        {
          ...{ projectSlug: ids.projectSlug, environment: 'dev', secretPath },
          approvers: [{ type: 'user', id: ids.user }],
        },
      );
      const [request] = await server.database.source.query<Named[]>(
        `insert into access_requests (id, project_id, policy_id, user_id, environment, secret_path, permissions,
           temporary_range, note, status, expires_at)
         values (gen_random_uuid(), $1, $2, $3, 'dev', $4, '[]', '2h', '', 'pending', now() + interval '1 day')
         returning id`,
        [ids.project, approval.id, ids.user, secretPath],
      );
      ids.accessPolicy = approval.id;
      ids.accessRequest = request!.id;
    },
    serviceToken: async () => {
      this.serviceToken = await this.newServiceToken(this.ids.project);
      // Another one, which can be deleted while the first is used.
      this.ids.serviceToken = (await this.newServiceToken(this.ids.project)).id;
      this.elsewhereToken = await this.newServiceToken((await aProject(this.admin)).id);
    },
    certificateAuthority: async () => {
      const { admin, ids } = this;
      const root = await aRoot(admin, ids.project);
      const child = await anIntermediate(admin, root);
      const waiting = await anAuthority(admin, ids.project, authorityOf('root'));
      const { body } = await admin.http.get(`${AUTHORITIES}/${root.id}/crls`).expect(200);
      ids.certificateAuthority = root.id;
      ids.authorityCertificate = (await certificateOf(admin, root)).certId;
      ids.intermediateAuthority = child.id;
      ids.waitingAuthority = waiting.id;
      ids.crl = (body as [Named])[0].id;
      await this.renew('certificateProfile');
    },
    certificateProfile: async () => {
      const { admin, ids } = this;
      const authority = { id: ids.certificateAuthority, projectId: ids.project };
      const policy = await aPolicy(admin, ids.project);
      const profile = await aProfile(admin, authority, policy);
      ids.acmeProfile = (await aProfile(admin, authority, policy, { enrollmentType: 'acme' })).id;
      ids.certificatePolicy = policy.id;
      ids.unusedPolicy = (await aPolicy(admin, ids.project)).id;
      ids.certificateProfile = profile.id;
      ids.certificateProfileSlug = profile.slug;
      await this.renew('acmeBindingKey');
      await this.renew('certificateApplication');
      await this.renew('certificate');
    },
    certificateApplication: async () => {
      const { admin, ids } = this;
      const made = await anApplication(admin, ids.project, [ids.certificateProfile]);
      ids.certificateApplication = made.id;
      ids.certificateApplicationName = made.name;
      const path = enrollmentOf(made, { id: ids.certificateProfile });
      await admin.http.put(`${path}/api`).send({}).expect(200);
      await admin.http.put(`${path}/acme`).send({}).expect(200);
      await this.renew('applicationBindingKey');
    },
    applicationBindingKey: async () => {
      const { certificateApplication, certificateProfile } = this.ids;
      const path = enrollmentOf({ id: certificateApplication }, { id: certificateProfile });
      const made = await this.post<{ eabKey: Named }>(`${path}/acme/eab-keys`, {
        name: unique('key'),
      });
      this.ids.applicationBindingKey = made.eabKey.id;
    },
    acmeBindingKey: async () => {
      const path = `${PROFILES}/${this.ids.acmeProfile}/acme/eab-keys`;
      const made = await this.post<{ eabKey: Named }>(path, { name: unique('key') });
      this.ids.acmeBindingKey = made.eabKey.id;
    },
    certificate: async () => {
      const made = await aCertificate(this.admin, { id: this.ids.certificateProfile });
      this.ids.certificate = made.certificateId;
      this.ids.certificateThumbprint = thumbprintOf(made.certificate);
    },
    emailDomain: async () => {
      const made = await this.post<{ domain: Named }>('/api/v1/organization/email-domains', {
        domain: `${unique('domain')}.test`,
      });
      this.ids.emailDomain = made.domain.id;
    },
    clientSecret: async () => {
      const made = await this.post<{ clientSecret: string; clientSecretData: Named }>(
        `${UNIVERSAL}/${this.ids.identity}/client-secrets`,
        {},
      );
      this.ids.clientSecret = made.clientSecretData.id;
      this.ids.clientSecretValue = made.clientSecret;
    },
    consoleSession: async () => {
      const [session] = await this.server.database.source.query<Named[]>(
        `insert into sessions
           (id, identity_id, org_id, kind, login_method, assurance, idle_seconds, expires_at)
         values (gen_random_uuid(), $1, $2, 'console', 'console-code', 'password', 900,
           now() + interval '1 hour') returning id`,
        [this.ids.identity, this.ids.organization],
      );
      this.ids.consoleSession = session!.id;
    },
    token: async () => {
      this.ids.token = (await this.token()).tokenData.id;
    },
    accessToken: async () => {
      this.ids.accessToken = (await this.token()).accessToken;
    },
    membership: async () => {
      const path = this.inProject(`identity-memberships/${this.ids.identity}`);
      const { identityMembership } = await this.post<{ identityMembership: Named }>(path, {
        role: 'member',
      });
      this.ids.membership = identityMembership.id;
      await this.renew('privilege');
    },
    privilege: async () => {
      const slug = unique('privilege');
      const { privilege } = await this.post<{ privilege: Named }>(
        '/api/v2/identity-project-additional-privilege',
        {
          identityId: this.ids.identity,
          projectId: this.ids.project,
          slug,
          permissions: RULES,
          type: { isTemporary: false },
        },
      );
      this.ids.privilege = privilege.id;
      this.ids.privilegeSlug = slug;
    },
  };

  private async settle(admin: Caller): Promise<void> {
    const { server, ids } = this;
    const { orgId } = admin;
    this.admin = admin;
    this.instanceAdmin = await anIdentity(server, orgId, 'admin');
    await server.database.source.query(
      'update identities set is_instance_admin = true where id = $1',
      [this.instanceAdmin.id],
    );
    const project = await aProject(admin);
    this.outsiders = [
      await anIdentity(server, orgId, 'member'),
      await anIdentity(server, orgId, 'admin'),
    ];
    this.powerless = await aMember(server, project, orgId, 'no-access');
    ids.organization = orgId;
    ids.organizationSlug = `org-${orgId}`;
    ids.project = project.id;
    ids.projectSlug = project.slug;
    const parts = ['environment', 'folder', 'tag', 'secret', 'orgRole', 'projectRole'] as const;
    for (const part of [
      ...parts,
      'secretImport',
      'stranger',
      'identity',
      'person',
      'group',
      'newcomer',
      'leaver',
      'provider',
      'serviceToken',
      'emailDomain',
      'certificateAuthority',
      'invited',
      'oidc',
      'approval',
      'access',
    ] as const)
      await this.renew(part);
  }

  private async newServiceToken(workspaceId: string): Promise<Caller> {
    const { serviceToken: token, serviceTokenData } = await this.post<{
      serviceToken: string;
      serviceTokenData: Named;
    }>('/api/v2/service-token', {
      name: 'token',
      workspaceId,
      scopes: [{ environment: 'dev', secretPath: '/**' }],
      permissions: ['read', 'write'],
    });
    const { id } = serviceTokenData;
    return { id, orgId: this.ids.organization, token, http: this.server.as(token) };
  }

  private inProject(rest: string): string {
    return `/api/v1/projects/${this.ids.project}/${rest}`;
  }

  private async identity(): Promise<string> {
    const body = { name: unique('identity') };
    return (await this.post<{ identity: Named }>('/api/v1/identities', body)).identity.id;
  }

  /** The id of the person of that address, who is in the organization by now. Tenants share the account. */
  private async colleague(email: string): Promise<string> {
    const { source } = this.server.database;
    const [user] = await source.query<{ id: string }[]>(
      `insert into users (id, email) values (gen_random_uuid(), $1)
       on conflict (email) do update set email = excluded.email returning id`,
      [email],
    );
    await source.query(
      `insert into organization_memberships (id, org_id, user_id, role, status)
       values (gen_random_uuid(), $1, $2, 'no-access', 'accepted') on conflict do nothing`,
      [this.ids.organization, user!.id],
    );
    return user!.id;
  }

  private token(): Promise<{ accessToken: string; tokenData: Named }> {
    return this.post(`${TOKEN_AUTH}/${this.ids.identity}/tokens`, {});
  }

  private async post<T>(path: string, body: object): Promise<T> {
    return (await this.admin.http.post(path).send(body).expect(200)).body as T;
  }
}
