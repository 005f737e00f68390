import type { Bench } from './bench.js';
import { startChild } from './child.js';
import { byTurns } from './measure.js';
import type { Row } from './report.js';
import { createBatch, makeFolder, secretUrl } from './scene.js';
import { rawThroughput } from './wire.js';

/** What a second worker process on the same port adds. */
export async function workers({ scene, sizes, env, main }: Bench): Promise<Row[]> {
  const path = await makeFolder(scene, 'workers');
  await createBatch(scene, path, sizes.batch);
  const one = await startChild(main, { ...env, WORKERS: '1' });
  const two = await startChild(main, { ...env, WORKERS: '2' });
  const rateOn = (url: string) => () => {
    const request = { url: secretUrl({ ...scene, url }, path, 'KEY_1'), token: scene.token };
    return rawThroughput({ ...request, status: 200 }, sizes);
  };
  const measured = await byTurns(sizes.rounds, rateOn(two.url), rateOn(one.url));
  await Promise.all([one.stop(), two.stop()]);
  return [{ what: 'get of one secret, two workers', unit: '/s', ...measured, floorIs: 'one' }];
}
