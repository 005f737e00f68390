import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { useApp } from '../../support/harness.js';
import {
  aFolder,
  aSecretScene,
  type Fields,
  footprint,
  listed,
  named,
  type Secret,
  type SecretScene,
  V4,
} from '../../support/secrets-scene.js';
import {
  listedThen,
  remember,
  type Remembered,
  rollBack,
} from '../../support/secrets-history-scene.js';
import { runs, timeLimit } from '../../support/runs.js';

const server = useApp();

type Side = 'a' | 'b';
const SIDES = ['a', 'b'] as const;

/** Where a secret is, and what it holds. */
interface State {
  readonly side: Side;
  readonly key: string;
  readonly value: string;
}

/** What is, by id: a state has no part in those after it. */
type World = ReadonlyMap<string, State>;

interface Change {
  readonly key: string;
  readonly to?: string;
  readonly value?: string;
}

type Operation =
  | { readonly kind: 'create'; readonly side: Side; readonly key: string; readonly value: string }
  | { readonly kind: 'remove'; readonly side: Side; readonly key: string }
  | { readonly kind: 'batch'; readonly side: Side; readonly changes: readonly Change[] }
  | { readonly kind: 'clear'; readonly side: Side; readonly keys: readonly string[] }
  | {
      readonly kind: 'move';
      readonly side: Side;
      readonly keys: readonly string[];
      readonly over: boolean;
    }
  | {
      readonly kind: 'rollBack';
      readonly side: Side;
      readonly to: number;
      readonly byTime: boolean;
    };

interface Memory {
  readonly moment: Remembered;
  readonly world: World;
  readonly lists: Readonly<Record<Side, readonly Secret[]>>;
}

/** Where one run of the test happens. */
interface RunScene {
  readonly scene: SecretScene;
  readonly paths: Readonly<Record<Side, string>>;
}

const whereOf = ({ scene, paths }: RunScene, side: Side) => ({
  projectId: scene.project.id,
  environment: 'dev',
  secretPath: paths[side],
});

const other = (side: Side): Side => (side === 'a' ? 'b' : 'a');
const idAt = (world: World, side: Side, key: string) =>
  [...world].find(([, state]) => state.side === side && state.key === key)?.[0];
const isRepeated = (texts: readonly string[]) => new Set(texts).size < texts.length;
const nameOf = ({ side, key }: State) => `${side} ${key}`;

/** The world after a rollback; null where a name is taken. */
function rolledBackTo(world: World, then: World, side: Side): World | null {
  const next = new Map(world);
  const concerned = [...world, ...then].filter(([, state]) => state.side === side);
  for (const [id] of concerned) {
    const was = then.get(id);
    if (was) next.set(id, was);
    else next.delete(id);
  }
  return isRepeated([...next.values()].map(nameOf)) ? null : next;
}

/** The world after a batch of updates; null where it is refused. */
function afterBatch(world: World, side: Side, changes: readonly Change[]): World | null {
  const next = new Map(world);
  const ids = changes.map(({ key }) => idAt(world, side, key));
  if (isRepeated(changes.map(({ key }) => key)) || ids.includes(undefined)) return null;
  changes.forEach(({ key, to = key, value }, index) => {
    const id = ids[index]!;
    next.set(id, { side, key: to, value: value ?? world.get(id)!.value });
  });
  return isRepeated([...next.values()].map(nameOf)) ? null : next;
}

function afterMove(world: World, { side, keys }: { side: Side; keys: readonly string[] }): World {
  const next = new Map(world);
  for (const key of keys) {
    const id = idAt(world, side, key)!;
    const target = idAt(world, other(side), key);
    next.delete(id);
    next.set(target ?? id, { ...world.get(id)!, side: other(side) });
  }
  return next;
}

/** What the model expects: null for a refusal, `new` for the id of what is created. */
function apply(world: World, operation: Operation, memories: readonly Memory[]): World | null {
  const { side } = operation;
  switch (operation.kind) {
    case 'create': {
      const { key, value } = operation;
      if (idAt(world, side, key)) return null;
      return new Map([...world, ['new', { side, key, value }]]);
    }
    case 'remove':
    case 'clear': {
      const keys = operation.kind === 'remove' ? [operation.key] : operation.keys;
      const ids = keys.map((key) => idAt(world, side, key));
      if (ids.includes(undefined)) return null;
      return new Map([...world].filter(([id]) => !ids.includes(id)));
    }
    case 'batch':
      return afterBatch(world, side, operation.changes);
    case 'move': {
      const isTaken = operation.keys.some((key) => idAt(world, other(side), key));
      return isTaken && !operation.over ? null : afterMove(world, operation);
    }
    case 'rollBack':
      return rolledBackTo(world, memories[operation.to]!.world, side);
  }
}

const toItem = ({ key, to, value }: Change) => ({
  secretKey: key,
  ...(to === undefined ? {} : { newSecretName: to }),
  ...(value === undefined ? {} : { secretValue: value }),
});

