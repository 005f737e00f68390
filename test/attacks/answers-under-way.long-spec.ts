import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Admission } from '../../src/http/limits/admission.js';
import { useApp } from '../support/harness.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';
import { open, request } from '../support/raw-http.js';
import { aProject, aScene } from '../support/scene.js';
import { liftTimeLimits, STATEMENT_LIMIT } from '../support/time-limits.js';
import { until } from '../support/until.js';

const server = useApp();
const MIB = 1024 * 1024;
/** What one organization may hold of answers while no other holds any. */
const SHARE = 64 * MIB;
beforeAll(() => liftTimeLimits(server));

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A folder whose list is of some 8 MiB, and how to ask for it. */
async function aLongList() {
  const { admin, orgId } = await aScene(server);
  const project = await aProject(admin);
  for (let n = 0; n < 8; n++) {
    const body = { workspaceId: project.id, environment: 'dev', secretValue: 'x'.repeat(MIB - 64) };
    await admin.http.post(`/api/v3/secrets/raw/LONG_${n}`).send(body).expect(200);
  }
  const path = `/api/v3/secrets/raw?workspaceId=${project.id}&environment=dev`;
  return { orgId, token: admin.token, path };
}

/** Asks on a connection of its own and reads nothing. */
async function askAndNotRead(path: string, token: string): Promise<void> {
  const socket = await open(server.url);
  sockets.push(socket.pause().on('error', () => undefined));
  socket.write(request(`GET ${path}`, [`Authorization: Bearer ${token}`]));
}

describe('large answers that their reader does not take', () => {
  it('are bounded for an organization, and leave room for another', async () => {
    const [attacker, other] = [await aLongList(), await aLongList()];
    const { answers, full } = server.app.get(Admission);
    let most = 0;
    const watching = setInterval(() => (most = Math.max(most, answers.held)), 5);

    for (let n = 0; n < 24; n++) await askAndNotRead(attacker.path, attacker.token);
    await until(() => most > 16 * MIB, 20);
    await delay(1_000);
    const took = quietStopwatch();
    const answer = await server.as(other.token).get(other.path).buffer(true);
    const milliseconds = took();
    clearInterval(watching);

    expect(answer.status).toBe(200);
    expect(milliseconds).toBeLessThan(STATEMENT_LIMIT);
    expect(most).toBeGreaterThan(16 * MIB);
    expect(most).toBeLessThanOrEqual(2 * SHARE);
    expect(full.atWork).toBeLessThanOrEqual(full.places.perGroup);
  });

  it('give all back when their connections end', async () => {
    const attacker = await aLongList();
    const { answers, full } = server.app.get(Admission);
    for (let n = 0; n < 6; n++) await askAndNotRead(attacker.path, attacker.token);
    await until(() => answers.held !== 0, 10);
    await delay(500);

    for (const socket of sockets.splice(0)) socket.destroy();
    const took = quietStopwatch();
    while ((answers.held > 0 || full.atWork > 0) && took() < 10_000) await delay(20);

    expect([answers.held, full.atWork]).toEqual([0, 0]);
  });
});
