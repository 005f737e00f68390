import { createHash } from 'node:crypto';
import { CertificateRevocationList } from 'pkijs';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import {
  anIntermediate,
  aRoot,
  asBytes,
  AUTHORITIES,
  certificateOf,
  hasOpenssl,
  inYears,
  openssl,
  type TestAuthority,
} from '../support/certificates.js';
import { runOn } from '../support/key-commands.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';

const server = useApp();
const withOpenssl = hasOpenssl ? it : it.skip;

let admin: Caller;
let project: TestProject;

beforeAll(async () => {
  ({ admin } = await aScene(server));
  project = await aProject(admin);
});

const query = <T>(text: string, values: unknown[] = []) =>
  server.database.source.query<T[]>(text, values);

const revoke = (authority: TestAuthority, revocationReason: string) =>
  admin.http.post(`${AUTHORITIES}/${authority.id}/revoke`).send({ revocationReason });

/** The id of the list of what the first key of an authority signed. */
async function listIdOf({ id }: TestAuthority): Promise<string> {
  const [row] = await query<{ id: string }>(
    'select id from crls where authority_id = $1 and key_number = 1',
    [id],
  );
  return row!.id;
}

const ask = (id: string, { http }: Pick<TestApp, 'http'> = server) =>
  asBytes(http.get(`/api/v1/cert-manager/crl/${id}/der`));

interface Entry {
  readonly serialNumber: string;
  readonly reason: number | undefined;
}

/** What a list says, by another library than the one that is asked to judge it. */
function read(der: Buffer): { readonly number: bigint; readonly entries: readonly Entry[] } {
  const list = CertificateRevocationList.fromBER(der);
  const extension = list.crlExtensions!.extensions.find(({ extnID }) => extnID === '2.5.29.20');
  const number = extension!.parsedValue as { valueBlock: { toString(): string } };
  const entries = (list.revokedCertificates ?? []).map(
    ({ userCertificate, crlEntryExtensions }) => {
      const [reason] = crlEntryExtensions?.extensions ?? [];
      const code = reason?.parsedValue as { valueBlock: { valueDec: number } } | undefined;
      const serialNumber = Buffer.from(userCertificate.valueBlock.valueHexView).toString('hex');
      return { serialNumber, reason: code?.valueBlock.valueDec };
    },
  );
  return { number: BigInt(number.valueBlock.toString()), entries };
}

const serialOf = ({ configuration }: TestAuthority): string =>
  (configuration as { serialNumber: string }).serialNumber;

describe('a revocation list', () => {
  withOpenssl('is signed by its authority, and OpenSSL refuses what is on it', async () => {
    const root = await aRoot(admin, project.id);
    const child = await anIntermediate(admin, root);
    const files = {
      'root.pem': (await certificateOf(admin, root)).certificate,
      'child.pem': (await certificateOf(admin, child)).certificate,
    };
    const verify = async () => {
      const { body } = await admin.http.get(`${AUTHORITIES}/${root.id}/crls`).expect(200);
      const [{ crl }] = body as [{ crl: string }];
      const options = ['verify', '-crl_check', '-CAfile', 'root.pem', '-CRLfile', 'list.pem'];
      return openssl({ ...files, 'list.pem': crl }, ...options, 'child.pem');
    };
    const before = await verify();
    await revoke(child, 'CA_COMPROMISE').expect(200);
    const after = await verify();

    expect(before).toMatchObject({ status: 0 });
    expect(after.text).toContain('certificate revoked');
  });

  it('knows of a revocation at once, on every replica', async () => {
    const root = await aRoot(admin, project.id);
    const id = await listIdOf(root);
    const { parts: other, end } = await startApp({}, [], server.databaseUrl);
    try {
      expect(read((await ask(id, other).expect(200)).body as Buffer).entries).toEqual([]);
      const expected: Entry[] = [];
      for (const [reason, code] of [
        ['UNSPECIFIED', undefined],
        ['SUPERSEDED', 4],
        ['CESSATION_OF_OPERATION', 5],
      ] as const) {
        const child = await anIntermediate(admin, root);
        await revoke(child, reason).expect(200);
        expected.push({ serialNumber: serialOf(child), reason: code });

        const [there, here] = [await ask(id, other), await ask(id)];
        expect(read(there.body as Buffer).entries).toEqual(expected);
        expect(here.body).toEqual(there.body);
      }
    } finally {
      await end();
    }
  });

  it('is made once, however many ask after a revocation', async () => {
    const root = await aRoot(admin, project.id);
    const id = await listIdOf(root);
    const before = read((await ask(id)).body as Buffer);
    await revoke(await anIntermediate(admin, root), 'SUPERSEDED').expect(200);

    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(id).expect(200)));

    expect(new Set(answers.map(({ headers }) => (headers as { etag: string }).etag)).size).toBe(1);
    expect(read(answers[0]!.body as Buffer).number).toBe(before.number + 1n);
  });

  it('has what caches need, and 304 for who has it already', async () => {
    const id = await listIdOf(await aRoot(admin, project.id));
    const answer = await ask(id).expect(200).expect('Content-Type', 'application/pkix-crl');
    const { etag, 'cache-control': control } = answer.headers as Record<string, string>;
    const [, age] = /^public, max-age=(\d+)$/.exec(control!)!;

    expect(etag).toBe(
      `"${createHash('sha256')
        .update(answer.body as Buffer)
        .digest('base64url')}"`,
    );
    // A quarter of seven days.
    expect(Math.abs(Number(age) - 151_200)).toBeLessThan(10);
    await ask(id).set('If-None-Match', etag!).expect(304);
    for (const path of ['cert-manager/crl/', 'pki/crl/'])
      expect((await asBytes(server.http.get(`/api/v1/${path}${id}`))).body).toEqual(answer.body);
  });

  it('is made anew with a day left, with the next number', async () => {
    const id = await listIdOf(await aRoot(admin, project.id));
    const before = read((await ask(id)).body as Buffer);
    await query(`update crls set next_update = now() + interval '23 hours' where id = $1`, [id]);

    const after = read((await ask(id)).body as Buffer);

    expect(after.number).toBe(before.number + 1n);
    expect(read((await ask(id)).body as Buffer).number).toBe(after.number);
  });

  it('lets go of a certificate only in a list that was made after its end', async () => {
    const root = await aRoot(admin, project.id);
    const id = await listIdOf(root);
    const child = await anIntermediate(admin, root);
    await revoke(child, 'SUPERSEDED').expect(200);
    const outdate = () => query('update crls set next_update = now() where id = $1', [id]);
    const end = (from: string) =>
      query(`update ca_certificates set not_after = ${from} where authority_id = $1`, [child.id]);
    await ask(id).expect(200);
    await end('now()');
    await outdate();
    const first = read((await ask(id)).body as Buffer);
    await end(`now() - interval '1 hour'`);
    await outdate();
    const second = read((await ask(id)).body as Buffer);

    expect(first.entries).toHaveLength(1);
    expect(second.entries).toEqual([]);
  });

  it('is not there for who has none (404)', async () => {
    for (const id of ['x', '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a']) await ask(id).expect(404);
  });
});

