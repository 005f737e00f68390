import type { Bench } from './bench.js';
import { startChild } from './child.js';
import { byTurns } from './measure.js';
import type { Row } from './report.js';
import { createBatch, listUrl, makeFolder, secretUrl } from './scene.js';
import { rawThroughput } from './wire.js';

/**
 * What a second worker process on the same port adds: to a list, whose work is the server's own, and to a get, of
 * which client and database do as much.
 */
export async function workers({ scene, sizes, env, main }: Bench): Promise<Row[]> {
  const path = await makeFolder(scene, 'workers');
  await createBatch(scene, path, sizes.batch);
  const one = await startChild(main, { ...env, WORKERS: '1' });
  const two = await startChild(main, { ...env, WORKERS: '2' });
  const measure = (urlOn: (url: string) => string) => {
    const rateOn = (url: string) => () =>
      rawThroughput({ url: urlOn(url), token: scene.token, status: 200 }, sizes);
    return byTurns(sizes.rounds, rateOn(two.url), rateOn(one.url));
  };
  const lists = await measure((url) => listUrl({ ...scene, url }, path));
  const gets = await measure((url) => secretUrl({ ...scene, url }, path, 'KEY_1'));
  await Promise.all([one.stop(), two.stop()]);
  const shown = { unit: '/s', floorIs: 'one' } as const;
  return [
    { what: `list of ${sizes.batch} secrets, two workers`, ...shown, ...lists },
    { what: 'get of one secret, two workers', ...shown, ...gets },
  ];
}
