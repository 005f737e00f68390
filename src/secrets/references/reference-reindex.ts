import type { EntityManager } from 'typeorm';
import { type Database, statement } from '../../database/database.js';
import type { SealedSecret } from '../secret.js';
import type { SecretVault } from '../secret-vault.js';
import { ALL_SEALED, PRESENT } from '../secrets.repository.js';
import { indexedReferences, replaceReferences } from './reference-index.js';

/** Of one transaction: it holds up writers of these secrets for as long. */
const MAX_SECRETS = 500;
const MAX_BYTES = 8 * 1024 * 1024;

const START_ALL = statement(`
  insert into reference_backlog (project_id) select distinct project_id from secrets
  on conflict on constraint pk_reference_backlog do update set after_id = null`);

const PROJECTS = statement(`
  select b.project_id id, p.org_id "orgId"
  from reference_backlog b join projects p on p.id = b.project_id
  order by b.project_id`);

/** One worker a project; a second one passes it by. */
const CLAIM = `
  select after_id "afterId" from reference_backlog
  where project_id = $1 for update skip locked`;

/** In the order of ids, as batches lock. */
const LOCK = `
  select s.id from secrets s
  where s.id = any($1::uuid[]) order by s.id for share of s`;

/** By size before any value is loaded; the first one always. */
const NEXT = `
  select id from (
    select s.id, sum(octet_length(s.value)) over (order by s.id) - octet_length(s.value) "before"
    from environments e join folders f on f.environment_id = e.id
    join secrets s on s.folder_id = f.id
    where e.project_id = $1 and ($2::uuid is null or s.id > $2)
    order by s.id limit ${MAX_SECRETS}
  ) page
  where "before" < ${MAX_BYTES}`;

const LOAD = `
  select ${PRESENT}, ${ALL_SEALED}
  from secrets s join folders f on f.id = s.folder_id
  join environments e on e.id = f.environment_id and e.project_id = $1
  where s.id = any($2::uuid[])`;

const ADVANCE = 'update reference_backlog set after_id = $2 where project_id = $1';
const FINISH = 'delete from reference_backlog where project_id = $1';

export interface BacklogProject {
  readonly id: string;
  readonly orgId: string;
}

/** Enters the references of secrets that were written before the index was there. Can be ended and begun again. */
export class ReferenceReindex {
  constructor(
    private readonly database: Database,
    private readonly vault: SecretVault,
  ) {}

  /** Takes every project anew, whatever its index holds. */
  async startAll(): Promise<void> {
    await this.database.rows(START_ALL, []);
  }

  listProjects(): Promise<BacklogProject[]> {
    return this.database.rows(PROJECTS, []);
  }

  /**
   * One page of a project: how many secrets, 0 once the project is done, null if somebody else is at it.
   * Throws SealBroken if a value does not open.
   */
  nextPage(project: BacklogProject): Promise<number | null> {
    return this.database.transaction(async (tx) => {
      const [claim] = await tx.query<{ afterId: string | null }[]>(CLAIM, [project.id]);
      if (!claim) return null;
      const page = await tx.query<{ id: string }[]>(NEXT, [project.id, claim.afterId]);
      const ids = page.map(({ id }) => id);
      if (ids.length === 0) await tx.query(FINISH, [project.id]);
      else {
        await this.enter(tx, project, ids);
        await tx.query(ADVANCE, [project.id, ids.at(-1)]);
      }
      return ids.length;
    });
  }

  /** Reads after the locks: a value that is changed meanwhile is entered by whoever changes it. */
  private async enter(
    tx: EntityManager,
    project: BacklogProject,
    ids: readonly string[],
  ): Promise<void> {
    await tx.query(LOCK, [ids]);
    const rows = await tx.query<SealedSecret[]>(LOAD, [project.id, ids]);
    const secrets = await this.vault.open(project, rows, () => true, tx);
    await replaceReferences(
      tx,
      secrets.map(({ id, value }) => ({ id, references: indexedReferences(value) })),
    );
  }
}
