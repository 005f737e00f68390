import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';
import {
  environmentIds,
  EVERYTHING,
  hired,
  may,
  mayNot,
  memberRules,
  seen,
  where,
} from '../support/attacks/relabel-scene.js';

const server = useApp();

const FAMILIES = ['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'] as const;

const RENAMER = may(['read', 'edit'], undefined, 'environments');
const PROD = { environment: 'prod' };
const STAGING = { environment: 'staging' };

/** A secret in `prod`, one below a folder there, and what `prod` was once called. */
async function aProdScene() {
  const scene = await aSecretScene(server);
  await aFolder(scene, '/app', 'prod');
  await withSecrets(scene, [anItem('DB', 'PROD-DB')], where(scene, 'prod'));
  await withSecrets(scene, [anItem('KEY', 'PROD-KEY')], {
    ...where(scene, 'prod'),
    secretPath: '/app',
  });
  const ids = await environmentIds(scene);
  const rename = (caller: Caller, from: string, slug: string, family: string = FAMILIES[0]) =>
    caller.http.patch(`${family}/${scene.project.id}/environments/${ids[from]}`).send({ slug });
  return { ...scene, ids, rename };
}

const readsAny = async (caller: Caller, scene: SecretScene, environments: readonly string[]) => {
  const all = environments.flatMap((environment) => [
    seen(caller, scene, { environment }, 'DB'),
    seen(caller, scene, { environment, secretPath: '/app' }, 'KEY'),
  ]);
  return (await Promise.all(all)).some((each) => typeof each === 'string');
};

describe.each(FAMILIES)('PATCH %s/{projectId}/environments/{id}', (family) => {
  it('refuses a member who would shake off what forbids him the environment (403)', async () => {
    const { rename, ...scene } = await aProdScene();
    const rules = memberRules(mayNot(EVERYTHING, PROD));
    const attacker = await hired(server, scene, rules);
    expect(await seen(attacker, scene, PROD, 'DB')).toBe(404);

    const answer = await rename(attacker, 'prod', 'pr0d', family).expect(403);

    expect(JSON.stringify(answer.body)).not.toMatch(/"DB"|"KEY"|app/);
    expect((answer.body as { details: object }).details).toMatchObject({
      subject: 'secrets',
      refused: 2,
      offenders: [],
    });
    expect(await readsAny(attacker, scene, ['prod', 'pr0d'])).toBe(false);
    await rename(scene.admin, 'prod', 'pr0d', family).expect(200);
  });

  it('refuses who reads another slug alone, in one step and in two', async () => {
    const { rename, ...scene } = await aProdScene();
    const attacker = await hired(server, scene, [RENAMER, may(EVERYTHING, STAGING)]);

    await rename(attacker, 'staging', 'old', family).expect(200);
    await rename(attacker, 'prod', 'staging', family).expect(403);
    await rename(attacker, 'prod', 'half', family).expect(403);

    expect(await readsAny(attacker, scene, ['prod', 'staging', 'half'])).toBe(false);
  });
});

