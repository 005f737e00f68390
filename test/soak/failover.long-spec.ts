import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { synchronousFailover, vanishing } from '../../soak/failover.js';
import { lostCommits } from '../../soak/lost-commits.js';
import { findInstalled } from '../support/own-server.js';
import { hasPgBouncer } from '../support/pgbouncer.js';

/** Milliseconds of writing before and after; `npm run soak` takes more. */
const SPAN = Number(process.env['FAILOVER_SPAN'] ?? 4_000);
const script = join(import.meta.dirname, '..', '..', 'dist', 'src', 'main.js');

const canRun = findInstalled() !== null && hasPgBouncer();

/** The soak's goals without its limits of time, which a loaded machine would miss. */
(canRun ? describe : describe.skip)('replicas whose database fails over', () => {
  it('lose and double nothing with a synchronous standby, beside PgBouncer', async () => {
    const { figure } = await synchronousFailover({ writers: 4, span: SPAN, script });

    expect(figure).toContain(' 0 lost, 0 doubled');
  });

  it('remember nothing of commits that an asynchronous standby has lost', async () => {
    expect(await lostCommits({ writers: 4, span: SPAN / 2, script })).toMatchObject({
      isMet: true,
    });
  });

  it('find the successor of a database that vanished without a word', async () => {
    const { figure } = await vanishing({ rounds: 2, script });

    expect(figure).toContain('successor used');
  });
});
