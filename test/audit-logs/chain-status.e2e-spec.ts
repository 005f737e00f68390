import { chained } from '../support/audit-scene.js';
import { useApp } from '../support/harness.js';
import { anIdentity, aScene } from '../support/scene.js';
import { at } from '../support/secrets-scene.js';

const server = useApp();
const PATH = '/api/v1/organization/audit-logs/chain';

interface Status {
  readonly linkedUpTo?: { readonly number: number; readonly mac: string };
  readonly lastCheckpoint?: object;
  readonly waiting: number;
  readonly withoutSeal: number;
  readonly checkpoint?: { readonly number: number; readonly verdict: string };
}

describe('GET /api/v1/organization/audit-logs/chain', () => {
  it('tells the last link and checkpoint, what waits, and what has no seal', async () => {
    const { admin, orgId } = await aScene(server);
    const status = async () => (await admin.http.get(PATH).expect(200)).body as Status;
    expect(await status()).toEqual({ waiting: 0, withoutSeal: 0 });

    for (const name of ['one', 'two'])
      await admin.http.post('/api/v1/identities').send({ name }).expect(200);
    await chained(server, orgId);
    const linked = await status();
    expect(linked).toMatchObject({ linkedUpTo: { number: 2 }, waiting: 0, withoutSeal: 0 });
    const [link] = await server.database.source.query<{ mac: string }[]>(
      `select encode(mac, 'hex') mac from audit_links where org_id = $1 and number = 2`,
      [orgId],
    );
    expect(linked.linkedUpTo!.mac).toBe(link!.mac);

    await server.database.source.query(
      `insert into audit_checkpoints (org_id, number, key_id, mac)
       select org_id, number, key_id, mac from audit_links where org_id = $1 and number = 1`,
      [orgId],
    );
    // There is no such entry: nobody links it, and nobody has sealed it.
    await server.database.source.query(
      'insert into audit_pending (org_id, entry_id) values ($1, gen_random_uuid())',
      [orgId],
    );
    expect(await status()).toMatchObject({
      lastCheckpoint: { number: 1, createdAt: expect.any(String) },
      waiting: 1,
      withoutSeal: 1,
    });
  });

  it('says whether a record that was noted fits', async () => {
    const { admin, orgId } = await aScene(server);
    await admin.http.post('/api/v1/identities').send({ name: 'one' }).expect(200);
    await chained(server, orgId);
    const ask = async (checkpoint: string) =>
      ((await admin.http.get(at(PATH, { checkpoint })).expect(200)).body as Status).checkpoint;
    const { linkedUpTo } = (await admin.http.get(PATH).expect(200)).body as Status;

    expect(await ask(`1:${linkedUpTo!.mac}`)).toEqual({ number: 1, verdict: 'fits' });
    expect(await ask(`1:${'0'.repeat(64)}`)).toEqual({ number: 1, verdict: 'contradicts' });
    expect(await ask(`7:${linkedUpTo!.mac}`)).toEqual({ number: 7, verdict: 'not-there' });
    const stranger = (await aScene(server)).admin;
    const other = await stranger.http.get(at(PATH, { checkpoint: `1:${linkedUpTo!.mac}` }));
    expect((other.body as Status).checkpoint).toEqual({ number: 1, verdict: 'not-there' });
    await admin.http.get(at(PATH, { checkpoint: '1:abc' })).expect(422);
  });

  it('is refused to members, who may read parts of the log alone (403)', async () => {
    const { orgId } = await aScene(server);
    const member = await anIdentity(server, orgId, 'member');
    await member.http.get(PATH).expect(403);
  });
});
