import { referencesReindex } from '../../../src/commands/references-reindex.js';
import { ReferenceReindex } from '../../../src/secrets/references/reference-reindex.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { useApp } from '../../support/harness.js';
import {
  anItem,
  aSecretScene,
  at,
  named,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';

const server = useApp();

/** As if everything had been written before there was an index. */
async function forget(...scenes: readonly SecretScene[]): Promise<void> {
  const ids = scenes.map(({ project }) => project.id);
  await server.database.source.query('delete from secret_references where project_id = any($1)', [
    ids,
  ]);
  await server.database.source.query(
    'insert into reference_backlog (project_id) select unnest($1::uuid[])',
    [ids],
  );
}

async function referrers({ admin, project }: SecretScene, name: string) {
  const where = { projectId: project.id, environment: 'dev' };
  const answer = await admin.http.get(at(`${named(name, V4)}/secret-references`, where));
  const body = answer.body as { references: { secretKey: string }[]; complete: boolean };
  return { keys: body.references.map(({ secretKey }) => secretKey), complete: body.complete };
}

const reindex = () => new ReferenceReindex(server.database, server.app.get(SecretVault));

async function run(...args: string[]) {
  const lines: string[] = [];
  const { config, rootKeys, authSecret, log } = server.foundation;
  const { database } = server;
  const say = (line: string) => void lines.push(line);
  const code = await referencesReindex.run({
    config,
    rootKeys,
    authSecret,
    log,
    database,
    args,
    say,
  });
  return { code, lines };
}

describe('references:reindex', () => {
  it('enters what was written before there was an index; until then answers say they may lack some', async () => {
    const scene = await aSecretScene(server);
    const other = await aSecretScene(server);
    await withSecrets(scene, [anItem('DB', 'x'), anItem('A', '${DB}'), anItem('B', 'b')]);
    await withSecrets(other, [anItem('DB', 'x'), anItem('A', '${DB}')]);
    await forget(scene);
    await withSecrets(scene, [anItem('C', '${DB}')]);

    expect(await referrers(scene, 'DB')).toEqual({ keys: ['C'], complete: false });
    expect(await referrers(other, 'DB')).toEqual({ keys: ['A'], complete: true });
    const deleted = await scene.admin.http.delete(named('B')).send(scene.dev).expect(200);
    expect(deleted.body).toMatchObject({
      referencedBy: { count: 0, secrets: [], complete: false },
    });

    expect(await run()).toEqual({
      code: 0,
      lines: ['3 secrets of 1 projects entered, 0 projects not done.'],
    });
    expect(await referrers(scene, 'DB')).toEqual({ keys: ['A', 'C'], complete: true });
    expect(await run()).toMatchObject({
      code: 0,
      lines: [expect.stringMatching(/^0 secrets of 0/)],
    });
  });

  it('goes on where it was ended, page by page', async () => {
    const scene = await aSecretScene(server);
    const many = Array.from({ length: 1_000 }, (_, index) => anItem(`K${index}`, '${DB}'));
    await withSecrets(scene, many);
    await withSecrets(scene, [anItem('DB', 'x')]);
    await forget(scene);
    const project = { id: scene.project.id, orgId: scene.orgId };
    expect(await reindex().nextPage(project)).toBe(500);
    expect(await referrers(scene, 'DB')).toMatchObject({ complete: false });
    const pages = [500, 1, 0, null];
    for (const expected of pages) expect(await reindex().nextPage(project)).toBe(expected);
    const { keys, complete } = await referrers(scene, 'DB');
    expect(complete).toBe(true);
    expect(keys).toHaveLength(1_000);
  });

  it('reads large values a few at a time', async () => {
    const scene = await aSecretScene(server);
    const large = Array.from({ length: 12 }, (_, index) =>
      anItem(`K${index}`, `\${DB}${'x'.repeat(1_000_000)}`),
    );
    await withSecrets(scene, [...large, anItem('DB', 'x')]);
    await forget(scene);
    const project = { id: scene.project.id, orgId: scene.orgId };
    const first = await reindex().nextPage(project);
    expect(first).toBeGreaterThan(4);
    expect(first).toBeLessThan(12);
    await run();
    expect((await referrers(scene, 'DB')).keys).toHaveLength(12);
  });

  it('holds its own against writers', async () => {
    const scene = await aSecretScene(server);
    const many = Array.from({ length: 600 }, (_, index) => anItem(`K${index}`, '${DB}'));
    await withSecrets(scene, [...many, anItem('DB', 'x')]);
    await forget(scene);
    const writes = Array.from({ length: 30 }, (_, index) =>
      scene.admin.http
        .patch(named(`K${index * 20}`))
        .send({ ...scene.dev, secretValue: index % 2 ? '' : '${NEW}' }),
    );
    const [, ...answers] = await Promise.all([run(), ...writes]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await withSecrets(scene, [anItem('NEW', '')]);
    expect((await referrers(scene, 'DB')).keys).toHaveLength(570);
    expect((await referrers(scene, 'NEW')).keys).toHaveLength(15);
  });

  it('takes everything anew on request, and refuses other arguments', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('DB', 'x'), anItem('A', '${DB}')]);
    await server.database.source.query(
      'update secret_references set key = $2 where project_id = $1',
      [scene.project.id, 'STALE'],
    );
    await run();
    expect(await referrers(scene, 'DB')).toEqual({ keys: [], complete: true });
    await run('--all');
    expect(await referrers(scene, 'DB')).toEqual({ keys: ['A'], complete: true });
    await expect(run('--none')).rejects.toThrow('Usage');
  });

  it('leaves a project with a value that does not open, and goes on with the next', async () => {
    const broken = await aSecretScene(server);
    const scene = await aSecretScene(server);
    await withSecrets(broken, [anItem('DB', 'x'), anItem('A', '${DB}')]);
    await withSecrets(scene, [anItem('DB', 'x'), anItem('A', '${DB}')]);
    await server.database.source.query(
      "update secrets set value = set_byte(value, 20, get_byte(value, 20) # 1) where project_id = $1 and key = 'A'",
      [broken.project.id],
    );
    await forget(broken, scene);
    const { code, lines } = await run();
    expect(code).toBe(1);
    expect(lines[0]).toContain(broken.project.id);
    expect(await referrers(scene, 'DB')).toEqual({ keys: ['A'], complete: true });
    expect(await referrers(broken, 'DB')).toEqual({ keys: [], complete: false });
    await broken.admin.http.delete(named('A')).send(broken.dev);
    await server.database.source.query('delete from secrets where project_id = $1', [
      broken.project.id,
    ]);
    expect((await run()).code).toBe(0);
    await broken.admin.http.get(at(V3, broken.dev)).expect(200);
  });
});
