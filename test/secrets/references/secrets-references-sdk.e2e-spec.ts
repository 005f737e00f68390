import { createRequire } from 'node:module';
import type { InfisicalSDK as Sdk } from '@infisical/sdk';
import { useApp } from '../../support/harness.js';
import { anItem, aSecretScene, withSecrets } from '../../support/secrets-scene.js';

const server = useApp();
const require = createRequire(import.meta.url);

/** Clients that know nothing of `referencedBy` read past it. */
it.each(['@infisical/sdk', 'infisical-sdk-v4', 'infisical-sdk-v3'])(
  'the published SDK %s renames and deletes a secret that others refer to',
  async (name) => {
    const { InfisicalSDK } = require(name) as { InfisicalSDK: typeof Sdk };
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('DB', 'x'), anItem('A', '${DB}'), anItem('B', '${NEW}')]);
    const { port } = server.app.getHttpServer().address() as { port: number };
    const client = new InfisicalSDK({ siteUrl: `http://127.0.0.1:${port}` })
      .auth()
      .accessToken(scene.admin.token);
    const at = { projectId: scene.project.id, environment: 'dev' };

    const renamed = await client.secrets().updateSecret('DB', { ...at, newSecretName: 'NEW' });
    expect(renamed.secret).toMatchObject({ secretKey: 'NEW' });
    expect(renamed).toMatchObject({ referencedBy: { count: 1 } });
    const deleted = await client.secrets().deleteSecret('NEW', at);
    expect(deleted.secret).toMatchObject({ secretKey: 'NEW' });
    expect(deleted).toMatchObject({ referencedBy: { count: 1 } });
  },
);
