import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import { anItem, aSecretScene, aTag, named, withSecrets } from '../support/secrets-scene.js';
import { hired, may, mayNot, memberRules, seen, where } from '../support/attacks/relabel-scene.js';

const server = useApp();

const FAMILIES = ['/api/v1/projects', '/api/v1/workspace'] as const;
const TAGS = may(['read', 'create', 'edit', 'delete'], undefined, 'tags');
const tagged = (...slugs: string[]) => ({ secretTags: { $in: slugs } });
const DEV = { environment: 'dev' };

async function aTaggedScene() {
  const scene = await aSecretScene(server);
  const tag = await aTag(scene, 'restricted');
  const spare = await aTag(scene, 'spare');
  await withSecrets(scene, [anItem('S', 'TAGGED', { tagIds: [tag] })]);
  const rename = (caller: Caller, slug: string, family: string = FAMILIES[0], id = tag) =>
    caller.http.patch(`${family}/${scene.project.id}/tags/${id}`).send({ slug });
  const remove = (caller: Caller, family: string = FAMILIES[0], id = tag) =>
    caller.http.delete(`${family}/${scene.project.id}/tags/${id}`);
  return { ...scene, tag, spare, rename, remove };
}

describe.each(FAMILIES)('%s/{projectId}/tags/{id}', (family) => {
  it('refuses a new slug that opens to the renamer what the old one closed (403)', async () => {
    const { rename, spare, ...scene } = await aTaggedScene();
    const reader = await hired(server, scene, [TAGS, may('read', tagged('open'))]);
    const editor = await hired(server, scene, [TAGS, may('edit'), may('read', tagged('open'))]);
    await rename(reader, 'open', family).expect(403);
    const answer = await rename(editor, 'open', family).expect(403);
    expect((answer.body as { details: object }).details).toMatchObject({ opened: 1, openings: [] });
    expect(await seen(editor, scene, DEV, 'S')).toBe(404);
    await rename(editor, 'harmless', family).expect(200);
    await rename(reader, 'open', family, spare).expect(200);
    await rename(scene.admin, 'still', family).expect(200);
  });

  it('refuses to delete the tag by which something is forbidden to whoever deletes it', async () => {
    const { remove, spare, ...scene } = await aTaggedScene();
    const rules = memberRules(mayNot(['describeSecret', 'readValue'], tagged('restricted')));
    const attacker = await hired(server, scene, rules);
    await remove(attacker, family).expect(403);
    expect(await seen(attacker, scene, DEV, 'S')).toBe(404);
    await remove(attacker, family, spare).expect(200);
    await remove(await hired(server, scene, 'member'), family).expect(200);
    expect(await seen(attacker, scene, DEV, 'S')).toBe('TAGGED');
  });

  it('refuses both where somebody else would come to read what the caller may not', async () => {
    const { rename, remove, ...scene } = await aTaggedScene();
    const caller = await hired(server, scene, [TAGS, may(['describeSecret', 'edit'])]);
    const one = await hired(server, scene, [may('read', tagged('team'))]);
    const rules = [may('read'), mayNot('readValue', tagged('restricted'))];
    const other = await hired(server, scene, rules);

    const renamed = await rename(caller, 'team', family).expect(403);
    await remove(caller, family).expect(403);

    expect((renamed.body as { details: object }).details).toMatchObject({
      opened: 1,
      openings: [
        {
          subject: 'secrets',
          actions: ['readValue'],
          attributes: { secretName: 'S', secretTags: ['restricted'] },
          becomes: { secretName: 'S', secretTags: ['team'] },
        },
      ],
    });
    expect(await seen(one, scene, DEV, 'S')).toBe(404);
    expect(await seen(other, scene, DEV, 'S')).toBe(403);
    await rename(scene.admin, 'team', family).expect(200);
    expect(await seen(one, scene, DEV, 'S')).toBe('TAGGED');
  });

  it('demands the right to edit each secret that carries it, before and after', async () => {
    const { rename, remove, ...scene } = await aTaggedScene();
    const tagger = await hired(server, scene, [TAGS, may('read')]);
    await rename(tagger, 'x', family).expect(403);
    await remove(tagger, family).expect(403);
    const fenced = [TAGS, may('read'), may('edit'), mayNot('edit', tagged('locked'))];
    const editor = await hired(server, scene, fenced);
    await rename(editor, 'locked', family).expect(403);
    await rename(editor, 'free', family).expect(200);
    await editor.http
      .patch(`${family}/${scene.project.id}/tags/${scene.tag}`)
      .send({ color: '#123' })
      .expect(200);
  });
});

describe('a tag of past states', () => {
  it('is not taken away where somebody forbidden it would come to read those', async () => {
    const { remove, ...scene } = await aTaggedScene();
    const untag = { ...scene.dev, tagIds: [] };
    await scene.admin.http.patch(named('S')).send(untag).expect(200);
    const forbids = mayNot('readValue', tagged('restricted'));
    const caller = await hired(server, scene, [TAGS, may('edit'), may('read'), forbids]);
    await remove(caller).expect(403);
    await remove(await hired(server, scene, 'member')).expect(200);
    expect(await seen(caller, scene, { ...where(scene, 'dev'), ...DEV }, 'S')).toBe('TAGGED');
  });
});
