import { useApp } from '../support/harness.js';
import { aPerson, joinProject } from '../support/people.js';
import type { Caller } from '../support/scene.js';
import { aFolder, anItem, aSecretScene, withSecrets } from '../support/secrets-scene.js';
import {
  EVERYTHING,
  hired,
  inProject,
  inProjectV2,
  may,
  mayNot,
  memberRules,
  seen,
} from '../support/attacks/relabel-scene.js';

const server = useApp();

const FOLDERS = may(['read', 'create', 'edit', 'delete'], undefined, 'secret-folders');
const path = (glob: string) => ({ secretPath: { $glob: glob } });

/** `/pub` and `/hid`, with a secret below the latter. */
async function aHiddenScene() {
  const scene = await aSecretScene(server);
  for (const folder of ['/pub', '/hid', '/hid/deep', '/top']) await aFolder(scene, folder);
  await withSecrets(scene, [anItem('S', 'HIDDEN')], { ...scene.dev, secretPath: '/hid/deep' });
  const rename = (caller: Caller, from: string, name: string, root = 'v1') =>
    caller.http
      .patch(`/api/${root}/folders/${from}`)
      .send({ ...(root === 'v1' ? inProject : inProjectV2)(scene, 'dev'), name });
  const reads = async (caller: Caller) => {
    const places = ['/pub/deep', '/hid/deep', '/other/deep', '/half/deep', '/team/deep'];
    const place = (secretPath: string) => ({ environment: 'dev', secretPath });
    const found = await Promise.all(places.map((each) => seen(caller, scene, place(each), 'S')));
    return found.some((each) => typeof each === 'string');
  };
  return { ...scene, rename, reads };
}

describe.each(['v1', 'v2'])('PATCH /api/%s/folders/{folderIdOrName}', (root) => {
  it('refuses who reads another path alone, in one step and in two (403)', async () => {
    const { rename, reads, ...scene } = await aHiddenScene();
    const attacker = await hired(server, scene, [FOLDERS, may(EVERYTHING, path('/pub/**'))]);

    await rename(attacker, 'pub', 'away', root).expect(200);
    await rename(attacker, 'hid', 'pub', root).expect(403);
    const answer = await rename(attacker, 'hid', 'half', root).expect(403);

    expect((answer.body as { details: object }).details).toMatchObject({
      subject: 'secrets',
      refused: 1,
      offenders: [],
    });
    expect(await reads(attacker)).toBe(false);
    await rename(scene.admin, 'hid', 'pub', root).expect(200);
  });

  it('refuses a member who would shake off what forbids him the path', async () => {
    const { rename, reads, ...scene } = await aHiddenScene();
    const rules = memberRules(mayNot(EVERYTHING, path('/hid/**')));
    const attacker = await hired(server, scene, rules);
    await rename(attacker, 'hid', 'other', root).expect(403);
    expect(await reads(attacker)).toBe(false);
    await rename(attacker, 'top', 'tip', root).expect(200);
  });
});

describe.each(['v1', 'v2'])('PATCH /api/%s/folders/batch', (root) => {
  it('weighs all of it together: names exchanged in one call open nothing', async () => {
    const { reads, ...scene } = await aHiddenScene();
    const attacker = await hired(server, scene, [FOLDERS, may(EVERYTHING, path('/pub/**'))]);
    const list = await scene.admin.http.get(
      `/api/v1/folders?workspaceId=${scene.project.id}&environment=dev&path=/`,
    );
    const { folders } = list.body as { folders: { id: string; name: string }[] };
    const idOf = (name: string) => folders.find((each) => each.name === name)!.id;
    const named = (from: string, name: string) => ({
      id: idOf(from),
      environment: 'dev',
      path: '/',
      name,
    });
    const send = (caller: Caller, batch: readonly object[]) =>
      caller.http
        .patch(`/api/${root}/folders/batch`)
        .send({ projectSlug: scene.project.slug, folders: batch });

    await send(attacker, [named('pub', 'away'), named('hid', 'pub')]).expect(403);
    await send(attacker, [named('top', 'tip'), named('hid', 'half')]).expect(403);
    expect(await reads(attacker)).toBe(false);
    await send(attacker, [named('pub', 'away'), named('top', 'pub')]).expect(200);
    await send(scene.admin, [named('hid', 'half')]).expect(200);
  });
});

