import { useApp } from './harness.js';
import { aProject, aScene } from './scene.js';

const server = useApp();

describe('POST /api/v1/projects', () => {
  it('x', async () => {
    const { admin } = await aScene(server);
    const project = await aProject(admin);
    for (const p of [`v1/projects/${project.id}`,'v1/projects?type=secret-manager',`v1/projects/slug/${project.slug}`,`v1/workspace/${project.id}`,'v1/workspace',`v2/workspace/${project.slug}`]) {
      const a = await admin.http.get('/api/'+p).expect(200);
      console.log(p, JSON.stringify(a.body));
    }
    await admin.http.patch(`/api/v1/projects/${project.id}`).send({name:'N2'}).expect(200);
    await admin.http.delete(`/api/v1/projects/${project.id}`).expect(200);
  });
});
