import { anIdentity, aMember, type Caller, join } from '../support/scene.js';
import { closeAll, listen } from '../support/events/event-source.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  BATCH,
  V3,
  withSecrets,
} from '../support/secrets-scene.js';
import { runs } from '../support/runs.js';
import { TestIssuer } from '../support/workloads/issuer.js';
import { attachPath, loginPath, useWorkloadApp } from '../support/workloads/workload-scene.js';

const server = useWorkloadApp();
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await TestIssuer.open(server.network, 'issuer.example');
});
afterEach(closeAll);

const SUBJECT = 'job:shop';
const MAPPED = '/{{identity.auth.oidc.claims.path}}/**';
const where = (secretPath: unknown) => ({ conditions: { secretPath } });
/** Secrets below the folder that a claim names. */
const RULES = [
  {
    subject: 'secrets',
    action: ['describeSecret', 'readValue', 'create', 'edit'],
    ...where({ $glob: MAPPED }),
  },
  {
    subject: 'secret-event-subscriptions',
    action: ['subscribe-to-creation-events'],
    ...where({ $glob: MAPPED }),
  },
];

const settings = (more: object = {}) => ({
  oidcDiscoveryUrl: issuer.url,
  boundIssuer: issuer.url,
  boundAudiences: 'strongroom',
  boundSubject: SUBJECT,
  claimMetadataMapping: { path: 'branch' },
  caCert: issuer.host.ca,
  ...more,
});

async function aMappedMember() {
  const scene = await aSecretScene(server);
  for (const path of ['/red', '/blue', '/prod']) await aFolder(scene, path);
  for (const secretPath of ['/red', '/blue', '/prod'])
    await withSecrets(scene, [anItem(secretPath.slice(1).toUpperCase())], { secretPath });
  const member = await aMember(server, scene.project, scene.orgId, RULES);
  const path = attachPath('oidc-auth', member.id);
  await scene.admin.http.post(path).send(settings()).expect(200);
  return { ...scene, member, path };
}

async function tokenOf(identityId: string, branch: unknown): Promise<string> {
  const jwt = await issuer.token({ aud: 'strongroom', sub: SUBJECT, branch });
  const { body } = await server.http
    .post(loginPath('oidc-auth'))
    .send({ identityId, jwt })
    .expect(200);
  return (body as { accessToken: string }).accessToken;
}

type Dev = Awaited<ReturnType<typeof aSecretScene>>['dev'];

/** The secrets that a token reads in a folder; the status where it is refused. */
async function readAt(token: string, dev: Dev, secretPath: string): Promise<string[] | number> {
  const { status, body } = await server.as(token).get(at(V3, dev, { secretPath }));
  if (status !== 200) return status;
  return (body as { secrets: { secretKey: string }[] }).secrets.map(({ secretKey }) => secretKey);
}

/** Whether a read found nothing, or was refused. */
const isNothing = (read: string[] | number) => typeof read === 'number' || read.length === 0;

describe('Rules that speak of what a login proved', () => {
  it('open what its claim names, and take it for no pattern (T347)', async () => {
    const { dev, member } = await aMappedMember();
    const red = await tokenOf(member.id, 'red');

    expect(await readAt(red, dev, '/red')).toEqual(['RED']);
    for (const secretPath of ['/blue', '/prod', '/'])
      expect(isNothing(await readAt(red, dev, secretPath))).toBe(true);
    for (const branch of [
      '**',
      '*',
      '{red,blue}',
      '../prod',
      're?',
      '',
      undefined,
      ['red'],
      { a: 'red' },
    ]) {
      const token = await tokenOf(member.id, branch);
      for (const secretPath of ['/red', '/blue', '/prod'])
        expect(isNothing(await readAt(token, dev, secretPath))).toBe(true);
    }
    // A login that proves nothing: token auth.
    expect(isNothing(await readAt(member.token, dev, '/red'))).toBe(true);
  });

  it('are kept apart for two logins of one identity, whatever is remembered of either (T348)', async () => {
    const { dev, member, project } = await aMappedMember();
    const tokens = { red: await tokenOf(member.id, 'red'), blue: await tokenOf(member.id, 'blue') };
    const turns = Array.from({ length: runs(40, 2_000) }, (_, i) => i);

    for (let i = 0; i < turns.length; i += 8)
      await Promise.all(
        turns.slice(i, i + 8).map(async (turn) => {
          const [own, other] =
            turn % 2 === 0 ? (['red', 'blue'] as const) : (['blue', 'red'] as const);
          expect(await readAt(tokens[own], dev, `/${own}`)).toEqual([own.toUpperCase()]);
          expect(isNothing(await readAt(tokens[own], dev, `/${other}`))).toBe(true);
        }),
      );

    // Streams of one caller share their rights; those of another login do not.
    const ask = { projectId: project.id, register: [{ event: 'secret:create' }] };
    const [red, blue] = [
      await listen(server, tokens.red, ask),
      await listen(server, tokens.blue, ask),
    ];
    const key = { 'Idempotency-Key': 'one-key' };
    const write = (token: string, secretPath: string) =>
      server
        .as(token)
        .post(BATCH)
        .set(key)
        .send({ ...dev, secretPath, secrets: [anItem('MADE')] });
    await write(tokens.red, '/red').expect(200);
    await write(tokens.red, '/red').expect(200);
    await write(tokens.blue, '/red').expect(409);
    await server
      .as(tokens.blue)
      .post(BATCH)
      .send({ ...dev, secretPath: '/blue', secrets: [anItem('LATER')] })
      .expect(200);
    await blue.untilKey('LATER');
    await server
      .as(tokens.red)
      .post(BATCH)
      .send({ ...dev, secretPath: '/red', secrets: [anItem('LAST')] })
      .expect(200);
    await red.untilKey('LAST');
    expect(red.keys).toEqual(['MADE', 'LAST']);
    expect(blue.keys).toEqual(['LATER']);
  });

  it('keep their login through a renewal', async () => {
    const { dev, member } = await aMappedMember();
    const accessToken = await tokenOf(member.id, 'red');
    const { body } = await server.http
      .post('/api/v1/auth/token/renew')
      .send({ accessToken })
      .expect(200);
    const renewed = (body as { accessToken: string }).accessToken;

    expect(await readAt(renewed, dev, '/red')).toEqual(['RED']);
    expect(isNothing(await readAt(renewed, dev, '/blue'))).toBe(true);
  });
});

