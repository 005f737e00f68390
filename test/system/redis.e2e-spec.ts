import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { connectRedis, redisMetrics } from '../../src/system/redis.js';
import { freePort } from '../support/free-port.js';
import { createServer } from 'node:net';
import { until } from '../support/until.js';

/** The log lines of a client, while it tries again and again. */
function aLog() {
  const lines: { reason?: string; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) });
  return { lines, log };
}

describe('Redis that does not answer', () => {
  it('is told with its reason, once until that changes', async () => {
    const port = await freePort();
    const { lines, log } = aLog();
    const redis = connectRedis(`redis://user:canary@127.0.0.1:${port}`, log);
    const [gauge] = redisMetrics(redis);
    await until(() => lines.length !== 0, 20);
    await delay(1_000);

    expect(lines).toEqual([
      expect.objectContaining({
        reason: 'ECONNREFUSED',
        msg: expect.stringMatching(/^redis is not/),
      }),
    ]);
    expect(await gauge!.get()).toMatchObject({ values: [{ value: 0 }] });

    const refuses = createServer((socket) => {
      socket.on('data', () => socket.end('-WRONGPASS invalid username-password pair\r\n'));
      socket.on('error', () => undefined);
    }).listen(port, '127.0.0.1');
    await once(refuses, 'listening');
    await until(() => lines.length !== 1, 20);
    redis.destroy();
    refuses.close();

    expect(lines[1]!.reason).toMatch(/WRONGPASS/);
    expect(JSON.stringify(lines)).not.toContain('canary');
  });
});
