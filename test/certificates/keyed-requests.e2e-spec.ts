import { jest } from '@jest/globals';
import { KeyMaking } from '../../src/certificates/key-making.js';
import {
  aPolicy,
  aProfile,
  aRoot,
  CERTIFICATES,
  type TestLeaf,
  type TestProfile,
} from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();

let admin: Caller;
let project: TestProject;
let profile: TestProfile;

beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
  const root = await aRoot(admin, project.id);
  profile = await aProfile(admin, root, await aPolicy(admin, project.id));
});

const request = (key: string, keyAlgorithm: string) =>
  admin.http
    .post(CERTIFICATES)
    .set('Idempotency-Key', key)
    .send({ profileId: profile.id, attributes: { commonName: key, keyAlgorithm, ttl: '1h' } });

/** How many certificates there are in the project, and how many entries of the audit log that tell of one. */
const counts = async () => {
  const [certificates] = await server.database.source.query<{ count: number }[]>(
    'select count(*)::int from certificates where project_id = $1',
    [project.id],
  );
  const { body } = await admin.http
    .get('/api/v1/organization/audit-logs')
    .query({ projectId: project.id, eventType: 'certificate.issue' })
    .expect(200);
  return [certificates!.count, (body as { auditLogs: unknown[] }).auditLogs.length];
};

describe('A certificate under an Idempotency-Key', () => {
  it('is made once, and no transaction is open while its slow key is (C86)', async () => {
    const asked = jest.spyOn(server.app.get(KeyMaking, { strict: false }), 'newPair');
    const before = await counts();

    const first = await request('slow', 'RSA_2048').expect(200);
    const repeated = await request('slow', 'RSA_2048').expect(409);

    // The first transaction is undone for the key, the second one has it.
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
    const { certificate } = first.body as { certificate: TestLeaf };
    expect(certificate.privateKey).toContain('PRIVATE KEY');
    expect(JSON.stringify(repeated.body)).toContain(certificate.serialNumber);
    expect(await counts()).toEqual(before.map((count) => count + 1));
  });

  it('takes one transaction where its key is quick', async () => {
    const asked = jest.spyOn(server.app.get(KeyMaking, { strict: false }), 'newPair');

    await request('quick', 'EC_prime256v1').expect(200);

    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
  });

  it('is one of many that wait for keys, and each is made once', async () => {
    const before = await counts();
    const keys = Array.from({ length: 12 }, (_, i) => `many-${i % 6}`);

    const answers = await Promise.all(keys.map((key) => request(key, 'RSA_2048')));

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array<number>(6).fill(200), ...Array<number>(6).fill(409)]);
    expect(await counts()).toEqual(before.map((count) => count + 6));
  }, 60_000);
});
