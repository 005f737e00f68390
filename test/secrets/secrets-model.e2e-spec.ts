import fc from 'fast-check';
import { useApp } from '../support/harness.js';
import {
  aFolder,
  aSecretScene,
  at,
  BATCH,
  footprint,
  listed,
  named,
  type Secret,
  type SecretScene,
  V4,
} from '../support/secrets-scene.js';
import { runs } from '../support/runs.js';

const server = useApp();

/** What a secret is, and all it ever was: the last state is that of now. */
interface Known {
  readonly states: { readonly key: string; readonly value: string }[];
}

type Folder = Map<string, Known>;
type Side = 'a' | 'b';
type Model = Readonly<Record<Side, Folder>>;

interface Change {
  readonly key: string;
  readonly to?: string;
  readonly value?: string;
}

type Mode = 'failOnNotFound' | 'upsert' | 'ignore';

type Operation =
  | { readonly kind: 'create'; readonly side: Side; readonly key: string; readonly value: string }
  | { readonly kind: 'update'; readonly side: Side; readonly change: Change }
  | { readonly kind: 'remove'; readonly side: Side; readonly key: string }
  | { readonly kind: 'batch'; readonly side: Side; readonly mode: Mode; readonly changes: Change[] }
  | { readonly kind: 'clear'; readonly side: Side; readonly keys: string[] }
  | { readonly kind: 'move'; readonly side: Side; readonly keys: string[]; readonly over: boolean };

const nowOf = (known: Known) => known.states.at(-1)!;
const isRepeated = (texts: readonly string[]) => new Set(texts).size < texts.length;

function applyBatch(folder: Folder, mode: Mode, changes: readonly Change[]): number {
  const missing = changes.filter(({ key }) => !folder.has(key));
  if (mode === 'failOnNotFound' && missing.length > 0) return 404;
  if (isRepeated(changes.map(({ key }) => key))) return 400;
  const done = changes.filter(({ key }) => mode === 'upsert' || folder.has(key));
  const next = done.map(({ key, to }) => to ?? key);
  if (isRepeated(next)) return 400;
  const touched = new Set(done.map(({ key }) => key));
  if (next.some((key) => folder.has(key) && !touched.has(key))) return 409;
  const before = new Map(folder);
  for (const { key } of done) folder.delete(key);
  done.forEach(({ key, value }, index) => {
    const known = before.get(key) ?? { states: [] };
    const old = known.states.at(-1)?.value ?? '';
    known.states.push({ key: next[index]!, value: value ?? old });
    folder.set(next[index]!, known);
  });
  return 200;
}

function applyMove(from: Folder, to: Folder, keys: readonly string[], over: boolean): number {
  if (!over && keys.some((key) => to.has(key))) return 400;
  for (const key of keys) {
    const moved = from.get(key)!;
    const target = to.get(key) ?? moved;
    target.states.push(nowOf(moved));
    to.set(key, target);
    from.delete(key);
  }
  return 200;
}

/** The status the model expects, after it has changed as the server should. */
function apply(model: Model, operation: Operation): number {
  const folder = model[operation.side];
  switch (operation.kind) {
    case 'create': {
      const { key, value } = operation;
      if (folder.has(key)) return 409;
      folder.set(key, { states: [{ key, value }] });
      return 200;
    }
    case 'update':
      return applyBatch(folder, 'failOnNotFound', [operation.change]);
    case 'remove':
      return folder.delete(operation.key) ? 200 : 404;
    case 'batch':
      return applyBatch(folder, operation.mode, operation.changes);
    case 'clear':
      if (operation.keys.some((key) => !folder.has(key))) return 404;
      for (const key of operation.keys) folder.delete(key);
      return 200;
    case 'move':
      return applyMove(
        folder,
        model[operation.side === 'a' ? 'b' : 'a'],
        operation.keys,
        operation.over,
      );
  }
}

const toItem = ({ key, to, value }: Change) => ({
  secretKey: key,
  ...(to === undefined ? {} : { newSecretName: to }),
  ...(value === undefined ? {} : { secretValue: value }),
});

/** Where one run of the test happens. */
interface RunScene {
  readonly scene: SecretScene;
  readonly paths: Readonly<Record<Side, string>>;
}

const whereOf = ({ scene, paths }: RunScene, side: Side) => ({
  ...scene.dev,
  projectId: scene.project.id,
  secretPath: paths[side],
});

