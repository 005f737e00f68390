import { X509Certificate } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as acme from 'acme-client';
import {
  type AcmeScene,
  anAcmeApplication,
  anAcmeProfile,
  applicationBindingOf,
  bindingOf,
} from '../support/acme.js';
import { FakeNetwork } from '../support/outgoing/fake-network.js';
import { startApp } from '../support/harness.js';
import { aProject, aScene, type Caller } from '../support/scene.js';
import { tcpProxy } from '../support/tcp-proxy.js';

const DIRECTORIES = {
  'a profile': async (admin: Caller, { profile }: AcmeScene) => ({
    path: `/api/v1/pki/acme/profiles/${profile.id}`,
    ...(await bindingOf(admin, profile)),
  }),
  'a profile of an application': async (admin: Caller, { profile }: AcmeScene) => {
    const made = await anAcmeApplication(admin, profile, {});
    return { path: new URL(made.base).pathname, ...(await applicationBindingOf(admin, made)) };
  },
};

it.each(Object.entries(DIRECTORIES))(
  'npm acme-client, unmodified, gets a certificate of %s by http-01 with a binding, and revokes it',
  async (_, directoryOf) => {
    const answers = new Map<string, string>();
    const host = createHttpServer(({ url = '' }, res) =>
      res.end(answers.get(url.split('/').at(-1)!)),
    );
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()));
    const { port } = host.address() as AddressInfo;
    const network = await FakeNetwork.open();
    network.route('127.0.0.1', port, port);
    network.names.set('www.example.org', () => ['127.0.0.1']);
    // The server says of itself the address by which the client reaches it.
    const front = await tcpProxy('http://127.0.0.1:1/', { host: '127.0.0.1', port: 1 });
    const origin = new URL(front.url).origin.replace('127.0.0.1', 'localhost');
    const env = {
      ...{ PUBLIC_URL: origin, ACME_HTTP_PORT: String(port) },
      ACME_PERMITTED_RANGES: '127.0.0.0/8',
    };
    const { parts: server, end } = await startApp(env, [], undefined, undefined, network);
    try {
      front.lead({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
      const { admin } = await aScene(server);
      const scene = await anAcmeProfile(admin, (await aProject(admin)).id, {});
      const { path, eabKid, eabSecret } = await directoryOf(admin, scene);
      const client = new acme.Client({
        directoryUrl: `${origin}${path}/directory`,
        accountKey: await acme.crypto.createPrivateEcdsaKey(),
        externalAccountBinding: { kid: eabKid, hmacKey: eabSecret },
        ...{ backoffMin: 50, backoffMax: 200 },
      });
      const [, csr] = await acme.crypto.createCsr({ altNames: ['www.example.org'] });
      const chain = await client.auto({
        csr,
        email: 'ops@example.org',
        termsOfServiceAgreed: true,
        skipChallengeVerification: true,
        challengePriority: ['http-01'],
        challengeCreateFn: async (_authorization, { token }, keyAuthorization) => {
          answers.set(token, keyAuthorization);
        },
        challengeRemoveFn: async () => undefined,
      });
      const certificate = new X509Certificate(chain);
      await client.revokeCertificate(chain, { reason: 4 });
      const rows = await server.database.source.query<object[]>(
        'select revocation_reason reason from certificates where serial_number = $1',
        [certificate.serialNumber.toLowerCase()],
      );

      expect(certificate.subjectAltName).toBe('DNS:www.example.org');
      expect(chain.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
      expect(rows).toEqual([{ reason: 'SUPERSEDED' }]);
    } finally {
      await end();
      await front.close();
      await network.close();
      host.closeAllConnections();
      await new Promise<void>((resolve) => host.close(() => resolve()));
    }
  },
);
