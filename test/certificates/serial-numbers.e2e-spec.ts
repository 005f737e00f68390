import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { SerialNumbers } from '../../src/certificates/serial-numbers.js';
import {
  AcmeTestClient,
  anAcmeProfile,
  type AcmeScene,
  bindingOf,
  PUBLIC,
} from '../support/acme.js';
import { aCertificate, aSigningRequest, CERTIFICATES, QUICK } from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene, type Caller } from '../support/scene.js';

const server = useApp({ PUBLIC_URL: PUBLIC });

let admin: Caller;
let scene: AcmeScene;
beforeAll(async () => {
  ({ admin } = await aScene(server));
  const { id } = await aProject(admin);
  scene = await anAcmeProfile(admin, id, { skipDnsOwnershipVerification: true });
});
afterEach(() => jest.restoreAllMocks());

/** A number that the authority has used already, so many times; a new one after that. */
async function drawsTakenOnes(times: number) {
  const { serialNumber } = await aCertificate(admin, scene.profile);
  const taken = Buffer.from(serialNumber, 'hex');
  const free = Buffer.concat([Buffer.of(0x41), randomBytes(15)]);
  let drawn = 0;
  const numbers = jest
    .spyOn(server.app.get(SerialNumbers), 'next')
    .mockImplementation(() => ((drawn += 1) <= times ? taken : free));
  return { numbers, free: free.toString('hex') };
}

const stored = async (): Promise<number> => {
  const rows = await server.database.source.query<{ count: number }[]>(
    'select count(*)::int "count" from certificates',
  );
  return rows[0]!.count;
};

const request = () =>
  admin.http.post(CERTIFICATES).send({
    profileId: scene.profile.id,
    attributes: { ...QUICK, commonName: 'api.example.org' },
  });

describe('a serial number that the authority has used', () => {
  it('is drawn again, three times at most, and then nothing is stored (C87)', async () => {
    const twice = await drawsTakenOnes(2);
    const made = await request().expect(200);
    expect(made.body.certificate.serialNumber).toBe(twice.free);
    expect(twice.numbers).toHaveBeenCalledTimes(3);
    jest.restoreAllMocks();

    const always = await drawsTakenOnes(9);
    const before = await stored();
    await request().expect(500);
    expect(always.numbers).toHaveBeenCalledTimes(3);
    expect(await stored()).toBe(before);
  });

  it('is drawn again for an order of ACME, which gets one certificate', async () => {
    const client = new AcmeTestClient(server, scene.base);
    await client.register(await client.binding(await bindingOf(admin, scene.profile)));
    const identifiers = [{ type: 'dns', value: 'serial.example.org' }];
    const order = await client.post(`${scene.base}/new-order`, { identifiers });
    const pem = aSigningRequest('/', 'DNS:serial.example.org');
    const csr = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('base64url');
    const { numbers } = await drawsTakenOnes(2);
    const before = await stored();
    const done = await client.post(String(order.body.finalize), { csr });

    expect([done.status, done.body.status]).toEqual([200, 'valid']);
    expect(numbers).toHaveBeenCalledTimes(3);
    expect(await stored()).toBe(before + 1);
  });
});