describe('an environment’s new slug', () => {
  it('does not open to others what the renamer could not grant', async () => {
    const { rename, ...scene } = await aProdScene();
    const renamer = await hired(server, scene, [
      RENAMER,
      may(['describeSecret', 'create', 'edit', 'delete']),
    ]);
    const accomplice = await hired(server, scene, [may('read', { environment: 'shared' })]);

    await rename(renamer, 'prod', 'shared').expect(403);
    expect(await readsAny(accomplice, scene, ['prod', 'shared'])).toBe(false);

    await rename(scene.admin, 'prod', 'shared').expect(200);
    expect(await readsAny(accomplice, scene, ['shared'])).toBe(true);
  });

  it('does not open to others rights on folders and imports that the renamer lacks', async () => {
    const { rename, ...scene } = await aProdScene();
    const renamer = await hired(server, scene, [RENAMER, may(EVERYTHING)]);
    await hired(server, scene, [
      may(['edit', 'delete'], { environment: 'shared' }, 'secret-folders'),
    ]);
    const answer = await rename(renamer, 'prod', 'shared').expect(403);
    expect((answer.body as { details: object }).details).toMatchObject({
      opened: 1,
      openings: [
        {
          subject: 'secret-folders',
          actions: ['edit', 'delete'],
          attributes: { environment: 'prod', secretPath: '/' },
          becomes: { environment: 'shared', secretPath: '/' },
        },
      ],
    });
    await rename(renamer, 'prod', 'fine').expect(200);
  });

  it('does not open to others the past of secrets that are gone', async () => {
    const { rename, ...scene } = await aProdScene();
    const { admin } = scene;
    const remove = { ...where(scene, 'prod') };
    await admin.http.delete('/api/v3/secrets/raw/DB').send(remove).expect(200);
    const away = { ...where(scene, 'prod'), secretPath: '/app' };
    await admin.http.delete('/api/v3/secrets/raw/KEY').send(away).expect(200);
    const renamer = await hired(server, scene, [RENAMER, may(['create', 'edit'])]);
    await hired(server, scene, [may('read', { environment: 'shared' })]);

    await rename(renamer, 'prod', 'shared').expect(403);
    await rename(renamer, 'prod', 'harmless').expect(200);
  });

  it('does not make a right that ends one that stays', async () => {
    const { rename, ...scene } = await aProdScene();
    const attacker = await hired(server, scene, [RENAMER, may(EVERYTHING, STAGING)]);
    await scene.admin.http
      .post('/api/v2/identity-project-additional-privilege')
      .send({
        projectId: scene.project.id,
        identityId: attacker.id,
        permissions: [may(EVERYTHING)],
        type: {
          isTemporary: true,
          temporaryMode: 'relative',
          temporaryRange: '1h',
          temporaryAccessStartTime: new Date(Date.now() - 60_000).toISOString(),
        },
      })
      .expect(200);
    expect(await seen(attacker, scene, PROD, 'DB')).toBe('PROD-DB');

    await rename(attacker, 'staging', 'old').expect(200);
    await rename(attacker, 'prod', 'staging').expect(403);
    await rename(attacker, 'prod', 'elsewhere').expect(200);
  });

  it('demands what a move of each secret would, and is free where nothing lies below', async () => {
    const { rename, ...scene } = await aProdScene();
    for (const lacking of EVERYTHING) {
      const rest = EVERYTHING.filter((action) => action !== lacking);
      const caller = await hired(server, scene, [RENAMER, may(rest)]);
      const answer = await rename(caller, 'prod', 'next').expect(403);
      const { details } = answer.body as { details: object };
      expect(details).toMatchObject({ subject: 'secrets', action: lacking, refused: 2 });
    }
    const nobody = await hired(server, scene, [RENAMER]);
    await rename(nobody, 'dev', 'develop').expect(200);
    await rename(nobody, 'prod', 'produce').expect(403);
  });

  it('is a member’s to give where no rule tells the slugs apart', async () => {
    const { rename, ...scene } = await aProdScene();
    await hired(server, scene, [may('read', STAGING), mayNot('delete', { secretName: 'X' })]);
    const member = await hired(server, scene, 'member');
    await rename(member, 'prod', 'live').expect(200);
    expect(await seen(member, scene, { environment: 'live' }, 'DB')).toBe('PROD-DB');
  });

  it('is free to who holds all of both slugs, though not of the others', async () => {
    const { rename, ...scene } = await aProdScene();
    const places = { environment: { $in: ['prod', 'live'] } };
    const owner = await hired(server, scene, [RENAMER, may(EVERYTHING, places)]);
    await hired(server, scene, [may('read', { environment: 'live' })]);
    await rename(owner, 'prod', 'live').expect(200);
    await rename(owner, 'prod', 'beyond').expect(403);
  });
});