async function send(
  run: RunScene,
  operation: Operation,
  world: World,
  memories: readonly Memory[],
) {
  const { admin } = run.scene;
  const where: Fields = whereOf(run, operation.side);
  switch (operation.kind) {
    case 'create': {
      const { key, value } = operation;
      return admin.http.post(named(key, V4)).send({ ...where, secretValue: value });
    }
    case 'remove':
      return admin.http.delete(named(operation.key, V4)).send(where);
    case 'batch': {
      const secrets = operation.changes.map(toItem);
      return admin.http.patch(`${V4}/batch`).send({ ...where, secrets });
    }
    case 'clear': {
      const secrets = operation.keys.map((secretKey) => ({ secretKey }));
      return admin.http.delete(`${V4}/batch`).send({ ...where, secrets });
    }
    case 'move':
      return admin.http.post(`${V4}/move`).send({
        projectId: where['projectId'],
        sourceEnvironment: 'dev',
        sourceSecretPath: where['secretPath'],
        destinationEnvironment: 'dev',
        destinationSecretPath: whereOf(run, other(operation.side)).secretPath,
        secretIds: operation.keys.map((key) => idAt(world, operation.side, key)!),
        shouldOverwrite: operation.over,
      });
    case 'rollBack': {
      const { time, event } = memories[operation.to]!.moment;
      return rollBack(admin, { ...where, asOf: operation.byTime ? time : event });
    }
  }
}

const shapeOf = (world: World, side: Side) =>
  [...world]
    .filter(([, state]) => state.side === side)
    .map(([id, { key, value }]) => ({ id, key, value }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));

const shapeOfSecrets = (secrets: readonly Secret[]) =>
  secrets.map(({ id, secretKey, secretValue }) => ({ id, key: secretKey, value: secretValue }));

/** A move can only name what is there, and a rollback only what is remembered. */
function possible(wanted: Operation, world: World, memories: readonly Memory[]): Operation | null {
  if (wanted.kind === 'rollBack') return { ...wanted, to: wanted.to % memories.length };
  if (wanted.kind !== 'move') return wanted;
  const keys = wanted.keys.filter((key) => idAt(world, wanted.side, key));
  return keys.length > 0 ? { ...wanted, keys } : null;
}

async function memoryOf(run: RunScene, world: World): Promise<Memory> {
  const list = (side: Side) => listed(run.scene.admin, whereOf(run, side));
  const lists = { a: await list('a'), b: await list('b') };
  return { moment: await remember(server, run.scene), world, lists };
}

/** Does it, and gives the world after it. */
async function step(
  run: RunScene,
  operation: Operation,
  world: World,
  memories: readonly Memory[],
): Promise<World> {
  const before = await footprint(server, run.scene.project.id);
  const expected = apply(world, operation, memories);
  const answer = await send(run, operation, world, memories);
  const status = answer.status === 200 ? 'done' : 'refused';
  expect({ operation, status }).toEqual({ operation, status: expected ? 'done' : 'refused' });
  if (!expected) {
    expect(answer.status).toBeLessThan(500);
    expect(await footprint(server, run.scene.project.id)).toEqual(before);
    return world;
  }
  if (operation.kind !== 'create') return expected;
  const { id } = (answer.body as { secret: Secret }).secret;
  return new Map([...expected].map(([each, state]) => [each === 'new' ? id : each, state]));
}

async function play(run: RunScene, operations: readonly Operation[]): Promise<void> {
  let world: World = new Map();
  const memories = [await memoryOf(run, world)];
  for (const wanted of operations) {
    const operation = possible(wanted, world, memories);
    if (!operation) continue;
    world = await step(run, operation, world, memories);
    const memory = await memoryOf(run, world);
    for (const side of SIDES)
      expect(shapeOfSecrets(memory.lists[side])).toEqual(shapeOf(world, side));
    memories.push(memory);
  }
  for (const { moment, lists } of memories) {
    for (const side of SIDES) {
      for (const asOf of [moment.time, moment.event]) {
        const raw = { ...whereOf(run, side), expandSecretReferences: false };
        expect(await listedThen(run.scene.admin, asOf, raw)).toEqual(lists[side]);
      }
    }
  }
}

const key = fc.constantFrom('A', 'B', 'C');
const side = fc.constantFrom<Side>('a', 'b');
const value = fc.constantFrom('', 'x', 'ü\n', '\0', '${A}');
const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 3 });
const change: fc.Arbitrary<Change> = fc.record({ key, to: key, value }, { requiredKeys: ['key'] });

const operation: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), side, key, value }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), side, key }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('batch' as const),
      side,
      changes: fc.array(change, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), side, keys }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move' as const), side, keys, over: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('rollBack' as const),
      side,
      to: fc.nat(20),
      byTime: fc.boolean(),
    }),
  },
);

it(
  'remembers every moment, and goes back to any, as a simple model does',
  async () => {
    const scene = await aSecretScene(server);
    let run = 0;
    const property = fc.asyncProperty(
      fc.array(operation, { minLength: 6, maxLength: 16 }),
      async (operations) => {
        run++;
        const paths = { a: `/a${run}`, b: `/b${run}` };
        await aFolder(scene, paths.a);
        await aFolder(scene, paths.b);
        const seed = ['A', 'B'].map((each): Operation => ({
          kind: 'create',
          side: 'a',
          key: each,
          value: each,
        }));
        await play({ scene, paths }, [...seed, ...operations]);
      },
    );
    await fc.assert(property, { numRuns: runs(2, 40) });
  },
  timeLimit(300_000),
);
