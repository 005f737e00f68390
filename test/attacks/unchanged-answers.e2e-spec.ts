import { randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { Admission } from '../../src/http/limits/admission.js';
import { SecretVault } from '../../src/secrets/secret-vault.js';
import { useApp } from '../support/harness.js';
import { aMember, type Caller } from '../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  aTag,
  named,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';
import { until } from '../support/until.js';

const server = useApp();
const CANARY = 'canary-7d2f';

interface Target extends SecretScene {
  readonly urls: readonly string[];
}

/** Secrets that the administrator has read twice: the answers are kept. */
async function aTarget(): Promise<Target> {
  const scene = await aSecretScene(server);
  await withSecrets(scene, [anItem('A', CANARY), anItem('B', `\${A} ${CANARY}`)]);
  const { dev, project, admin } = scene;
  const v4 = { projectId: project.id, environment: 'dev' };
  const urls = [at(V3, dev), at(named('A'), dev), at(V4, v4), at(named('B', V4), v4)];
  for (const url of urls) await keepAnswer(admin, url);
  return { ...scene, urls };
}

/** Reads twice: the second answer comes without a value being opened, so it is kept. */
async function keepAnswer({ http }: Caller, url: string): Promise<void> {
  await http.get(url).expect(200);
  const opened = jest.spyOn(server.app.get(SecretVault), 'open');
  await http.get(url).expect(200);
  expect(opened).not.toHaveBeenCalled();
  opened.mockRestore();
}

/** What somebody gets from each address. */
const looks = async ({ http }: Caller, urls: readonly string[]) => {
  const found: { status: number; hasCanary: boolean }[] = [];
  for (const url of urls) {
    const { status, text } = await http.get(url);
    found.push({ status, hasCanary: text.includes(CANARY) });
  }
  return found;
};

const sql = (text: string, values: unknown[]) => server.database.source.query(text, values);

const all = (urls: readonly string[], status: number, hasCanary = false) =>
  urls.map(() => ({ status, hasCanary }));

const revokeTokens = ({ id }: Caller) =>
  sql(
    `update access_tokens set is_revoked = true where token_auth_id in
       (select id from token_auths where identity_id = $1)`,
    [id],
  );

describe('an answer that is kept for one caller', () => {
  it('goes to nobody else: not to strangers, to another organization, to no member, to lesser rights', async () => {
    const { urls, project, orgId } = await aTarget();
    const stranger = await aSecretScene(server);
    const outsider = await aMember(server, await otherProject(orgId), orgId, 'admin');
    const blind = await aMember(server, project, orgId, 'no-access');
    const namesOnly = await aMember(server, project, orgId, [
      { subject: 'secrets', action: ['describeSecret'] },
    ]);

    expect(await looks({ ...stranger.admin, http: server.http }, urls)).toEqual(all(urls, 401));
    expect(await looks(stranger.admin, urls)).toEqual(all(urls, 404));
    expect(await looks(outsider, urls)).toEqual(all(urls, 403));
    expect(await looks(blind, urls)).toEqual(all(urls, 403));
    expect(await looks(namesOnly, urls)).toEqual(all(urls, 403));
  });

  const otherProject = async (orgId: string) => {
    const id = randomUUID();
    const slug = `other-${id}`;
    await sql(`insert into projects (id, org_id, name, slug) values ($1, $2, 'Other', $3)`, [
      ...[id, orgId, slug],
    ]);
    await sql(`insert into project_event_heads (project_id) values ($1)`, [id]);
    return { id, slug };
  };
});

describe('what a member has read, and may read no longer,', () => {
  const reader = async ({ project, orgId, urls }: Target, role: string) => {
    const member = await aMember(server, project, orgId, role);
    for (const url of urls) await keepAnswer(member, url);
    return member;
  };

  it('is not given after its token was revoked (401)', async () => {
    const target = await aTarget();
    const member = await reader(target, 'viewer');
    await revokeTokens(member);

    expect(await looks(member, target.urls)).toEqual(all(target.urls, 401));
    expect(await looks(target.admin, target.urls)).toEqual(all(target.urls, 200, true));
  });

  it('is not given from an address that its token may not be used from any more (401)', async () => {
    const target = await aTarget();
    const member = await reader(target, 'viewer');
    const elsewhere = JSON.stringify([{ ipAddress: '192.0.2.0', type: 'ipv4', prefix: 24 }]);
    await sql(`update token_auths set access_token_trusted_ips = $2 where identity_id = $1`, [
      member.id,
      elsewhere,
    ]);

    expect(await looks(member, target.urls)).toEqual(all(target.urls, 401));
  });

  it('is not given after its membership ended (403)', async () => {
    const target = await aTarget();
    const member = await reader(target, 'viewer');
    const { admin, project, urls } = target;
    const path = `/api/v1/projects/${project.id}/identity-memberships/${member.id}`;
    await admin.http.delete(path).expect(200);

    expect(await looks(member, urls)).toEqual(all(urls, 403));
  });

  it('is not given after a privilege forbade the value (403)', async () => {
    const target = await aTarget();
    const member = await reader(target, 'viewer');
    const { admin, project, urls } = target;
    await admin.http
      .post('/api/v2/identity-project-additional-privilege')
      .send({
        ...{ identityId: member.id, projectId: project.id, type: { isTemporary: false } },
        permissions: [{ subject: 'secrets', action: ['readValue'], inverted: true }],
      })
      .expect(200);

    expect(await looks(member, urls)).toEqual(all(urls, 403));
  });

  it('is not given after the secret got a tag that is forbidden to it (403)', async () => {
    const target = await aTarget();
    const { admin, project, dev, urls } = target;
    const tag = await aTag(target, 'locked');
    const member = await reader(target, 'viewer');
    await admin.http
      .post('/api/v2/identity-project-additional-privilege')
      .send({
        ...{ identityId: member.id, projectId: project.id, type: { isTemporary: false } },
        permissions: [
          {
            ...{ subject: 'secrets', action: ['readValue'], inverted: true },
            conditions: { secretTags: { $in: ['locked'] } },
          },
        ],
      })
      .expect(200);
    for (const url of urls) await keepAnswer(member, url);
    for (const key of ['A', 'B'])
      await admin.http
        .patch(named(key))
        .send({ ...dev, tagIds: [tag] })
        .expect(200);

    expect(await looks(member, urls)).toEqual(all(urls, 403));
  });

  it('is not given to a caller whose rights end while it waits for a place (401)', async () => {
    const target = await aTarget();
    const member = await reader(target, 'viewer');
    const { light } = server.app.get(Admission);
    const claimant = { group: target.orgId, caller: member.id, contended: null, bytes: 0 };
    let held = 0;
    while (light.tryEnter(claimant)) held++;
    const waiting = looks(member, [target.urls[0]!]);
    await until(() => light.queued !== 0, 5);
    await revokeTokens(member);
    for (let i = 0; i < held; i++) light.leave(claimant, 1);

    expect(await waiting).toEqual(all([target.urls[0]!], 401));
    expect([light.atWork, light.queued]).toEqual([0, 0]);
  });
});

describe('an answer that is kept', () => {
  it('is not given by a server that cannot record the read', async () => {
    const { admin, urls } = await aTarget();
    await sql(`alter table audit_entries rename to audit_entries_away`, []);
    try {
      expect(await looks(admin, urls)).toEqual(all(urls, 500));
    } finally {
      await sql(`alter table audit_entries_away rename to audit_entries`, []);
    }
  });

  it('is counted, charged and gives its place back', async () => {
    const { admin, urls } = await aTarget();
    const { light, full, answers } = server.app.get(Admission);
    await Promise.all(Array.from({ length: 200 }, () => admin.http.get(urls[0]!).expect(200)));

    expect([light.atWork, full.atWork, light.queued, answers.held]).toEqual([0, 0, 0, 0]);
  });
});
