import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  aTag,
  named,
  withSecrets,
} from '../support/secrets-scene.js';
import { environmentIds, hired, inProject, may } from '../support/attacks/relabel-scene.js';

const server = useApp();

const WRITER = ['describeSecret', 'create', 'edit'] as const;

/** A secret in `/app`, one tagged `plain`, and somebody who may change both and read neither. */
async function aQuietScene() {
  const scene = await aSecretScene(server);
  await aFolder(scene, '/app/low');
  const [plain, open] = [await aTag(scene, 'plain'), await aTag(scene, 'open')];
  await withSecrets(scene, [anItem('S', 'CLOSED', { tagIds: [plain] })], {
    ...scene.dev,
    secretPath: '/app',
  });
  const ids = await environmentIds(scene);
  const caller = await hired(server, scene, [
    may([...WRITER, 'delete']),
    may('readValue', { secretName: 'S' }),
    may(['edit', 'read'], undefined, 'secret-folders'),
    may(['edit', 'read'], undefined, 'environments'),
    may(['edit', 'read', 'delete'], undefined, 'tags'),
  ]);
  const writer = await hired(server, scene, [
    may([...WRITER, 'delete']),
    may(['edit', 'delete'], undefined, 'tags'),
  ]);
  return { ...scene, ids, plain, open, caller, writer };
}

type Scene = Awaited<ReturnType<typeof aQuietScene>>;

interface Door {
  readonly rule: object;
  readonly send: (scene: Scene) => PromiseLike<{ status: number }>;
}

const DOORS: Readonly<Record<string, Door>> = {
  'the slug of an environment': {
    rule: may('delete', { environment: 'next' }, 'secret-folders'),
    send: ({ caller, project, ids }) =>
      caller.http
        .patch(`/api/v1/projects/${project.id}/environments/${ids['dev']}`)
        .send({ slug: 'next' }),
  },
  'the name of a folder': {
    rule: may('delete', { secretPath: { $glob: '/next/**' } }, 'secret-folders'),
    send: (scene) =>
      scene.caller.http
        .patch('/api/v1/folders/app')
        .send({ ...inProject(scene, 'dev'), name: 'next' }),
  },
  'the slug of a tag': {
    rule: may('readValue', { secretTags: { $in: ['next'] } }),
    send: ({ writer, project, plain }) =>
      writer.http.patch(`/api/v1/projects/${project.id}/tags/${plain}`).send({ slug: 'next' }),
  },
  'the tags of a secret': {
    rule: may('readValue', { secretTags: { $in: ['open'] } }),
    send: ({ writer, dev, open }) =>
      writer.http.patch(named('S')).send({ ...dev, secretPath: '/app', tagIds: [open] }),
  },
};

/** A grant that has its lock and is not committed yet, as one under way is. */
async function grantUnderWay({ project }: Scene, to: Caller, rule: object) {
  const runner = server.database.source.createQueryRunner();
  await runner.connect();
  await runner.startTransaction();
  await runner.query('select id from projects where id = $1 for no key update', [project.id]);
  const [membership] = (await runner.query(
    'select id from project_memberships where project_id = $1 and identity_id = $2',
    [project.id, to.id],
  )) as { id: string }[];
  await runner.query(
    `insert into additional_privileges (id, project_membership_id, slug, permissions)
     values ($1, $2, 'late', $3)`,
    [randomUUID(), membership!.id, JSON.stringify([rule])],
  );
  await runner.query('update projects set epoch = epoch + 1 where id = $1', [project.id]);
  return {
    commit: async () => {
      await runner.commitTransaction();
      await runner.release();
    },
  };
}

describe.each(Object.entries(DOORS))('%s', (_, { rule, send }) => {
  it('waits for a grant under way, and is weighed by it (403)', async () => {
    const scene = await aQuietScene();
    const other = await hired(server, scene, 'no-access');
    const grant = await grantUnderWay(scene, other, rule);
    let isOver = false;
    const answer = Promise.resolve(send(scene)).finally(() => (isOver = true));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(isOver).toBe(false);
    await grant.commit();
    expect((await answer).status).toBe(403);
  });

  it('is free where nobody’s rules speak of it', async () => {
    const scene = await aQuietScene();
    expect((await send(scene)).status).toBe(200);
  });
});
