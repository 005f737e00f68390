import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import { AuditReads } from '../../audit/audit-reads.js';
import type { Actor } from '../../auth/actor.js';
import { groupBy } from '../../database/group-by.js';
import { addCost } from '../../http/limits/admission.js';
import { TimeSlices } from '../../http/limits/time-slices.js';
import {
  accessTarget,
  type AccessedValues,
  recordingValueAccess,
} from '../read-audit/value-access.js';
import { mayReadValue, requireAnyDescribeIn } from '../secret-guards.js';
import { SecretVault } from '../secret-vault.js';
import type { OpenSecret } from '../secret.js';
import type { ComparisonOrder } from './secret-comparison.dto.js';
import {
  type ComparableSecret,
  SecretComparisonRepository,
} from './secret-comparison.repository.js';
import { lettersOf, ValueClasses } from './value-classes.js';

/** Which environments have one value under a name; the letters are by environment. */
export interface ComparedName {
  readonly secretName: string;
  readonly letters: ReadonlyMap<string, string>;
}

/** The action of the audit entry: that values are equal tells something of them, and is not a look at them. */
const COMPARE_ACTION = 'secret.compare';
/** Values that cost as much as one more request. */
const VALUES_OF_A_UNIT = 1_000;

/** Compares values that the caller may read, name by name over environments. */
@Injectable()
export class SecretComparisons {
  constructor(
    private readonly access: AccessService,
    private readonly repository: SecretComparisonRepository,
    private readonly vault: SecretVault,
    private readonly reads: AuditReads,
  ) {}

  /** The names of which the caller may read a value. Throws 403 for who may describe nothing. */
  async compare(actor: Actor, projectId: string, order: ComparisonOrder): Promise<ComparedName[]> {
    const project = await this.access.toProject(actor, { id: projectId });
    requireAnyDescribeIn(project, order.secretPath);
    const rows = await this.repository.list(project.id, order);
    const readable = await filterInSlices(rows, (row) => mayReadValue(project, row));
    const byName = groupBy(readable, ({ key }) => key);
    // One alone has nothing to be compared with, and stays sealed.
    const compared = readable.filter(({ key }) => byName.get(key)!.length > 1);
    const digests = await this.digestsOf(actor, project, compared);
    const isKnown = ({ key, id }: ComparableSecret) =>
      byName.get(key)!.length === 1 || digests.has(id);
    return [...groupBy(readable.filter(isKnown), ({ key }) => key)].map(([secretName, secrets]) => {
      const letters = lettersOf(secrets.map(({ id }) => digests.get(id) ?? ''));
      const entries = secrets.map(({ environment }, i) => [environment, letters[i]!] as const);
      return { secretName, letters: new Map(entries) };
    });
  }

  /** Recorded before anything is answered. */
  private async digestsOf(
    actor: Actor,
    project: ProjectAccess,
    compared: readonly ComparableSecret[],
  ): Promise<ReadonlyMap<string, string>> {
    if (compared.length === 0) return new Map();
    const loaded = await this.repository.load(
      project.id,
      compared.map(({ id }) => id),
    );
    // A secret may have been moved since its place was read.
    const secrets = await filterInSlices(loaded, (secret) => mayReadValue(project, secret));
    addCost(secrets.length / VALUES_OF_A_UNIT);
    const accessed: AccessedValues = { secrets: [] };
    // Not among the values that the request shows: it has an entry of its own.
    const opened = await recordingValueAccess(accessed, () =>
      this.vault.open(project, secrets, () => true),
    );
    const digests = await digest(opened);
    if (this.reads.isOn) {
      const target = accessTarget(accessed.secrets);
      await this.reads.record(actor, { action: COMPARE_ACTION, projectId: project.id, target });
    }
    return digests;
  }
}

async function digest(secrets: readonly OpenSecret[]): Promise<ReadonlyMap<string, string>> {
  const classes = new ValueClasses();
  const slices = new TimeSlices();
  const digests = new Map<string, string>();
  for (const { id, value } of secrets) {
    digests.set(id, classes.digestOf(value));
    if (slices.isOver) await slices.turn();
  }
  classes.forget();
  return digests;
}
