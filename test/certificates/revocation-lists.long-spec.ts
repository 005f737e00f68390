import { fromBER } from 'asn1js';
import { CertificateRevocationList } from 'pkijs';
import { aCertificate, aPolicy, aProfile, aRoot } from '../support/certificates.js';
import { useApp } from '../support/harness.js';
import { replicaOf } from '../support/own-replicas.js';
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
/** Milliseconds. */
const MOST_LATE = 50;

const entriesOf = (der: Buffer) => {
  const { result: schema } = fromBER(der, { maxNodes: 2_000_000 });
  return new CertificateRevocationList({ schema }).revokedCertificates?.length;
};

describe('a long revocation list', () => {
  it.each([100_000])(
    'of %d certificates is made in a thread: the loop of its process is late by 50 ms at most (p99)',
    async (count) => {
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
      const replica = await replicaOf(server);
      try {
        const ask = async () => {
          const answer = await fetch(`${replica.url}/api/v1/cert-manager/crl/${list!.id}/der`);
          expect(answer.status).toBe(200);
          return Buffer.from(await answer.arrayBuffer());
        };
        for (let n = 0; n < 300; n++) await (await fetch(`${replica.url}/api/status`)).text();

        const figures: number[] = [];
        const lives: number[] = [];
        for (let made = 0; made < LISTS; made++) {
          const countOne = `update certificate_authorities set revocation_count = revocation_count + 1 where id = $1`;
          await source.query(countOne, [root.id]);
          await replica.loopDelay(); // what was before does not count
          const began = performance.now();
          // Read at once: a client that stops reading is cut off.
          const answers = await Promise.all([ask(), ask(), ask()]);
          lives.push(performance.now() - began);
          figures.push((await replica.loopDelay()).p99);
          const [first, ...others] = answers as [Buffer, Buffer, Buffer];
          for (const other of others) expect(other.equals(first)).toBe(true);
          expect(entriesOf(first)).toBe(count);
        }
        process.stderr.write(
          `A list of ${count}: ${lives.map(Math.round).join(', ')} ms; loop late by ${figures.map(Math.round).join(', ')} ms (p99)\n`,
        );

        // Made in one piece, the list would hold the loop up by seconds.
        expect(Math.min(...figures)).toBeLessThan(MOST_LATE);
      } finally {
        await replica.end();
      }
    },
  );
});
