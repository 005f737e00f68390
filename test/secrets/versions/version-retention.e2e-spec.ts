import { describe, expect, it } from '@jest/globals';
import { VersionRetention } from '../../../src/secrets/versions/version-retention.js';
import { useApp } from '../../support/harness.js';
import {
  anItem,
  aSecretScene,
  at,
  type Fields,
  named,
  type Secret,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import {
  listedThen,
  remember,
  type Remembered,
  rollBack,
  rolledBack,
} from '../../support/secrets-history-scene.js';

const keepingAll = useApp();
const keepingTwo = useApp({ VERSION_RETENTION_COUNT: '2' });
const keepingDays = useApp({ VERSION_RETENTION_DAYS: '30' });

/** A secret with six states, and the moment of each. */
async function aHistory(server: typeof keepingAll) {
  const scene = await aSecretScene(server);
  const { admin, project } = scene;
  const where = { projectId: project.id, environment: 'dev' };
  const id = (await withSecrets(scene, [anItem('A', '1'), anItem('B')])).get('A')!.id;
  const moments: Remembered[] = [await remember(server, scene)];
  for (const secretValue of ['2', '3', '4', '5', '6']) {
    await admin.http
      .patch(named('A', V4))
      .send({ ...where, secretValue })
      .expect(200);
    moments.push(await remember(server, scene));
  }
  const versions = async () => {
    const answer = await admin.http.get(at(`/api/v1/secret/${id}/secret-versions`)).expect(200);
    return (answer.body as { secretVersions: Secret[] }).secretVersions.map((v) => v.version);
  };
  const get = (asOf: string, more: Fields = {}) => admin.http.get(at(V4, where, { asOf, ...more }));
  return { ...scene, where, id, moments, versions, get };
}

/** Each moment answers as it did, or says from when on it could. */
async function expectCut(
  { admin, where, moments, get }: Awaited<ReturnType<typeof aHistory>>,
  firstKept: number,
): Promise<void> {
  for (const [index, moment] of moments.entries()) {
    for (const asOf of [moment.time, moment.event]) {
      if (index >= firstKept) {
        const [secret] = await listedThen(admin, asOf, where);
        expect(secret!.secretValue).toBe(String(index + 1));
        continue;
      }
      const { body } = await get(asOf).expect(400);
      const { message } = body as { message: string };
      expect(message).toMatch(/complete from 20\d\d-/);
      const from = /from (\S+) on/.exec(message)![1]!;
      await get(from).expect(200);
      await rollBack(admin, { ...where, asOf }).expect(400);
    }
  }
}

const ended = (server: typeof keepingAll, id: string, version: number) =>
  server.database.source.query(
    `update secret_versions set ended_at = ended_at - interval '31 days', updated_at = updated_at - interval '31 days'
     where secret_id = $1 and version <= $2`,
    [id, version],
  );

describe('past versions', () => {
  it('are kept for ever unless told otherwise', async () => {
    const history = await aHistory(keepingAll);
    await ended(keepingAll, history.id, 0);
    expect(await keepingAll.app.get(VersionRetention).sweep()).toBe(0);
    expect(await history.versions()).toEqual([6, 5, 4, 3, 2, 1]);
    await expectCut(history, 0);
  });

  it('go beyond the number that is kept of each secret', async () => {
    const history = await aHistory(keepingTwo);
    const untouched = await aHistory(keepingTwo);
    await keepingTwo.database.source.query(
      'delete from secret_versions where secret_id = $1 and version < 4',
      [untouched.id],
    );
    const sweep = () => keepingTwo.app.get(VersionRetention).sweep();

    expect(await sweep()).toBe(3);
    expect(await sweep()).toBe(0);

    expect(await history.versions()).toEqual([6, 5, 4]);
    await expectCut(history, 3);
    await rolledBack(history.admin, { ...history.where, asOf: history.moments[3]!.event });
    expect(await history.versions()).toEqual([7, 6, 5, 4]);
    expect(await sweep()).toBe(1);
    // Another project's history is not cut by that.
    await untouched.get(untouched.moments[0]!.time).expect(200);
  });

  it('go when they ended long ago', async () => {
    const history = await aHistory(keepingDays);
    const sweep = () => keepingDays.app.get(VersionRetention).sweep();
    expect(await sweep()).toBe(0);
    await ended(keepingDays, history.id, 2);

    expect(await sweep()).toBe(2);

    expect(await history.versions()).toEqual([6, 5, 4, 3]);
    const longAgo = new Date(Date.now() - 32 * 86_400_000).toISOString();
    await history.get(longAgo).expect(400);
    await history.get(history.moments[2]!.time).expect(200);
    await history.get(history.moments[2]!.event).expect(200);
  });
});
