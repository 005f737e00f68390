import { fromBER } from 'asn1js';
import { CertificateRevocationList } from 'pkijs';
import { aCertificate, aPolicy, aProfile, aRoot, asBytes } from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { aProject, aScene } from '../support/scene.js';

const server = useApp();

/** Writes the certificate down again and again, revoked, each with a serial number of its own. */
const COPIES = `
  insert into certificates
  select r.* from certificates c cross join generate_series($2::integer, $3::integer) n
  cross join lateral jsonb_populate_record(c, jsonb_build_object(
    'id', gen_random_uuid(), 'serial_number', '42' || substr(md5(n::text), 3), 'sha256', md5(n::text),
    'revoked_at', now(), 'revocation_reason', 'SUPERSEDED')) r
  where c.id = $1`;

/** Lists that are made: what holds up the machine alone does not hold up each of them. */
const LISTS = 3;

const p99 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;

describe('a long revocation list', () => {
  it.each([20_000])('of %d certificates is made while others are served', async (count) => {
    const { admin } = await aScene(server);
    const root = await aRoot(admin, (await aProject(admin)).id);
    const profile = await aProfile(admin, root, await aPolicy(admin, root.projectId));
    const { certificateId } = await aCertificate(admin, profile);
    const { source } = server.database;
    for (let made = 0; made < count; made += 2_000)
      await source.query(COPIES, [certificateId, made + 1, made + 2_000]);
    const [list] = await source.query<{ id: string }[]>(
      'select id from crls where authority_id = $1',
      [root.id],
    );
    const ask = () => asBytes(server.http.get(`/api/v1/cert-manager/crl/${list!.id}/der`));

    const timeOf = async (act: () => Promise<unknown>) => {
      const started = performance.now();
      await act();
      return performance.now() - started;
    };
    const status = () => timeOf(() => server.http.get('/api/status').expect(200));
    for (let n = 0; n < 300; n++) await status();

    const figures: number[] = [];
    for (let made = 0; made < LISTS; made++) {
      const countOne = `update certificate_authorities set revocation_count = revocation_count + 1 where id = $1`;
      await source.query(countOne, [root.id]);
      let isDone = false;
      const asking = Promise.all([ask(), ask(), ask()]).finally(() => (isDone = true));
      const times: number[] = [];
      while (!isDone) times.push(await status());
      figures.push(p99(times));

      for (const { status, body } of await asking) {
        expect(status).toBe(200);
        const { result: schema } = fromBER(body as Buffer, { maxNodes: 1_000_000 });
        const { revokedCertificates } = new CertificateRevocationList({ schema });
        expect(revokedCertificates).toHaveLength(count);
      }
    }
    // Made in one piece, the list would hold each of them up by seconds.
    expect(Math.min(...figures)).toBeLessThan(250);
  });
});
