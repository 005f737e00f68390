import { call, exchange } from './http.js';
import { duration, throughput } from './measure.js';
import { plain, type Row, say } from './report.js';
import {
  createBatch,
  enter,
  listUrl,
  loginOf,
  makeFolder,
  type Scene,
  secretUrl,
  type Target,
  valueOf,
} from './scene.js';
import type { Sizes } from './sizes.js';

/**
 * Sends the same requests to whatever server speaks this API, over HTTP alone: what one server
 * takes can be held against what another takes on the same machine. Leaves a project behind only if it fails.
 */
export async function runLoad(target: Target, sizes: Sizes): Promise<Row[]> {
  say(`Load on ${target.url}`);
  const scene = await enter(target);
  const path = await makeFolder(scene, 'load');
  await createBatch(scene, path, sizes.batch);
  const rows = [
    await logins(target, sizes),
    await folders(scene, sizes),
    await batches(scene, sizes),
    ...(await reads(scene, path, sizes)),
    ...(await writes(scene, path, sizes)),
  ];
  await exchange('DELETE', `${scene.url}/api/v1/projects/${scene.projectId}`, {
    token: scene.token,
  });
  return rows;
}

async function logins(target: Target, sizes: Sizes): Promise<Row> {
  const perSecond = await throughput(() => call('POST', ...loginOf(target)), sizes);
  return plain('login', perSecond, '/s');
}

async function folders(scene: Scene, { rounds }: Sizes): Promise<Row> {
  let made = 0;
  const time = await duration(() => makeFolder(scene, `folder-${made++}`), rounds * 4);
  return plain('folder, create', time, 'ms');
}

async function batches(scene: Scene, { rounds, batch }: Sizes): Promise<Row> {
  const paths: string[] = [];
  for (let round = 0; round < rounds; round++) {
    paths.push(await makeFolder(scene, `batch-${round}`));
  }
  const time = await duration(() => createBatch(scene, paths.pop()!, batch), rounds);
  return plain(`batch create of ${batch} secrets`, time, 'ms');
}

async function reads(scene: Scene, path: string, sizes: Sizes): Promise<Row[]> {
  const { token } = scene;
  const list = listUrl(scene, path);
  const get = secretUrl(scene, path, 'KEY_1');
  const { etag } = await exchange('GET', list, { token });
  const headers: Record<string, string> = etag ? { 'If-None-Match': etag } : {};
  const unchanged = async () => {
    const { status } = await exchange('GET', list, { token, headers });
    if (status !== 304) await call('GET', list, { token, headers });
  };
  await duration(() => call('GET', list, { token }), 3);
  const listMs = await duration(() => call('GET', list, { token }), sizes.rounds * 4);
  const gets = await throughput(() => call('GET', get, { token }), sizes);
  const polls = await throughput(unchanged, sizes);
  return [
    plain(`list of ${sizes.batch} secrets`, listMs, 'ms'),
    plain('get of one secret', gets, '/s'),
    plain(`list of ${sizes.batch} that did not change (If-None-Match)`, polls, '/s'),
  ];
}

async function writes(scene: Scene, secretPath: string, sizes: Sizes): Promise<Row[]> {
  const { url, token, projectId } = scene;
  const where = { workspaceId: projectId, environment: 'dev', secretPath };
  const send = (method: string, key: string, fields: object) =>
    call(method, `${url}/api/v3/secrets/raw/${key}`, {
      token,
      body: JSON.stringify({ ...where, ...fields }),
    });
  let next = 0;
  const create = () => send('POST', `ONE_${next++}`, { secretValue: valueOf(next) });
  const creates = await throughput(create, sizes);
  let changed = 0;
  const update = () => send('PATCH', `ONE_${changed++ % next}`, { secretValue: valueOf(changed) });
  const updates = await throughput(update, sizes);
  const removals = Math.min(next, sizes.rounds * 20);
  let removed = 0;
  const removal = await duration(() => send('DELETE', `ONE_${removed++}`, {}), removals);
  return [
    plain('create of one secret', creates, '/s'),
    plain('update of one secret', updates, '/s'),
    plain('delete of one secret', removal, 'ms'),
  ];
}
