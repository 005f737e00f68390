import { beforeAll, describe, expect, it } from '@jest/globals';
import { startApp } from '../../support/harness.js';
import { aMember } from '../../support/scene.js';
import {
  aFolder,
  aSecretScene,
  at,
  named,
  type SecretScene,
  V3,
  V4,
} from '../../support/secrets-scene.js';
import { whileItLasts } from '../../support/while-it-lasts.js';
import {
  replicas,
  ANEW,
  atReplica,
  etagOf,
  observe,
  poll,
  recordsOf,
  own,
} from './unchanged-reads-scene.js';

describe('a read of secrets with If-None-Match', () => {
  let scene: SecretScene;
  let urls: string[];

  beforeAll(async () => {
    scene = await aSecretScene(replicas[0]!);
    const { admin, dev, project } = scene;
    const made = await admin.http.post(named('KEY')).send({ ...dev, secretValue: 'x' });
    const { id } = (made.body as { secret: { id: string } }).secret;
    const v4 = { projectId: project.id, environment: 'dev' };
    urls = [
      at(V3, dev),
      at(named('KEY'), dev),
      `${V3}/id/${id}`,
      at(V4, v4, { recursive: true }),
      at(named('KEY', V4), v4),
      `${V4}/id/${id}`,
    ];
  });

  it('opens no value where nothing changed', async () => {
    for (const url of urls) {
      const etag = await etagOf(scene.admin, url);
      const { status, headers, opened } = await poll(scene.admin, url, etag);

      expect({ url, status, opened }).toEqual({ url, status: 304, opened: 0 });
      expect(headers['etag']).toBe(etag);
    }
  });

  it('is answered without a condition too, with the same bytes and headers, and recorded as the first was', async () => {
    for (const url of urls.flatMap((each) => [
      each,
      `${each}${hasQuery(each)}viewSecretValue=false`,
    ])) {
      const whole = await observe(scene.admin, url, {}, ANEW);
      expect([whole.status, whole.opened]).toEqual([200, 1]);
      await observe(scene.admin, url);
      const again = await observe(scene.admin, url);

      expect({ url, opened: again.opened, ...own(again) }).toEqual({
        url,
        opened: 0,
        ...own(whole),
      });
      const records = await recordsOf(again);
      expect(records).toEqual(await recordsOf(whole));
      expect(records).toHaveLength(url.includes('viewSecretValue') ? 0 : 1);
    }
  });

  it('sends the headers of the full answer, but for those of its body and those that a browser keeps with it', async () => {
    const url = urls[0]!;
    const full = await atReplica(0, scene.admin).get(url).expect(200);
    const { headers } = await poll(scene.admin, url, full.headers['etag'] as string);

    const left =
      /^(content-|cross-origin-|origin-agent|referrer-|strict-transport|x-(?!request-id))/;
    const kept = Object.keys(full.headers).filter((name) => !left.test(name));
    expect(kept).toEqual(expect.arrayContaining(['cache-control', 'deprecation', 'etag', 'link']));
    expect(Object.keys(headers).sort()).toEqual(kept.sort());
  });

  it('is logged as what it is', async () => {
    const url = urls[1]!;
    await poll(scene.admin, url, await etagOf(scene.admin, url));

    const line = JSON.parse(replicas[0]!.logLines.at(-1)!) as object;
    expect(line).toMatchObject({
      status: 304,
      route: '/api/v3/secrets/raw/:secretName',
      identityId: scene.admin.id,
    });
  });

  it('answers in full to another ETag', async () => {
    const url = urls[0]!;
    const etag = await etagOf(scene.admin, url);

    expect((await poll(scene.admin, url, '"other"')).status).toBe(200);
    expect((await poll(scene.admin, url, `"other", ${etag}`)).status).toBe(304);
  });

  // Node's fetch adds these two to every request with a condition.
  it('is none the less so for what the client says to caches on the way', async () => {
    for (const url of [...urls, '/api/v1/projects']) {
      const ask = () =>
        atReplica(0, scene.admin).get(url).set({ 'Cache-Control': 'no-cache', Pragma: 'no-cache' });
      const etag = (await ask().expect(200)).headers['etag'] as string;

      await ask().set('If-None-Match', '"other"').expect(200);
      await ask().set('If-None-Match', etag).expect(304);
      const { status, opened } = await poll(scene.admin, url, etag);
      expect({ url, status, opened }).toEqual({ url, status: 304, opened: 0 });
    }
  });

  it('is not taken for one whose body asked for something else', async () => {
    const { admin, dev } = scene;
    await aFolder(scene, '/asked-by-body');
    const url = at(V3, dev);
    const asked = () => admin.http.get(url).send({ secretPath: '/asked-by-body' });
    const plain = await etagOf(admin, url);
    const { etag } = (await asked().expect(200)).headers as { etag: string };

    expect(etag).not.toBe(plain);
    await admin.http.get(url).set('If-None-Match', etag).expect(200);
    await asked().set('If-None-Match', plain).expect(200);
    await asked().set('If-None-Match', etag).expect(304);
  });

  it('is refused once the token is revoked', async () => {
    const url = urls[0]!;
    const member = await aMember(replicas[0]!, scene.project, scene.orgId, 'viewer');
    const etag = await etagOf(member, url);
    expect((await poll(member, url, etag)).status).toBe(304);

    const { source } = replicas[0]!.database;
    await source.query(
      `update access_tokens set is_revoked = true where id in (
      select t.id from access_tokens t join token_auths a on a.id = t.token_auth_id
      where a.identity_id = $1)`,
      [member.id],
    );

    expect((await poll(member, url, etag)).status).toBe(401);
  });

  it('is refused once a privilege has ended by itself', async () => {
    const { admin, project, dev } = scene;
    const member = await aMember(replicas[0]!, project, scene.orgId, 'no-access');
    const permissions = [{ subject: 'secrets', action: ['describeSecret', 'readValue'] }];
    const grantFor = (milliseconds: number) =>
      admin.http
        .post('/api/v2/identity-project-additional-privilege')
        .send({
          identityId: member.id,
          projectId: project.id,
          permissions,
          type: {
            isTemporary: true,
            temporaryMode: 'relative',
            temporaryRange: '1h',
            temporaryAccessStartTime: new Date(Date.now() - 3_600_000 + milliseconds).toISOString(),
          },
        })
        .expect(200);
    const url = at(V3, dev);
    const etag = await whileItLasts(1_500, async (milliseconds) => {
      await grantFor(milliseconds);
      const { headers } = await atReplica(0, member).get(url);
      const etag = (headers['etag'] as string | undefined) ?? '"none"';
      return (await poll(member, url, etag)).status === 304 ? etag : null;
    });

    let status = 304;
    while (status === 304) ({ status } = await poll(member, url, etag));
    expect(status).toBe(403);
  });

  it('has its record in the count of requests', async () => {
    const limited = await startApp(
      { RATE_LIMITS: 'on', RATE_LIMIT_SECRETS: '3' },
      [],
      replicas[0]!.databaseUrl,
    );
    try {
      const http = limited.parts.as(scene.admin.token);
      const url = urls[0]!;
      const etag = (await http.get(url).expect(200)).headers['etag'] as string;
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) {
        statuses.push((await http.get(url).set('If-None-Match', etag)).status);
      }

      expect(statuses).toEqual([304, 304, 429]);
    } finally {
      await limited.end();
    }
  });
});

const hasQuery = (url: string) => (url.includes('?') ? '&' : '?');
