import { ProposalVault } from '../approvals/held/proposal-vault.js';
import { RequestsRepository } from '../approvals/requests/requests.repository.js';
import { KeySeals } from '../certificates/keys/key-seals.js';
import { SealBroken } from '../crypto/envelope.js';
import { type Database, statement } from '../database/database.js';
import type { KeyRing } from '../keys/key-ring.js';
import { eachCertificateKey } from './certificate-key-resealing.js';
import { eachPersonal } from './personal-resealing.js';
import { eachProposal } from './proposal-resealing.js';
import { PersonalVault } from '../secrets/personal/personal-vault.js';
import type { Sealed, SecretVault, State } from '../secrets/secret-vault.js';

/** What a look at one kind of thing found. */
export interface Count {
  readonly looked: number;
  /** Names of those that are not whole; the first hundred. */
  readonly broken: readonly string[];
  readonly brokenCount: number;
}

const NO_ID = '00000000-0000-0000-0000-000000000000';
const MAX_NAMED = 100;
const PAGE = 500;

class Tally implements Count {
  looked = 0;
  brokenCount = 0;
  readonly broken: string[] = [];

  add(isWhole: boolean, name: string): void {
    this.looked++;
    if (isWhole) return;
    this.brokenCount++;
    if (this.broken.length < MAX_NAMED) this.broken.push(name);
  }
}

const DATA_KEYS = statement(`
  select project_id "projectId", version from data_keys
  where (project_id, version) > ($1, $2::integer)
  order by project_id, version limit ${PAGE}`);

/** Whether every data key opens under the root keys at hand. */
export async function checkDataKeys(database: Database, keyRing: KeyRing): Promise<Count> {
  const tally = new Tally();
  let after: readonly [string, number] = [NO_ID, 0];
  for (;;) {
    const rows = await database.rows<{ projectId: string; version: number }>(DATA_KEYS, after);
    const last = rows.at(-1);
    if (!last) return tally;
    after = [last.projectId, last.version];
    for (const { projectId, version } of rows) {
      const opens = await keyRing.opens(projectId, version);
      tally.add(opens, `project ${projectId}, data key ${version}`);
    }
  }
}

/** Whether the private key of every certificate authority and certificate opens where it lies. */
export async function checkAuthorityKeys(database: Database, keyRing: KeyRing): Promise<Count> {
  const tally = new Tally();
  await eachCertificateKey(database, new KeySeals(keyRing), (opens, name) =>
    tally.add(opens, name),
  );
  return tally;
}

/** Whether every change that waits for consent opens where it lies. */
export async function checkProposals(database: Database, keyRing: KeyRing): Promise<Count> {
  const tally = new Tally();
  const requests = new RequestsRepository(database);
  await eachProposal(database, new ProposalVault(keyRing), requests, (opens, name) =>
    tally.add(opens, name),
  );
  return tally;
}

/** Whether what people hold for themselves opens where it lies. */
export async function checkPersonal(database: Database, keyRing: KeyRing): Promise<Count> {
  const tally = new Tally();
  await eachPersonal(database, new PersonalVault(keyRing), (opens, name) => tally.add(opens, name));
  return tally;
}

type Row = State & Sealed & { readonly projectId: string; readonly orgId: string | null };

const statesIn = (table: string, id: string, environment: string) =>
  statement(`
    select s.${id} id, s.version, ${environment} "environmentId", s.folder_id "folderId", s.key, s.key_version "keyVersion", s.salt,
      s.value, s.comment, s.metadata, s.project_id "projectId", p.org_id "orgId"
    from (
      select * from ${table} where (${id}, version) > ($1, $2::integer)
      order by ${id}, version limit ${PAGE}
    ) s
    left join projects p on p.id = s.project_id
    left join folders f on f.id = s.folder_id
    order by s.${id}, s.version`);

const STATES = [
  statesIn('secrets', 'id', 'f.environment_id'),
  statesIn('secret_versions', 'secret_id', 'coalesce(f.environment_id, s.environment_id)'),
];

/** Whether every state of every secret opens where it lies. */
export async function checkStates(
  database: Database,
  vault: SecretVault,
  progress: (looked: number) => void,
): Promise<Count> {
  const tally = new Tally();
  for (const states of STATES) {
    let after: readonly [string, number] = [NO_ID, 0];
    for (;;) {
      const rows = await database.rows<Row>(states, after);
      const last = rows.at(-1);
      if (!last) break;
      after = [last.id, last.version];
      for (const row of rows) {
        tally.add(await opens(vault, row), `secret ${row.id}, version ${row.version}`);
      }
      progress(tally.looked);
    }
  }
  return tally;
}

async function opens(vault: SecretVault, row: Row): Promise<boolean> {
  if (row.orgId === null) return false;
  try {
    await vault.prove({ id: row.projectId, orgId: row.orgId }, row);
    return true;
  } catch (error) {
    if (error instanceof SealBroken) return false;
    throw error;
  }
}

interface Log {
  readonly projectId: string;
  readonly isWhole: boolean;
}

/** A head for every project; behind it no number is missing, and none is beyond it. */
const LOGS = statement(`
  select p.id "projectId", h.last_seq is not null and (
    e.count is null or (e.last = h.last_seq and e.last - e.first + 1 = e.count)
  ) "isWhole"
  from (select id from projects where id > $1 order by id limit 100) p
  left join project_event_heads h on h.project_id = p.id
  left join lateral (
    select nullif(count(*), 0) count, min(seq) first, max(seq) last
    from project_events where project_id = p.id
  ) e on true
  order by p.id`);

/** Whether the log of events of every project has all its numbers. */
export async function checkEventLogs(database: Database): Promise<Count> {
  const tally = new Tally();
  for (let after: string | undefined = NO_ID; after !== undefined;) {
    const logs: Log[] = await database.rows<Log>(LOGS, [after]);
    for (const { projectId, isWhole } of logs) tally.add(isWhole, `events of project ${projectId}`);
    after = logs.at(-1)?.projectId;
  }
  return tally;
}
