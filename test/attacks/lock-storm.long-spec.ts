import fc from 'fast-check';
import { callOf, type Credential } from '../privilege-model/command.js';
import { build } from '../privilege-model/build.js';
import { snapshotOf } from '../privilege-model/snapshot.js';
import { commandOf, HONEST } from '../privilege-model/steps.js';
import { newSeed } from '../privilege-model/survey.js';
import { worldsFor } from '../privilege-model/world.js';
import { wireTo } from '../authorization/wire.js';
import { deadlocksOf } from '../support/deadlocks.js';
import { useApp } from '../support/harness.js';
import { anIdentity, join } from '../support/scene.js';

const server = useApp({ LOG_LEVEL: 'silent' });

const ROUNDS = Number(process.env['LOCK_STORM_ROUNDS'] ?? 400);
/** A world ends after as many: its administrators may well take each other's rights away, and then nothing is written. */
const ROUNDS_OF_A_WORLD = 20;
/** Requests at a time, by two administrators in turn: those of one queue behind one another. */
const AT_ONCE = 12;
const SEED = Number(process.env['LOCK_STORM_SEED'] ?? newSeed());

/** What administrators do, but for what would end the storm. */
const WRITES = HONEST.filter((name) => name !== 'delete a project');

/** A world in which the two administrators are bound by nothing. */
async function aWorld(seed: number) {
  const [drawn] = fc.sample(worldsFor({}), { seed, numRuns: 1 });
  const { ask, end } = wireTo(server);
  const guarded = drawn!.guarded.filter((who) => who !== 'admin');
  const built = await build(server, ask, { ...drawn!, guarded });
  const other = await anIdentity(server, built.orgId, 'admin');
  await join(server, { id: built.projectId, slug: built.projectSlug }, other, 'admin');
  const admins: Credential[] = [
    { identityId: built.ids.admin, token: built.tokens.admin },
    { identityId: other.id, token: other.token },
  ];
  return { ask, end, built, admins };
}

describe('writes of every kind in one organization, many at a time', () => {
  it(`wait for each other in no circle, in ${ROUNDS} rounds from seed ${SEED}`, async () => {
    const before = await deadlocksOf(server);
    const drawn = fc.sample(
      fc.array(
        fc.tuple(fc.constantFrom(...WRITES), fc.array(fc.nat(29), { minLength: 7, maxLength: 7 })),
        { minLength: AT_ONCE, maxLength: AT_ONCE },
      ),
      { seed: SEED, numRuns: ROUNDS },
    );
    const failed: string[] = [];
    let done = 0;
    let world = await aWorld(SEED);
    for (const [n, round] of drawn.entries()) {
      if (n > 0 && n % ROUNDS_OF_A_WORLD === 0) {
        world.end();
        world = await aWorld(SEED + n);
      }
      const { ask, built, admins } = world;
      const snapshot = await snapshotOf(server, built.orgId);
      const calls = round.flatMap(([name, numbers], i) => {
        const actor = admins[i % admins.length]!;
        const call = callOf(commandOf(name), { built, snapshot, actor, secrets: [], numbers });
        return call ? [{ name, token: actor.token, call }] : [];
      });
      await Promise.all(
        calls.map(async ({ name, token, call }) => {
          const { status, text } = await ask(token, call);
          if (status === 200) done++;
          if (status >= 500) failed.push(`${name}: ${text}`);
        }),
      );
    }
    world.end();
    expect(failed).toEqual([]);
    expect(await deadlocksOf(server)).toBe(before);
    expect(done).toBeGreaterThan(ROUNDS);
  });
});
