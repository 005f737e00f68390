import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/database/embedded-postgres.js';
import { memberships, permissionChecks, privileges } from './access.js';
import { createBatch, makeFolders, PlainBatch } from './batch.js';
import { type Child, startChild } from './child.js';
import { call } from './http.js';
import { duration, median, throughput } from './measure.js';
import { plain, print, type Row } from './report.js';
import { makeScene, type Scene } from './scene.js';

// A report, not a test: every operation beside what it cannot do without, in one run on one machine.
const ROUNDS = 7;
const LOAD = { seconds: 3, concurrency: 16 };
const SERVER = join(import.meta.dirname, '..', 'src', 'main.js');
const FLOOR = join(import.meta.dirname, 'floor.js');

const directory = await mkdtemp(join(tmpdir(), 'strongroom-bench-'));
const postgres = await startEmbeddedPostgres({ directory });
const env = {
  DATABASE_URL: postgres.url,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  AUTH_SECRET: randomBytes(48).toString('base64'),
  PORT: '0',
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'info',
};
try {
  const first = await startChild(SERVER, env);
  await first.stop();
  const server = await startChild(SERVER, env);
  const idle = server.memory();
  const floor = await startChild(FLOOR, env);
  const scene = await makeScene(server.url);
  const rows = [
    await batches(scene),
    ...(await reads(scene, floor)),
    await logins(scene),
    ...permissionChecks(),
    ...(await privileges(scene)),
    ...(await memberships(scene, postgres.url)),
    plain('start-up, empty database', `${first.readyMs.toFixed(0)} ms`),
    plain('start-up, existing database', `${server.readyMs.toFixed(0)} ms`, '≤ 1500 ms'),
    plain('memory, idle', `${idle.toFixed(0)} MiB`, '≤ 120 MiB'),
    plain('memory, after the run', `${server.memory().toFixed(0)} MiB`),
  ];
  print(rows);
  await server.stop();
  await floor.stop();
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function batches(scene: Scene): Promise<Row> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const plainBatch = new PlainBatch(client, scene);
  const ourFolders = await makeFolders(scene, ROUNDS + 3, 'ours');
  const theirFolders = await makeFolders(scene, ROUNDS + 3, 'floor');
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS + 3; round++) {
    const api = await duration(
      { name: 'api', run: () => createBatch(scene, ourFolders[round]!) },
      1,
    );
    const pgTime = await duration(
      { name: 'pg', run: () => plainBatch.write(theirFolders[round]!) },
      1,
    );
    // The first rounds warm up both.
    if (round >= 3) {
      ours.push(api);
      theirs.push(pgTime);
    }
  }
  await client.end();
  const [mine, floorTime] = [median(ours), median(theirs)];
  return {
    what: 'batch of 1,000 new secrets',
    ours: `${mine.toFixed(1)} ms`,
    floor: `${floorTime.toFixed(1)} ms (plain pg)`,
    ratio: `${(mine / floorTime).toFixed(2)} × the time`,
    aim: '≤ 3',
  };
}

async function reads(scene: Scene, floor: Child): Promise<Row[]> {
  const folder = JSON.stringify({
    workspaceId: scene.projectId,
    environment: 'dev',
    name: 'list',
    path: '/',
  });
  await call('POST', `${scene.url}/api/v1/folders`, { token: scene.token, body: folder });
  await createBatch(scene, '/list');
  const { token, projectId, url } = scene;
  const query = `workspaceId=${projectId}&environment=dev&secretPath=/list`;
  const list = {
    name: 'list',
    run: () => call('GET', `${url}/api/v3/secrets/raw?${query}`, { token }),
  };
  const bareList = {
    name: 'list',
    run: () => call('GET', `${floor.url}/list/${projectId}`, { token }),
  };
  const get = {
    name: 'get',
    run: () => call('GET', `${url}/api/v3/secrets/raw/KEY_7?${query}`, { token }),
  };
  const bareGet = {
    name: 'get',
    run: () => call('GET', `${floor.url}/get/${projectId}/KEY_7`, { token }),
  };
  await duration(list, 20);
  await duration(bareList, 20);
  const [listTime, bareListTime] = [await duration(list, 60), await duration(bareList, 60)];
  await throughput(get, LOAD);
  await throughput(bareGet, LOAD);
  const [gets, bareGets] = [await throughput(get, LOAD), await throughput(bareGet, LOAD)];
  return [
    {
      what: 'list of 1,000 secrets',
      ours: `${listTime.toFixed(1)} ms`,
      floor: `${bareListTime.toFixed(1)} ms (bare Express)`,
      ratio: `${(listTime / bareListTime).toFixed(2)} × the time`,
      aim: '≤ 3',
    },
    {
      what: 'get of one secret',
      ours: `${gets.toFixed(0)}/s`,
      floor: `${bareGets.toFixed(0)}/s (bare Express)`,
      ratio: `${(gets / bareGets).toFixed(2)} of the requests`,
      aim: '≥ 0.5',
    },
  ];
}

async function logins({ url, clientId, clientSecret }: Scene): Promise<Row> {
  const body = JSON.stringify({ clientId, clientSecret });
  const login = {
    name: 'login',
    run: () => call('POST', `${url}/api/v1/auth/universal-auth/login`, { body }),
  };
  return plain('login', `${(await throughput(login, LOAD)).toFixed(0)}/s`);
}
