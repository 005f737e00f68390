import type { Bench } from './bench.js';
import { call, exchange } from './http.js';
import { byTurns, duration } from './measure.js';
import type { Row } from './report.js';
import { createBatch, listUrl, makeFolder, secretUrl } from './scene.js';
import { rawThroughput } from './wire.js';

const FLOOR_IS = 'bare Express';

/** A list, a secret, and a list that did not change, each beside a bare Express route. */
export async function reads(bench: Bench): Promise<Row[]> {
  const { scene, sizes } = bench;
  const path = await makeFolder(scene, 'list');
  await createBatch(scene, path, sizes.batch);
  return [await lists(bench, path), await gets(bench, path), await polls(bench, path)];
}

async function lists({ scene, floor, sizes }: Bench, path: string): Promise<Row> {
  const { token, projectId } = scene;
  const timeOf = (url: string) => () =>
    duration(() => call('GET', url, { token }), sizes.rounds * 4);
  const measured = await byTurns(
    sizes.rounds,
    timeOf(listUrl(scene, path)),
    timeOf(`${floor.url}/list/${projectId}`),
  );
  const what = `list of ${sizes.batch} secrets`;
  return { what, unit: 'ms', ...measured, floorIs: FLOOR_IS, aim: { atMost: 2 } };
}

async function gets({ scene, floor, sizes }: Bench, path: string): Promise<Row> {
  const { token, projectId } = scene;
  const rateOf = (url: string) => () => rawThroughput({ url, token, status: 200 }, sizes);
  const measured = await byTurns(
    sizes.rounds,
    rateOf(secretUrl(scene, path, 'KEY_1')),
    rateOf(`${floor.url}/get/${projectId}/KEY_1`),
  );
  const what = 'get of one secret';
  return { what, unit: '/s', ...measured, floorIs: FLOOR_IS, aim: { atLeast: 0.6 } };
}

async function polls({ scene, floor, sizes }: Bench, path: string): Promise<Row> {
  const { token, projectId } = scene;
  const url = listUrl(scene, path);
  const { etag } = await exchange('GET', url, { token });
  const bare = `${floor.url}/unchanged/${projectId}`;
  const measured = await byTurns(
    sizes.rounds,
    () => rawThroughput({ url, token, etag: etag ?? '"none"', status: 304 }, sizes),
    () => rawThroughput({ url: bare, token, status: 304 }, sizes),
  );
  const what = `304 for a list of ${sizes.batch} secrets`;
  const floorIs = `${FLOOR_IS}, one query`;
  return { what, unit: '/s', ...measured, floorIs, aim: { atLeast: 0.8 } };
}
