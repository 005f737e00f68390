import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, useApp } from '../support/harness.js';
import { aMember, anIdentity, withoutReqId } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  aTag,
  type SecretScene,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();
let scene: SecretScene;
let http: Client;

beforeAll(async () => {
  scene = await aSecretScene(server);
  ({ http } = scene.admin);
  const { project } = scene;
  for (const name of ['apps', 'jobs']) {
    const folder = { projectId: project.id, environment: 'dev', name };
    await http.post('/api/v2/folders').send(folder).expect(200);
  }
  for (const slug of ['backend', 'hidden-tag']) {
    await http
      .post(`/api/v1/projects/${project.id}/tags`)
      .send({ slug, color: '#fff' })
      .expect(200);
  }
  const role = { slug: 'deployer', name: 'Deployer', permissions: [] };
  await http.post(`/api/v1/workspace/${project.slug}/roles`).send(role).expect(200);
  const orgRole = { slug: 'auditor', name: 'Auditor', permissions: [] };
  await http.post('/api/v1/organization/roles').send(orgRole).expect(200);
  await withSecrets(scene, [anItem('DB_PASSWORD'), anItem('DB_URL'), anItem('STRIPE_KEY')]);
});

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly link: string;
}

/** The refusal that a request meets. */
async function refusal(test: ReturnType<Client['get']>): Promise<Refusal> {
  const { status, body, headers } = await test;
  const { message } = body as { message: string };
  expect(withoutReqId(body as object)).toEqual({ statusCode: status, error: 'NotFound', message });
  const link = (headers as Record<string, string>)['link']!;
  return { status, message, link: /#([^>]*)>/.exec(link)![1]! };
}

const inDev = (more = '') => `projectId=${scene.project.id}&environment=dev${more}`;

describe('404 in a project of the caller', () => {
  it('names the environment, and those there are, the nearest first', async () => {
    const environment = 'prodd';
    const expected = {
      status: 404,
      message: "Environment 'prodd' not found in this project. There are prod, dev, staging.",
      link: 'environment-not-found',
    };
    const { id } = scene.project;
    const path = `projectId=${id}&environment=${environment}`;

    expect(await refusal(http.get(`${V4}?${path}`))).toEqual(expected);
    expect(await refusal(http.get(`${V4}/DB_URL?${path}`))).toEqual(expected);
    expect(await refusal(http.get(`/api/v2/folders?${path}`))).toEqual(expected);
    const body = { projectId: id, environment, secretValue: 'x' };
    expect(await refusal(http.post(`${V4}/NEW`).send(body))).toEqual(expected);
    expect(await refusal(http.get(`/api/v1/projects/${id}/environments/slug/prodd`))).toEqual(
      expected,
    );
  });

  it('names an environment by its id, whether others have it or nobody', async () => {
    const elsewhere = await aSecretScene(server);
    const { rows } = await server.database
      .rows<{ id: string }>(
        { name: 'env-of', text: 'select id from environments where project_id = $1 limit 1' },
        [elsewhere.project.id],
      )
      .then((found) => ({ rows: found }));
    for (const id of [rows[0]!.id, randomUUID()]) {
      const path = `/api/v1/workspace/${scene.project.id}/environments/${id}`;

      expect(await refusal(http.patch(path).send({ name: 'x' }))).toMatchObject({
        message: `Environment '${id}' not found in this project. There are dev, staging, prod.`,
      });
    }
  });

  it('names the folder, and those where the path ends', async () => {
    const where = (path: string) => `${inDev()}&secretPath=${encodeURIComponent(path)}`;

    expect(await refusal(http.get(`${V4}/DB_URL?${where('/app/web')}`))).toEqual({
      status: 404,
      message: "Folder '/app/web' not found in 'dev'. There are /apps, /jobs.",
      link: 'folder-not-found',
    });
    expect(await refusal(http.get(`/api/v2/folders?${inDev()}&path=/apps/web`))).toMatchObject({
      message: "Folder '/apps/web' not found in 'dev'. '/apps' has no folders below it.",
    });
    const body = { ...scene.dev, secretPath: '/app', secretValue: 'x' };
    expect(await refusal(http.post('/api/v3/secrets/raw/NEW').send(body))).toMatchObject({
      message: "Folder '/app' not found in 'dev'. There are /apps, /jobs.",
    });
  });

  it('names the secret, and the nearest that the caller may know of', async () => {
    const missing = `${V4}/DB_PASWORD?${inDev()}`;
    const message =
      "Secret 'DB_PASWORD' not found in '/' of 'dev'. There are DB_PASSWORD, DB_URL, STRIPE_KEY.";

    expect(await refusal(http.get(missing))).toEqual({
      status: 404,
      message,
      link: 'secret-not-found',
    });
    const body = { projectId: scene.project.id, environment: 'dev' };
    expect(await refusal(http.patch(`${V4}/DB_PASWORD`).send(body))).toMatchObject({ message });
    expect(await refusal(http.delete(`${V4}/DB_PASWORD`).send(body))).toMatchObject({ message });
  });

  it('tells nothing of secrets that rules hide, not even whether the one asked for exists', async () => {
    const member = await aMember(server, scene.project, scene.orgId, [
      {
        subject: 'secrets',
        action: ['describeSecret', 'edit'],
        conditions: { secretName: { $glob: 'DB_*' } },
      },
    ]);
    const messages = await Promise.all(
      ['STRIPE_KEY', 'STRIPE_KEX'].map((key) =>
        refusal(member.http.get(`${V4}/${key}?${inDev()}`)),
      ),
    );

    expect(messages.map(({ message }) => message)).toEqual([
      "Secret 'STRIPE_KEY' not found in '/' of 'dev'. There are DB_URL, DB_PASSWORD.",
      "Secret 'STRIPE_KEX' not found in '/' of 'dev'. There are DB_URL, DB_PASSWORD.",
    ]);
  });

  it('tells nothing of secrets that rules hide by a tag', async () => {
    const own = await aSecretScene(server);
    const tagId = await aTag(own, 'payments');
    await withSecrets(own, [anItem('PAY_KEY', 'x', { tagIds: [tagId] }), anItem('PAY_URL')]);
    const describing = { subject: 'secrets', action: ['describeSecret'] };
    const member = await aMember(server, own.project, own.orgId, [
      describing,
      { ...describing, conditions: { secretTags: { $in: ['payments'] } }, inverted: true },
    ]);
    const query = `projectId=${own.project.id}&environment=dev`;
    for (const key of ['PAY_KEY', 'PAY_KEX'])
      expect((await refusal(member.http.get(`${V4}/${key}?${query}`))).message).toBe(
        `Secret '${key}' not found in '/' of 'dev'. There is PAY_URL.`,
      );
  });

  it('names the version', async () => {
    expect(await refusal(http.get(`${V4}/DB_URL?${inDev('&version=7')}`))).toEqual({
      status: 404,
      message: 'The secret has no version 7, or it is not kept.',
      link: 'version-not-found',
    });
  });

  it('names the tag, and those there are to whoever may read tags', async () => {
    const path = `/api/v1/projects/${scene.project.id}/tags/slug/backnd`;
    const member = await aMember(server, scene.project, scene.orgId, []);

    expect(await refusal(http.get(path))).toEqual({
      status: 404,
      message: "Tag 'backnd' not found in this project. There are backend, hidden-tag.",
      link: 'tag-not-found',
    });
    expect(await refusal(member.http.get(path))).toMatchObject({
      message: "Tag 'backnd' not found in this project.",
    });
  });

  it('names the role, with custom roles for whoever may read roles', async () => {
    const path = `/api/v1/workspace/${scene.project.slug}/roles/slug/deploier`;
    const member = await aMember(server, scene.project, scene.orgId, []);

    expect((await refusal(http.get(path))).message).toMatch(
      /^Role 'deploier' not found in this project\. There are deployer, [^.]*viewer[^.]*\.$/,
    );
    const shown = (await refusal(member.http.get(path))).message;
    expect(shown).toContain('viewer');
    expect(shown).not.toContain('deployer');
  });

  it('names the role that a membership should get, and the identity that has none', async () => {
    const { id } = await anIdentity(server, scene.orgId, 'no-access');
    const path = `/api/v1/projects/${scene.project.id}/identity-memberships/${id}`;
    const roles = [{ role: 'deploier' }];

    expect((await refusal(http.post(path).send({ roles }))).message).toMatch(
      /^Role 'deploier' not found in this project\. There are deployer, /,
    );
    for (const each of [id, randomUUID()]) {
      const where = `/api/v1/projects/${scene.project.id}/identity-memberships/${each}`;

      expect(await refusal(http.get(where))).toEqual({
        status: 404,
        message: `Identity '${each}' is not a member of this project.`,
        link: 'membership-not-found',
      });
    }
  });

  it('says where a name was sent and an id is wanted', async () => {
    const own = (path: string) => `/api/v1/projects/${scene.project.id}/${path}`;
    const ways: [ReturnType<Client['get']>, string][] = [
      [http.patch(own('environments/dev')).send({ name: 'x' }), "Environment 'dev'"],
      [http.delete(own('environments/dev')), "Environment 'dev'"],
      [http.get(own('tags/backend')), "Tag 'backend'"],
      [http.delete(own('tags/backend')), "Tag 'backend'"],
      [http.get(own('roles/deployer')), "Role 'deployer'"],
      [http.patch(own('roles/deployer')).send({ name: 'x' }), "Role 'deployer'"],
      [http.delete(own('roles/deployer')), "Role 'deployer'"],
    ];

    for (const [way, what] of ways)
      expect(await refusal(way)).toMatchObject({
        message: `${what} not found in this project. There is one of that name: this path takes its id.`,
      });
  });

  it('names what is missing by an id that is none, too', async () => {
    const own = `/api/v1/projects/${scene.project.id}`;
    const roles = [{ role: 'viewer' }];
    const inProject = { projectId: scene.project.id, environment: 'dev', path: '/' };
    for (const id of ['nope', randomUUID()]) {
      const path = `${own}/identity-memberships/${id}`;
      const noMember = `Identity '${id}' is not a member of this project.`;

      expect(await refusal(http.get(path))).toMatchObject({ message: noMember });
      expect(await refusal(http.patch(path).send({ roles }))).toMatchObject({ message: noMember });
      expect(await refusal(http.delete(path))).toMatchObject({ message: noMember });
      expect(await refusal(http.post(path).send({ roles }))).toMatchObject({
        message: `Identity '${id}' not found in your organization.`,
        link: 'identity-not-found',
      });
      const change = { ...inProject, import: { position: 1 } };
      expect(await refusal(http.patch(`/api/v1/secret-imports/${id}`).send(change))).toMatchObject({
        message: `Import '${id}' not found in this project.`,
        link: 'import-not-found',
      });
    }
  });

  it('names nothing to whoever is no member of the project', async () => {
    const outsider = await anIdentity(server, scene.orgId, 'member');
    const path = (id: string) => `/api/v1/projects/${scene.project.id}/identity-memberships/${id}`;
    const answers = ['nope', randomUUID()].map((id) =>
      outsider.http.patch(path(id)).send({ roles: [{ role: 'viewer' }] }),
    );

    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 403]);
  });

  it('is the same with an Idempotency-Key, after its transaction has ended', async () => {
    const body = { projectId: scene.project.id, environment: 'devv', secretValue: 'x' };
    const keyed = () => http.post(`${V4}/NEW`).set('Idempotency-Key', randomUUID()).send(body);

    expect(await refusal(keyed())).toMatchObject({
      message: "Environment 'devv' not found in this project. There are dev, prod, staging.",
    });
  });

  it('shows nothing that a terminal acts upon, and little of what is long', async () => {
    const path = encodeURIComponent('\u001b[31m\u202e');
    const long = 'x'.repeat(250);

    expect((await refusal(http.get(`${V4}/${path}?${inDev()}`))).message).toMatch(
      /^Secret '\ufffd\[31m\ufffd' not found/,
    );
    const { message } = await refusal(http.get(`${V4}/${long}?${inDev()}`));
    expect(message.length).toBeLessThan(200);
  });
});