async function send(run: RunScene, operation: Operation, ids: ReadonlyMap<string, string>) {
  const { http } = run.scene.admin;
  const where = whereOf(run, operation.side);
  switch (operation.kind) {
    case 'create':
      return http.post(named(operation.key, V4)).send({ ...where, secretValue: operation.value });
    case 'update': {
      const { secretKey, ...changes } = toItem(operation.change);
      return http.patch(named(secretKey)).send({ ...where, ...changes });
    }
    case 'remove':
      return http.delete(named(operation.key, V4)).send(where);
    case 'batch': {
      const { mode, changes } = operation;
      return http.patch(BATCH).send({ ...where, mode, secrets: changes.map(toItem) });
    }
    case 'clear':
      return http
        .delete(BATCH)
        .send({ ...where, secrets: operation.keys.map((secretKey) => ({ secretKey })) });
    case 'move':
      return http.post(`${V4}/move`).send({
        projectId: where.projectId,
        sourceEnvironment: 'dev',
        sourceSecretPath: where.secretPath,
        destinationEnvironment: 'dev',
        destinationSecretPath: whereOf(run, operation.side === 'a' ? 'b' : 'a').secretPath,
        secretIds: operation.keys.map((key) => ids.get(key)!),
        shouldOverwrite: operation.over,
      });
  }
}

const shapeOf = (folder: Folder) =>
  [...folder.values()]
    .map((known) => ({ ...nowOf(known), version: known.states.length }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));

const shapeOfSecrets = (secrets: readonly Secret[]) =>
  secrets.map(({ secretKey, secretValue, version }) => ({
    key: secretKey,
    value: secretValue,
    version,
  }));

/** A move can only name what is there. */
function possible(model: Model, operation: Operation): Operation | null {
  if (operation.kind !== 'move') return operation;
  const keys = operation.keys.filter((key) => model[operation.side].has(key));
  return keys.length > 0 ? { ...operation, keys } : null;
}

async function play(run: RunScene, operations: readonly Operation[]): Promise<void> {
  const { admin, project } = run.scene;
  const model: Model = { a: new Map(), b: new Map() };
  for (const wanted of operations) {
    const operation = possible(model, wanted);
    if (!operation) continue;
    const present = await listed(admin, whereOf(run, operation.side));
    const ids = new Map(present.map((secret) => [secret.secretKey, secret.id]));
    const before = await footprint(server, project.id);
    const expected = apply(model, operation);
    const answer = await send(run, operation, ids);
    expect({ operation, status: answer.status }).toEqual({ operation, status: expected });
    if (expected !== 200) expect(await footprint(server, project.id)).toEqual(before);
    for (const side of ['a', 'b'] as const) {
      const found = await listed(admin, whereOf(run, side));
      expect(shapeOfSecrets(found)).toEqual(shapeOf(model[side]));
    }
  }
  await checkHistories(run, model);
}

async function checkHistories(run: RunScene, model: Model): Promise<void> {
  const { http } = run.scene.admin;
  for (const side of ['a', 'b'] as const) {
    for (const { id, secretKey } of await listed(run.scene.admin, whereOf(run, side))) {
      const answer = await http.get(at(`/api/v1/secret/${id}/secret-versions`, { limit: 100 }));
      const { secretVersions } = answer.body as { secretVersions: Secret[] };
      const states = model[side].get(secretKey)!.states;
      const expected = states.map((state, index) => ({ ...state, version: index + 1 })).reverse();
      expect(shapeOfSecrets(secretVersions)).toEqual(expected);
    }
  }
}

const key = fc.constantFrom('A', 'B', 'C', 'D');
const side = fc.constantFrom<Side>('a', 'b');
const value = fc.constantFrom('', 'x', 'ü\n', '\0', '${A}');
const change: fc.Arbitrary<Change> = fc.record({ key, to: key, value }, { requiredKeys: ['key'] });
const keys = fc.uniqueArray(key, { minLength: 1, maxLength: 4 });
const mode = fc.constantFrom<Mode>('failOnNotFound', 'upsert', 'ignore');

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), side, key, value }),
  fc.record({ kind: fc.constant('update' as const), side, change }),
  fc.record({ kind: fc.constant('remove' as const), side, key }),
  fc.record({
    kind: fc.constant('batch' as const),
    side,
    mode,
    changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('clear' as const), side, keys }),
  fc.record({ kind: fc.constant('move' as const), side, keys, over: fc.boolean() }),
);

it('creates, changes, renames, deletes and moves as a simple model does', async () => {
  const scene = await aSecretScene(server);
  let run = 0;
  const property = fc.asyncProperty(
    fc.array(operation, { minLength: 4, maxLength: 14 }),
    async (operations) => {
      run++;
      const paths = { a: `/a${run}`, b: `/b${run}` };
      await aFolder(scene, paths.a);
      await aFolder(scene, paths.b);
      const seed: Operation = {
        kind: 'batch',
        side: 'a',
        mode: 'upsert',
        changes: ['A', 'B', 'C'].map((each) => ({ key: each, value: each })),
      };
      await play({ scene, paths }, [seed, ...operations]);
    },
  );
  await fc.assert(property, { numRuns: runs(6, 300) });
});
