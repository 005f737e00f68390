import { setTimeout as delay } from 'node:timers/promises';
import { RequestsRepository } from '../approvals/requests/requests.repository.js';
import type { Audit } from '../audit/audit.js';
import { SealBroken } from '../crypto/envelope.js';
import type { Database } from '../database/database.js';
import { DataKeys, type KeyedProject } from '../keys/data-keys.js';
import { CommandError, type Command, type CommandRun } from './command.js';
import {
  auditOf,
  durationOf,
  keySealsOf,
  optionsOf,
  paced,
  projectOf,
  proposalVaultOf,
  requestOf,
  personalVaultOf,
  vaultOf,
} from './key-work.js';
import { CertificateKeyResealing } from './certificate-key-resealing.js';
import { moveFromFormerSecret } from './former-secret.js';
import { PersonalResealing } from './personal-resealing.js';
import { ProposalResealing } from './proposal-resealing.js';
import { Resealing } from './resealing.js';

/** Passes in a row that may find nothing but rows that others hold, and what lies between them. */
const FRUITLESS = 40;
const PAUSE_MS = 250;

interface Totals {
  newKeys: number;
  resealed: number;
  left: number;
  readonly broken: string[];
}

export const keysRotate: Command = {
  summary:
    'gives projects a new data key and seals their secrets under it; with AUTH_SECRET_FORMER also what is under that secret',
  synopsis: '[--project ID] [--older-than DURATION]',
  options: {
    '--project ID': 'one project only, by id',
    '--older-than DURATION': 'leaves younger keys alone, such as 90d; 1h without it, 0s for all',
  },
  async run(run) {
    const options = optionsOf(run, ['project', 'older-than']);
    const projectId = projectOf(options.project);
    const olderThan = durationOf('older-than', options['older-than'] ?? '1h');
    const keys = new DataKeys(run.database, run.rootKeys);
    const rotation = new Rotation(run, keys);
    const started = performance.now();
    const former = await moveFromFormerSecret(run);
    rotation.totals.broken.push(...former.broken);
    if (former.count > 0) run.say(`Sealed anew under AUTH_SECRET: ${former.count}.`);
    let seen = 0;
    for await (const project of keys.projects(olderThan, projectId)) {
      seen += 1;
      await rotation.rotate(project);
    }
    if (seen === 0 && projectId) throw new CommandError('There is no such project.');
    return report(run, seen, rotation.totals, (performance.now() - started) / 1_000);
  },
};

function report({ say }: CommandRun, seen: number, totals: Totals, seconds: number): number {
  const { newKeys, resealed, broken, left } = totals;
  const rate = Math.round(resealed / Math.max(seconds, 0.001));
  say(`${seen} projects: ${newKeys} new keys, ${resealed} states sealed anew (${rate}/s).`);
  if (seen > newKeys) say(`${seen - newKeys} had a key that is young enough (--older-than).`);
  for (const each of broken) say(`Could not be opened: ${each}`);
  if (left > 0) say(`${left} states are still under an older key. Run the command again.`);
  return broken.length > 0 || left > 0 ? 1 : 0;
}

/** Makes keys and moves what is sealed under them, project by project. */
class Rotation {
  readonly totals: Totals = { newKeys: 0, resealed: 0, left: 0, broken: [] };
  private readonly database: Database;
  private readonly audit: Audit;
  private readonly resealing: Resealing;
  private readonly request = requestOf('keys:rotate');
  private readonly tell: (line: string) => void;

  constructor(
    run: CommandRun,
    private readonly keys: DataKeys,
  ) {
    this.database = run.database;
    this.audit = auditOf(run);
    this.resealing = new Resealing(
      run.database,
      vaultOf(run),
      new CertificateKeyResealing(run.database, keySealsOf(run)),
      new ProposalResealing(
        run.database,
        proposalVaultOf(run),
        new RequestsRepository(run.database),
      ),
      new PersonalResealing(run.database, personalVaultOf(run)),
    );
    this.tell = paced(run.say);
  }

  async rotate(project: KeyedProject): Promise<void> {
    if (!project.isDue && !project.hasOlder) return;
    try {
      const version = project.isDue ? await this.makeKey(project) : project.version;
      await this.awaitWriters(project.id, version);
      await this.resealAll(project, version);
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      this.totals.broken.push(`a data key of project ${project.id}`);
    }
  }

  /** The audit entry stands for the whole rotation; continuing it later adds none. */
  private async makeKey(project: KeyedProject): Promise<number> {
    const version = project.version + 1;
    await this.database.transaction(async (tx) => {
      if (!(await this.keys.makeNext(tx, project))) return;
      this.totals.newKeys += 1;
      const { id: projectId, orgId } = project;
      const record = { action: 'project-key.rotate', projectId, target: { version } };
      await this.audit.recordSystem(tx, orgId, record, this.request);
    });
    return version;
  }

  /** Who cannot be waited for is met again by a later pass. */
  private async awaitWriters(projectId: string, version: number): Promise<void> {
    await this.keys.awaitWriters(projectId, version).catch(() => undefined);
  }

  private async resealAll(project: KeyedProject, version: number): Promise<void> {
    const progress = (count: number) => {
      this.totals.resealed += count;
      this.tell(`${this.totals.resealed} states sealed anew …`);
    };
    for (let fruitless = 0; ; fruitless++) {
      const { count, broken } = await this.resealing.pass(project, version, progress);
      const left = await this.resealing.left(project, version);
      if (left <= broken.size || fruitless === FRUITLESS) {
        this.totals.left += Math.max(0, left - broken.size);
        for (const state of broken) {
          this.totals.broken.push(`${state} of project ${project.id}`);
        }
        return;
      }
      if (count > 0) fruitless = 0;
      else await delay(PAUSE_MS);
    }
  }
}
