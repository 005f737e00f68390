import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Database } from '../../src/database/database.js';
import { Admission } from '../../src/http/limits/admission.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene } from '../support/scene.js';
import { until } from '../support/until.js';

const server = useApp();
const MIB = 1024 * 1024;
/** What one organization may hold of answers while no other holds any. */
const SHARE = 64 * MIB;

afterEach(() => {
  jest.restoreAllMocks();
});

/** A folder with values of so many mebibytes. */
async function aFolder(mebibytes: number) {
  const { admin, orgId } = await aScene(server);
  const project = await aProject(admin);
  for (let n = 0; n < mebibytes; n++) {
    const body = { workspaceId: project.id, environment: 'dev', secretValue: 'x'.repeat(MIB - 64) };
    await admin.http.post(`/api/v3/secrets/raw/LARGE_${n}`).send(body).expect(200);
  }
  const place = `workspaceId=${project.id}&environment=dev`;
  return { orgId, admin, path: `/api/v3/secrets/raw?${place}`, place };
}

/** The characters of each list that the database gave, in order. */
function watchLists(): number[] {
  const database = server.app.get(Database);
  const { texts } = database;
  const sizes: number[] = [];
  jest.spyOn(database, 'texts').mockImplementation(async (...asked) => {
    const rows = await texts.apply(database, asked);
    sizes.push(rows.flat().reduce((sum, text) => sum + (text?.length ?? 0), 0));
    return rows;
  });
  return sizes;
}

/** The last parameter tells the answer from one that is remembered. */
const fresh = (path: string) => `${path}&viewSecretValue=true&n=${Math.random()}`;

describe('a list of much', () => {
  it('is read only once there is memory for its answer', async () => {
    const { orgId, admin, path } = await aFolder(4);
    const { answers } = server.app.get(Admission);
    await answers.take(orgId, SHARE);
    const sizes = watchLists();

    const asking = admin.http.get(fresh(path)).then((answer) => answer);
    await until(() => sizes.length !== 0, 10);
    await delay(300);
    expect(sizes).toHaveLength(1);
    expect(sizes[0]!).toBeLessThan(64 * 1024);
    answers.add(orgId, -SHARE);
    const { status, body } = await asking;

    expect(status).toBe(200);
    expect(
      body.secrets.map((secret: { secretValue: string }) => secret.secretValue.length),
    ).toEqual(Array(4).fill(MIB - 64));
    expect(sizes).toHaveLength(2);
    expect(answers.held).toBe(0);
  });

  it('is known to be large the next time, and counted once', async () => {
    const { admin, path } = await aFolder(4);
    const { answers } = server.app.get(Admission);
    await admin.http.get(fresh(path)).expect(200);
    const sizes = watchLists();
    const counted = jest.spyOn(answers, 'add');

    await admin.http.get(fresh(path)).expect(200);

    expect(sizes).toEqual([expect.any(Number)]);
    expect(sizes[0]!).toBeGreaterThan(8 * MIB);
    const most = Math.max(...counted.mock.calls.map(([, bytes]) => bytes));
    expect(most).toBeGreaterThan(11 * MIB);
    expect(most).toBeLessThan(13 * MIB);
    expect(answers.held).toBe(0);
  });

  it('is refused as before where it is too much for any answer, and imports count with it', async () => {
    const { admin, path, place } = await aFolder(2);
    const into = { workspaceId: place.slice(12, 48), environment: 'staging', path: '/' };
    await admin.http
      .post('/api/v1/secret-imports')
      .send({ ...into, import: { environment: 'dev', path: '/' } })
      .expect(200);
    const sizes = watchLists();
    const importing = path.replace('environment=dev', 'environment=staging&include_imports=true');
    const { body } = await admin.http.get(fresh(importing)).expect(200);

    expect(body.imports[0].secrets).toHaveLength(2);
    // The folder's own list, which is small; then what it imports, first without values.
    expect(sizes.map((size) => size > MIB)).toEqual([false, false, true]);
  });
});