describe('a folder’s new name', () => {
  it('does not open to others what the renamer could not grant', async () => {
    const { rename, reads, ...scene } = await aHiddenScene();
    const renamer = await hired(server, scene, [
      FOLDERS,
      may(['describeSecret', 'create', 'edit', 'delete']),
    ]);
    const accomplice = await hired(server, scene, [may('read', path('/team/**'))]);
    await rename(renamer, 'hid', 'team').expect(403);
    expect(await reads(accomplice)).toBe(false);
    const owner = await hired(server, scene, 'member');
    await rename(owner, 'hid', 'team').expect(200);
    expect(await reads(accomplice)).toBe(true);
  });

  it('does not open to a holder of templates what the renamer could not grant', async () => {
    const { rename, reads, ...scene } = await aHiddenScene();
    const own = { $glob: '/{{identity.id}}/**' };
    const holder = await hired(server, scene, [may('read', { secretPath: own })]);
    const places = { secretPath: { $glob: '{/hid,/x}/**' } };
    const renamer = await hired(server, scene, [FOLDERS, may(['create', 'edit']), may('delete')]);
    const allowed = await hired(server, scene, [FOLDERS, may(EVERYTHING, places)]);
    await rename(renamer, 'hid', holder.id).expect(403);
    await rename(allowed, 'hid', holder.id).expect(403);
    expect(await reads(holder)).toBe(false);
    await rename(allowed, 'hid', 'x').expect(200);
  });

  it('opens nothing later: a right that begins tomorrow counts', async () => {
    const { rename, ...scene } = await aHiddenScene();
    const attacker = await hired(server, scene, [
      FOLDERS,
      may(EVERYTHING, { secretPath: { $glob: '{/hid,/team}/**' } }),
    ]);
    const other = await hired(server, scene, 'no-access');
    await scene.admin.http
      .post('/api/v2/identity-project-additional-privilege')
      .send({
        projectId: scene.project.id,
        identityId: other.id,
        permissions: [may(['edit', 'delete'], path('/team/**'), 'secret-folders')],
        type: {
          isTemporary: true,
          temporaryMode: 'relative',
          temporaryRange: '1h',
          temporaryAccessStartTime: new Date(Date.now() + 86_400_000).toISOString(),
        },
      })
      .expect(200);
    await rename(attacker, 'hid', 'team').expect(200);
    const weaker = await hired(server, scene, [
      may('edit', undefined, 'secret-folders'),
      may(EVERYTHING),
    ]);
    await rename(scene.admin, 'team', 'hid').expect(200);
    await rename(weaker, 'hid', 'team').expect(403);
  });

  it('opens nothing to an access policy, which gives what it covers to whoever asks', async () => {
    const { rename, ...scene } = await aHiddenScene();
    const { project, orgId, admin } = scene;
    const voter = await aPerson(server, orgId, 'no-access');
    await joinProject(server, project, { userId: voter.id }, 'viewer');
    await admin.http
      .post('/api/v1/access-approvals/policies')
      .send({
        ...{ projectSlug: project.slug, environment: 'dev', secretPath: '/team/**' },
        ...{ approvals: 1, approvers: [{ type: 'user', id: voter.id }] },
      })
      .expect(200);
    const attacker = await hired(server, scene, [FOLDERS]);
    await admin.http
      .post('/api/v2/identity-project-additional-privilege')
      .send({
        ...{ projectId: project.id, identityId: attacker.id, permissions: [may(EVERYTHING)] },
        type: {
          ...{ isTemporary: true, temporaryMode: 'relative', temporaryRange: '1h' },
          temporaryAccessStartTime: new Date().toISOString(),
        },
      })
      .expect(200);

    await rename(attacker, 'hid', 'team').expect(403);
    await rename(attacker, 'hid', 'other').expect(200);
    await rename(admin, 'other', 'team').expect(200);
  });

  it('opens to nobody the events and the imports of the place', async () => {
    const { rename, ...scene } = await aHiddenScene();
    await scene.admin.http
      .post('/api/v2/secret-imports')
      .send({
        ...inProjectV2(scene, 'dev', '/hid/deep'),
        import: { environment: 'dev', path: '/top' },
      })
      .expect(200);
    const renamer = await hired(server, scene, [FOLDERS, may(EVERYTHING)]);
    const opened = [
      may('subscribe-to-deletion-events', path('/t1/**'), 'secret-event-subscriptions'),
      may('subscribe-on-deleted', path('/t2/**'), 'secret-events'),
      may('delete', path('/t3/**'), 'secret-imports'),
    ];
    for (const gain of opened) await hired(server, scene, [gain]);
    for (const name of ['t1', 't2', 't3']) await rename(renamer, 'hid', name).expect(403);
    await rename(scene.admin, 'hid', 't3').expect(200);
  });

  it('names what may be known of, and counts the rest', async () => {
    const { rename, ...scene } = await aHiddenScene();
    const below = { ...scene.dev, secretPath: '/hid' };
    await withSecrets(scene, [anItem('KNOWN', 'x')], below);
    const caller = await hired(server, scene, [
      FOLDERS,
      may(['readValue', 'create', 'edit']),
      may('describeSecret', { secretName: 'KNOWN' }),
    ]);
    const answer = await rename(caller, 'hid', 'seen').expect(403);
    const { details } = answer.body as { details: object };
    expect(details).toEqual({
      subject: 'secrets',
      action: 'describeSecret',
      refused: 1,
      offenders: [],
    });
    const editor = await hired(server, scene, [FOLDERS, may(['read', 'create', 'edit'])]);
    const refused = await rename(editor, 'hid', 'seen').expect(403);
    const { offenders } = (refused.body as { details: { offenders: object[] } }).details;
    expect(offenders).toHaveLength(2);
    expect(offenders).toContainEqual({
      attributes: {
        environment: 'dev',
        secretPath: '/hid',
        secretName: 'KNOWN',
        secretTags: [],
        eventType: null,
      },
    });
  });

  it('needs no right on secrets where there is none, nor for a description', async () => {
    const { rename, ...scene } = await aHiddenScene();
    const tidy = await hired(server, scene, [FOLDERS]);
    await rename(tidy, 'pub', 'public').expect(200);
    await tidy.http
      .patch('/api/v1/folders/hid')
      .send({ ...inProject(scene, 'dev'), name: 'hid', description: 'kept' })
      .expect(200);
  });
});
