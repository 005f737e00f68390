import { randomBytes } from 'node:crypto';
import type { TestApp } from '../support/harness.js';
import { aMember, anIdentity, aProject, aScene, type Caller } from '../support/scene.js';
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
      for (const part of ['clientSecret', 'token', 'accessToken', 'membership'] as const)
        await this.renew(part);
    },
    clientSecret: async () => {
      const made = await this.post<{ clientSecret: string; clientSecretData: Named }>(
        `${UNIVERSAL}/${this.ids.identity}/client-secrets`,
        {},
      );
      this.ids.clientSecret = made.clientSecretData.id;
      this.ids.clientSecretValue = made.clientSecret;
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
    for (const part of [...parts, 'secretImport', 'stranger', 'identity'] as const)
      await this.renew(part);
  }

  private inProject(rest: string): string {
    return `/api/v1/projects/${this.ids.project}/${rest}`;
  }

  private async identity(): Promise<string> {
    const body = { name: unique('identity') };
    return (await this.post<{ identity: Named }>('/api/v1/identities', body)).identity.id;
  }

  private token(): Promise<{ accessToken: string; tokenData: Named }> {
    return this.post(`${TOKEN_AUTH}/${this.ids.identity}/tokens`, {});
  }

  private async post<T>(path: string, body: object): Promise<T> {
    return (await this.admin.http.post(path).send(body).expect(200)).body as T;
  }
}