describe('revoking an authority', () => {
  it('ends it and those below it, and compromise prevails over another reason', async () => {
    const root = await aRoot(admin, project.id, { maxPathLength: 2 });
    const middle = await anIntermediate(admin, root, { maxPathLength: 1 });
    const last = await anIntermediate(admin, middle, { maxPathLength: 0, notAfter: inYears(1) });
    await revoke(middle, 'SUPERSEDED').expect(200);
    await revoke(middle, 'CESSATION_OF_OPERATION').expect(400);
    await revoke(middle, 'KEY_COMPROMISE').expect(200);
    await revoke(middle, 'CA_COMPROMISE').expect(400);

    const { entries } = read((await ask(await listIdOf(root))).body as Buffer);
    const renewal = await admin.http
      .post(`${AUTHORITIES}/${last.id}/renew`)
      .send({ type: 'existing', notAfter: inYears(1) })
      .expect(400);

    expect(entries).toEqual([{ serialNumber: serialOf(middle), reason: 1 }]);
    expect(renewal.body).toMatchObject({ message: expect.stringContaining('revoked') });
  });

  it('refuses a root, and a reason that cannot be undone (400, 422)', async () => {
    const root = await aRoot(admin, project.id);

    await revoke(root, 'KEY_COMPROMISE').expect(400);
    for (const reason of ['CERTIFICATE_HOLD', 'A_A_COMPROMISE', 'REMOVE_FROM_CRL', '1'])
      await revoke(root, reason).expect(422);
  });
});

describe('keys of authorities', () => {
  it('sign before, while and after their data key is rotated', async () => {
    const own = await aProject(admin);
    const root = await aRoot(admin, own.id);
    const rotating = runOn(
      server.context,
      'keys:rotate',
      ...['--project', own.id, '--older-than', '0s'],
    );
    const meanwhile = await anIntermediate(admin, root);
    const { code } = await rotating;
    const retired = await runOn(
      server.context,
      'keys:retire',
      ...['--project', own.id, '--wait', '0s'],
    );
    const versions = await query<{ version: number; kept: boolean }>(
      `select k.key_version "version", d.version is not null "kept" from ca_keys k
       left join data_keys d on d.project_id = k.project_id and d.version = k.key_version
       where k.project_id = $1`,
      [own.id],
    );
    const { parts: fresh, end } = await startApp({}, [], server.databaseUrl);
    try {
      const caller = { ...admin, http: fresh.as(admin.token) };
      const after = await anIntermediate(caller, root);

      expect([code, retired.code]).toEqual([0, 0]);
      expect(versions.every(({ kept }) => kept)).toBe(true);
      expect(versions.some(({ version }) => version === 2)).toBe(true);
      for (const { configuration } of [meanwhile, after])
        expect(configuration).toMatchObject({ parentCaId: root.id });
    } finally {
      await end();
    }
  });

  it('sign nothing in the place of another (500)', async () => {
    const [one, other] = [await aRoot(admin, project.id), await aRoot(admin, project.id)];
    const column = 'sealed = s.sealed, salt = s.salt, key_version = s.key_version';
    await query(
      `update ca_keys k set ${column} from ca_keys s where k.authority_id = $1 and s.authority_id = $2`,
      [one.id, other.id],
    );

    await ask(await listIdOf(one)).expect(500);
    const { lines } = await runOn(server.context, 'restore:finish', '--check');

    expect(server.logLines.some((line) => line.includes('sealed value broken'))).toBe(true);
    expect(lines.join('\n')).toMatch(
      /keys of certificate authorities: \d+ looked at, 1 not whole\n {2}key 1 of certificate authority/,
    );
    expect(lines.join('\n')).toContain(one.id);
    await ask(await listIdOf(other)).expect(200);
  });
});
