import { useApp } from './harness.js';
import { aProject, aScene } from './scene.js';

const server = useApp();

it('smoke', async () => {
  const { admin } = await aScene(server);
  const project = await aProject(admin);
  const at = { workspaceId: project.id, environment: 'dev', secretPath: null };
  const b = await admin.http.post('/api/v3/secrets/batch/raw').send({ ...at, secrets: [{ secretKey: 'A', secretValue: 'x${B}' }, { secretKey: 'B', secretValue: 'y\u0000', secretMetadata: [{ key: 'k', value: 'v', isEncrypted: true }] }] });
  console.log(JSON.stringify(b.body));
  console.log(JSON.stringify((await admin.http.get(`/api/v3/secrets/raw?workspaceId=${project.id}&environment=dev&expandSecretReferences=true&workspaceSlug=`)).body));
  console.log(JSON.stringify((await admin.http.patch(`/api/v3/secrets/raw/A`).send({ ...at, secretValue: 'new', newSecretName: 'C' })).body));
  console.log(JSON.stringify((await admin.http.get(`/api/v4/secrets/C?projectId=${project.id}&environment=dev&version=1`)).body));
  console.log(JSON.stringify((await admin.http.post('/api/v3/secrets/batch/raw').send({ ...at, secrets: [{ secretKey: 'A', secretValue: 'x${B}' }, { secretKey: 'B', secretValue: 'y' }] })).body));
  console.log(JSON.stringify((await admin.http.delete(`/api/v3/secrets/raw/C`).send(at)).body));
  console.log(await server.database.source.query('select * from project_events'), await server.database.source.query('select action,target from audit_entries'));
});
