import { call, exchange } from './http.js';
import { accessLoad } from './load-access.js';
import { duration, median, throughput } from './measure.js';
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
    ...(await batches(scene, sizes)),
    ...(await lists(scene, path, sizes)),
    ...(await reads(scene, path, sizes)),
    ...(await writes(scene, path, sizes)),
    ...(await accessLoad(scene, sizes)),
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

/** Secrets of the small batches and lists; the large ones have `Sizes.batch`. */
const FEW = 100;

async function batches(scene: Scene, { rounds, batch }: Sizes): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of new Set([1, Math.min(FEW, batch), batch])) {
    const paths: string[] = [];
    for (let round = 0; round < rounds; round++) {
      paths.push(await makeFolder(scene, `batch-${size}-${round}`));
    }
    const time = await duration(() => createBatch(scene, paths.pop()!, size), rounds);
    rows.push(plain(`batch create of ${size} secrets`, time, 'ms'));
  }
  return rows;
}

async function lists(scene: Scene, path: string, sizes: Sizes): Promise<Row[]> {
  const large = await listsOf(scene, path, sizes.batch, sizes);
  if (sizes.batch <= FEW) return large;
  const few = await makeFolder(scene, 'few');
  await createBatch(scene, few, FEW);
  return [...(await listsOf(scene, few, FEW, sizes)), ...large];
}

/** One list, with its values, without, and right after a secret in it has changed. */
async function listsOf(
  scene: Scene,
  path: string,
  size: number,
  { rounds }: Sizes,
): Promise<Row[]> {
  const { token } = scene;
  const list = listUrl(scene, path);
  const timeOf = async (url: string) => {
    await duration(() => call('GET', url, { token }), 3);
    return duration(() => call('GET', url, { token }), rounds * 4);
  };
  const after: number[] = [];
  for (let n = 0; n < rounds * 4; n++) {
    await sendSecret(scene, path, 'PATCH', 'KEY_0', { secretValue: valueOf(n) });
    after.push(await duration(() => call('GET', list, { token }), 1));
  }
  return [
    plain(`list of ${size} secrets`, await timeOf(list), 'ms'),
    plain(`list of ${size} names, no values`, await timeOf(`${list}&viewSecretValue=false`), 'ms'),
    plain(`list of ${size} secrets after a write`, median(after), 'ms'),
  ];
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
  const gets = await throughput(() => call('GET', get, { token }), sizes);
  const polls = await throughput(unchanged, sizes);
  return [
    plain('get of one secret', gets, '/s'),
    plain(`list of ${sizes.batch} that did not change (If-None-Match)`, polls, '/s'),
  ];
}

const sendSecret = (scene: Scene, path: string, method: string, key: string, fields: object) =>
  call(method, `${scene.url}/api/v3/secrets/raw/${key}`, {
    token: scene.token,
    body: JSON.stringify({
      ...{ workspaceId: scene.projectId, environment: 'dev', secretPath: path },
      ...fields,
    }),
  });

async function writes(scene: Scene, secretPath: string, sizes: Sizes): Promise<Row[]> {
  const send = (method: string, key: string, fields: object) =>
    sendSecret(scene, secretPath, method, key, fields);
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
