import type { TestApp } from '../support/harness.js';
import { aPerson, joinProject, type SignedInPerson } from '../support/people.js';
import { aMember, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

export const POLICIES = '/api/v2/secret-approvals';
export const REQUESTS = '/api/v1/secret-approval-requests';

/** A role of who sees no secrets and no requests; with `no-access` nobody votes. */
export const LITTLE_ROLE = [{ subject: 'environments', action: ['read'] }];

export interface Held {
  readonly id: string;
  readonly slug: string;
  readonly policyId: string;
  readonly status: string;
  readonly hasMerged: boolean;
  readonly closeReason: string | null;
  readonly conflicts: readonly { readonly secretKey: string; readonly reason: string }[] | null;
  readonly committerUserId: string | null;
  readonly committerIdentityId: string | null;
}

type Http = Pick<Caller, 'http'>;

/** A project with people who propose and review, and a policy over `/held/**` of dev. */
export class ApprovalsScene {
  orgId: string;
  admin: Caller;
  project: TestProject;
  /** A machine that may write. */
  machine: Caller;
  writer: SignedInPerson;
  reviewers: readonly SignedInPerson[];

  private constructor(private readonly server: TestApp) {}

  static async make(server: TestApp): Promise<ApprovalsScene> {
    const scene = new ApprovalsScene(server);
    const { orgId, admin } = await aScene(server);
    scene.orgId = orgId;
    scene.admin = admin;
    scene.project = await aProject(admin);
    scene.machine = await aMember(server, scene.project, orgId, 'member');
    scene.writer = await scene.person('member');
    scene.reviewers = [await scene.person('viewer'), await scene.person('viewer')];
    for (const name of ['held', 'free']) await scene.folder('/', name);
    return scene;
  }

  async person(...roles: Parameters<typeof joinProject>[3][]): Promise<SignedInPerson> {
    const person = await aPerson(this.server, this.orgId, 'no-access');
    await joinProject(this.server, this.project, { userId: person.id }, ...roles);
    return person;
  }

  async folder(path: string, name: string): Promise<void> {
    const body = { projectId: this.project.id, environment: 'dev', path, name };
    await this.admin.http.post('/api/v2/folders').send(body).expect(200);
  }

  policyBody(more: object = {}): object {
    return {
      projectId: this.project.id,
      environment: 'dev',
      secretPath: '/held/**',
      approvers: this.reviewers.map(({ id }) => ({ type: 'user', id })),
      ...more,
    };
  }

  async policy(more: object = {}): Promise<{ id: string }> {
    const { body } = await this.admin.http.post(POLICIES).send(this.policyBody(more)).expect(200);
    return (body as { approval: { id: string } }).approval;
  }

  async endPolicy({ id }: { id: string }): Promise<void> {
    await this.admin.http.delete(`${POLICIES}/${id}`).send({}).expect(200);
  }

  at(secretPath: string, more: object = {}): object {
    return { projectId: this.project.id, environment: 'dev', secretPath, ...more };
  }

  create({ http }: Http, key: string, secretValue: string, secretPath = '/held') {
    return http.post(`/api/v4/secrets/${key}`).send(this.at(secretPath, { secretValue }));
  }

  /** A secret that is there without anybody's consent: made before the policy. */
  async secret(key: string, value: string, secretPath = '/held'): Promise<string> {
    const { body } = await this.create(this.admin, key, value, secretPath).expect(200);
    return (body as { secret: { id: string } }).secret.id;
  }

  async propose(caller: Http, key: string, value: string, secretPath = '/held'): Promise<Held> {
    const { body } = await this.create(caller, key, value, secretPath).expect(200);
    return (body as { approval: Held }).approval;
  }

  review({ http }: Http, { id }: Pick<Held, 'id'>, status = 'approved') {
    return http.post(`${REQUESTS}/${id}/review`).send({ status });
  }

  merge({ http }: Http, { id }: Pick<Held, 'id'>, body: object = {}) {
    return http.post(`${REQUESTS}/${id}/merge`).send(body);
  }

  async get({ http }: Http, { id }: Pick<Held, 'id'>): Promise<Held & Record<string, unknown>> {
    const { body } = await http.get(`${REQUESTS}/${id}`).expect(200);
    return (body as { approval: Held & Record<string, unknown> }).approval;
  }

  /** Does the work while the project is locked by somebody else: what waits for that lock would not be answered. */
  async whileLocked<T>(work: () => Promise<T>): Promise<T> {
    const locking = this.server.database.source.createQueryRunner();
    await locking.startTransaction();
    try {
      await locking.query('select id from projects where id = $1 for update', [this.project.id]);
      return await work();
    } finally {
      await locking.rollbackTransaction();
      await locking.release();
    }
  }

  /** The values in the folder, by key. */
  async values(secretPath = '/held'): Promise<Record<string, string>> {
    const query = new URLSearchParams({ ...(this.at(secretPath) as Record<string, string>) });
    const { body } = await this.admin.http.get(`/api/v4/secrets?${query.toString()}`).expect(200);
    const { secrets } = body as { secrets: { secretKey: string; secretValue: string }[] };
    return Object.fromEntries(secrets.map((each) => [each.secretKey, each.secretValue]));
  }
}
