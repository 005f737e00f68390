import {
  type AcmeScene,
  AcmeTestClient,
  anAcmeProfile,
  bindingOf,
  PUBLIC,
  typeOf,
} from '../support/acme.js';
import { useApp } from '../support/harness.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp({ PUBLIC_URL: PUBLIC });

let admin: Caller;
let project: TestProject;
beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
});

const query = <T>(text: string, ...values: unknown[]) =>
  server.database.source.query<T[]>(text, values);

/** Changes the profile in a transaction that ends once the request waits for it. */
async function whileChanging<T>(
  { profile }: AcmeScene,
  change: string,
  request: () => Promise<T>,
): Promise<T> {
  const runner = server.database.source.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query(`update certificate_profiles set ${change} where id = $1`, [profile.id]);
    const waiting = request();
    await untilLocksAreAwaited(server, { part: 'certificate_profiles' });
    await runner.commitTransaction();
    return await waiting;
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction();
    await runner.release();
  }
}

const accountsOf = ({ profile }: AcmeScene) =>
  query('select 1 from acme_accounts where profile_id = $1', profile.id);

describe('a registration that waits while its enrollment changes', () => {
  it.each([
    ['the shared secret is rotated', 'binding_number = binding_number + 1', 403, 'unauthorized'],
    ['its directory is closed', 'acme = null', 404, 'malformed'],
  ])('makes no account where %s', async (_, change, status, type) => {
    const scene = await anAcmeProfile(admin, project.id, {});
    const client = new AcmeTestClient(server, scene.base);
    const binding = await client.binding(await bindingOf(admin, scene.profile));
    const refused = await whileChanging(scene, change, () => client.register(binding));

    expect([refused.status, typeOf(refused)]).toEqual([status, type]);
    expect(await accountsOf(scene)).toEqual([]);
  });

  it('makes no account without a binding where one is asked for by then', async () => {
    const scene = await anAcmeProfile(admin, project.id, { skipEabBinding: true });
    const client = new AcmeTestClient(server, scene.base);
    const refused = await whileChanging(scene, `acme = '{}'`, () => client.register());

    expect([refused.status, typeOf(refused)]).toEqual([403, 'externalAccountRequired']);
    expect(await accountsOf(scene)).toEqual([]);
  });
});

describe('an order that waits while its enrollment changes', () => {
  const order = (client: AcmeTestClient) =>
    client.post(`${client.base}/new-order`, {
      identifiers: [{ type: 'dns', value: 'a.example.org' }],
    });

  it('gets no name without a proof where proofs are asked for by then', async () => {
    const scene = await anAcmeProfile(admin, project.id, { skipDnsOwnershipVerification: true });
    const client = new AcmeTestClient(server, scene.base);
    await client.register(await client.binding(await bindingOf(admin, scene.profile)));
    const made = await whileChanging(scene, `acme = '{}'`, () => order(client));

    expect([made.status, made.body.status]).toEqual([201, 'pending']);
  });

  it('is not made for an account without a binding where one is asked for by then', async () => {
    const scene = await anAcmeProfile(admin, project.id, { skipEabBinding: true });
    const client = new AcmeTestClient(server, scene.base);
    await client.register();
    const refused = await whileChanging(scene, `acme = '{}'`, () => order(client));

    expect([refused.status, typeOf(refused)]).toEqual([403, 'externalAccountRequired']);
  });
});
