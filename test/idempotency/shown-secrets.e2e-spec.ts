import { jest } from '@jest/globals';
import { AnswerVault } from '../../src/idempotency/answer-vault.js';
import {
  aCertificate,
  aPolicy,
  aProfile,
  aRoot,
  aSigningRequest,
  CERTIFICATES,
  hasOpenssl,
  QUICK,
  type TestProfile,
} from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene, type Caller } from '../support/scene.js';

const server = useApp();
const withOpenssl = hasOpenssl ? it : it.skip;

let admin: Caller;
let profile: TestProfile;
let unstored: TestProfile;

beforeAll(async () => {
  ({ admin } = await aScene(server));
  const { id } = await aProject(admin);
  const [root, policy] = [await aRoot(admin, id), await aPolicy(admin, id)];
  profile = await aProfile(admin, root, policy);
  unstored = await aProfile(admin, root, policy, { storePrivateKey: false });
});

const send = (path: string, body: object) =>
  admin.http.post(path).set('Idempotency-Key', path).send(body);

describe('The private key of a certificate', () => {
  const attributes = { ...QUICK, commonName: 'kept.example.org' };

  it('is in the first answer alone, and never kept with it; the repetition has the rest (409)', async () => {
    const sealing = jest.spyOn(server.app.get(AnswerVault), 'seal');
    const made = await aCertificate(admin, profile);
    const requests: [string, object][] = [
      [CERTIFICATES, { profileId: unstored.id, attributes }],
      [`${CERTIFICATES}/${made.certificateId}/renew`, {}],
    ];
    for (const [path, body] of requests) {
      const first = await send(path, body).expect(200);
      const again = await send(path, body).expect(409);

      expect(first.text).toContain('PRIVATE KEY');
      expect(again.headers.link).toContain('#secret-not-kept');
      expect(again.text).not.toContain('PRIVATE KEY');
      const { details } = again.body as { details: { answer: object } };
      expect(first.body).toMatchObject(details.answer);
    }
    const kept = sealing.mock.calls.map(([, answer]) => JSON.stringify(answer));
    expect(kept).toHaveLength(2);
    expect(kept.join()).not.toContain('PRIVATE KEY');
  });

  withOpenssl('is the caller’s own with a signing request, whose answer is replayed', async () => {
    const csr = aSigningRequest('/CN=kept.example.org');
    const body = { profileId: profile.id, csr, attributes: { ttl: '1h' } };
    const path = `${CERTIFICATES}?own`;
    const first = await send(path, body).expect(200);

    expect((await send(path, body).expect(200)).text).toBe(first.text);
  });
});