describe('404 in the organization of the caller', () => {
  it('names the role, with custom roles for whoever may read roles', async () => {
    const identity = { name: 'ci', organizationId: scene.orgId, role: 'auditr' };

    expect((await refusal(http.post('/api/v1/identities').send(identity))).message).toMatch(
      /^Role 'auditr' not found in your organization\. There are auditor, .*no-access/,
    );
    expect((await refusal(http.get('/api/v1/organization/roles/slug/auditr'))).message).toMatch(
      /^Role 'auditr' not found in your organization\. There are auditor, /,
    );
  });

  it('says which way to log in an identity lacks, to whoever may read identities', async () => {
    const { id } = await anIdentity(server, scene.orgId, 'no-access');
    const stranger = await anIdentity(server, scene.orgId, 'no-access');
    const path = (identityId: string) => `/api/v1/auth/universal-auth/identities/${identityId}`;

    expect(await refusal(http.get(path(id)))).toEqual({
      status: 404,
      message: 'The identity has no universal auth.',
      link: 'auth-method-not-found',
    });
    const answers = await Promise.all(
      [id, randomUUID()].map((each) => refusal(stranger.http.get(path(each)))),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ link: 'not-found' });
  });
});

describe('404 for what belongs to another organization', () => {
  it('is one sentence, for a project and for things by their id alone', async () => {
    const elsewhere = await aSecretScene(server);
    const secret = (await withSecrets(elsewhere, [anItem('A')])).get('A')!;
    const blind = {
      status: 404,
      message: 'The resource does not exist or is outside your scope.',
      link: 'not-found',
    };
    const where = (id: string) => `${V4}?projectId=${id}&environment=devv`;

    for (const id of [elsewhere.project.id, randomUUID()])
      expect(await refusal(http.get(where(id)))).toEqual(blind);
    for (const id of [secret.id, randomUUID()])
      expect(await refusal(http.get(`/api/v3/secrets/raw/id/${id}`))).toEqual(blind);
  });

  it('is that sentence for a secret by its id that rules hide', async () => {
    const secret = (await withSecrets(scene, [anItem('HIDDEN')], { secretPath: '/apps' })).get(
      'HIDDEN',
    )!;
    const member = await aMember(server, scene.project, scene.orgId, [
      {
        subject: 'secrets',
        action: ['describeSecret', 'readValue', 'edit'],
        conditions: { secretName: { $glob: 'DB_*' } },
      },
    ]);
    const ways = [
      member.http.get(`/api/v3/secrets/raw/id/${secret.id}`),
      member.http.get(`/api/v1/secret/${secret.id}/secret-versions`),
    ];
    for (const way of ways) expect(await refusal(way)).toMatchObject({ link: 'not-found' });
  });
});