describe('Who chooses what logins prove', () => {
  const EDITOR = ['read', 'edit-auth', 'create-token'];
  const inFolder = (folder: string) => [
    {
      subject: 'secrets',
      action: ['describeSecret', 'readValue', 'create', 'edit'],
      ...where({ $glob: folder }),
    },
    {
      subject: 'secret-event-subscriptions',
      action: ['subscribe-to-creation-events'],
      ...where({ $glob: folder }),
    },
  ];
  const change = { claimMetadataMapping: { path: 'sub' } };

  async function anEditor(
    orgId: string,
    project: { id: string; slug: string },
    folder: string,
  ): Promise<Caller> {
    const editor = await anIdentity(server, orgId, [{ subject: 'identity', action: EDITOR }]);
    await join(server, project, editor, inFolder(folder));
    return editor;
  }

  it('holds every value that a rule could take (403, T347)', async () => {
    const { orgId, project, path } = await aMappedMember();
    const ofRed = await anEditor(orgId, project, '/red/**');
    const ofAll = await anEditor(orgId, project, '/**');

    await ofRed.http.patch(path).send(change).expect(403);
    await ofRed.http.delete(path).expect(403);
    await ofAll.http.patch(path).send(change).expect(200);
  });

  it('is not the identity itself, whose login gives it no more than its value (403, T347)', async () => {
    const { admin, orgId, project } = await aSecretScene(server);
    const member = await anIdentity(server, orgId, [{ subject: 'identity', action: EDITOR }]);
    await join(server, project, member, RULES);
    const path = attachPath('oidc-auth', member.id);

    await member.http.post(path).send(settings()).expect(403);
    await admin.http.post(path).send(settings()).expect(200);
    const own = server.as(await tokenOf(member.id, 'red'));
    await own.patch(path).send(change).expect(403);
    await own.patch(path).send({ boundSubject: 'job:*' }).expect(403);
    const plain = await anIdentity(server, orgId, [{ subject: 'identity', action: EDITOR }]);
    await plain.http.post(attachPath('oidc-auth', plain.id)).send(settings()).expect(200);
  });

  it('gives such a rule to nobody without holding all that it may open (403, T347)', async () => {
    const { project, orgId, member } = await aMappedMember();
    const granter = await aMember(server, project, orgId, [
      { subject: 'identity', action: ['read', 'create', 'edit', 'grant-privileges'] },
      { subject: 'role', action: ['read', 'create', 'edit'] },
      ...inFolder('/red/**'),
    ]);
    const privileges = '/api/v2/identity-project-additional-privilege';
    const body = (rule: object) => ({
      identityId: member.id,
      projectId: project.id,
      slug: `own-${Math.random().toString(36).slice(2)}`,
      type: { isTemporary: false },
      permissions: [rule],
    });
    const reading = { subject: 'secrets', action: ['readValue'] };

    await granter.http
      .post(privileges)
      .send(body({ ...reading, ...where({ $glob: '/red/x/**' }) }))
      .expect(200);
    await granter.http
      .post(privileges)
      .send(body({ ...reading, ...where({ $glob: '/{{identity.auth.oidc.claims.other}}/**' }) }))
      .expect(403);
  });
});