describe('the header X-Hint of a good answer', () => {
  const hintOf = async (test: ReturnType<Client['get']>) =>
    ((await test.expect(200)).headers as Record<string, string | undefined>)['x-hint'];

  it('says that a list is empty because its folder is not there, however often it is read', async () => {
    const listed = (path: string, more = '') => `${V4}?${inDev(`&secretPath=${path}${more}`)}`;
    const missing = "Folder '/nope' not found in 'dev'.";

    for (let n = 0; n < 3; n++) expect(await hintOf(http.get(listed('/nope')))).toBe(missing);
    expect(await hintOf(http.get(listed('/nope', '&recursive=true')))).toBe(missing);
    expect(await hintOf(http.get(listed('/nope', '&includeImports=false')))).toBe(missing);
    const v3 = `/api/v3/secrets/raw?workspaceId=${scene.project.id}&environment=dev&secretPath=/nope`;
    expect(await hintOf(http.get(v3))).toBe(missing);
    expect(await hintOf(http.get(listed('/apps')))).toBeUndefined();
    expect(await hintOf(http.get(listed('/', '&recursive=true')))).toBeUndefined();
    const below = { projectId: scene.project.id, environment: 'dev', path: '/later', name: 'deep' };
    expect(await hintOf(http.get(listed('/later', '&recursive=true')))).toContain("'/later'");
    await http.post('/api/v2/folders').send(below).expect(200);
    expect(await hintOf(http.get(listed('/later', '&recursive=true')))).toBeUndefined();
  });

  it('names fields of bodies and queries that were ignored, and the one that was meant', async () => {
    const projects = '/api/v1/projects';
    const body = { projectName: 'Hinted', slugg: 'hinted' };

    expect(await hintOf(http.post(projects).send(body))).toBe(
      "Ignored, as no field has this name: slugg. Did you mean 'slug'?",
    );
    expect(await hintOf(http.post(projects).send({ projectName: 'Plain' }))).toBeUndefined();
    for (let n = 0; n < 3; n++)
      expect(await hintOf(http.get(`${V4}?${inDev('&secretpath=/apps')}`))).toBe(
        "Ignored, as no field has this name: secretpath. Did you mean 'secretPath'?",
      );
    expect(await hintOf(http.get(`${V4}?${inDev('&a=1&secretPath=/nope')}`))).toBe(
      "Ignored, as no field has this name: a. Folder '/nope' not found in 'dev'.",
    );
  });

  it('holds no byte that ends it, and little of what is long', async () => {
    const names = ['é\r\nSet-Cookie: a', 'x'.repeat(5_000), '\u{202e}'];
    const many = Array.from({ length: 500 }, (_, i) => `n${i}`);
    const body = Object.fromEntries([...names, ...many].map((name) => [name, 1]));
    const hint = await hintOf(http.post('/api/v1/projects').send({ projectName: 'Odd', ...body }));

    expect(hint).toMatch(/^[ -~]+$/);
    expect(hint).toContain('%C3%A9%EF%BF%BD%EF%BF%BDSet-Cookie: a');
    expect(hint!.length).toBeLessThan(1_000);
  });
});
