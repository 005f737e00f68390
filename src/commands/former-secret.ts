import type { KeyObject } from 'node:crypto';
import { secondFactorPlace } from '../accounts/second-factors.js';
import { ServerKeys } from '../auth/server-keys.js';
import { type AssociatedData, SealBroken, SealKey } from '../crypto/envelope.js';
import { resealed } from '../crypto/resealed.js';
import { type Database, statement } from '../database/database.js';
import { providerSecretPlace, type SecretPlace } from '../oidc-sign-in/oidc-seals.js';
import { type KubernetesSettings, reviewTargetOf } from '../workloads/methods/kubernetes.method.js';
import { keySetPlace, reviewerTokenPlace } from '../workloads/settings/workload-seals.js';
import type { CommandRun } from './command.js';

/** Rows of a batch. */
const ROWS = 500;

interface SealedRow<Id = unknown> {
  readonly id: Id;
  readonly sealed: Buffer;
}

type WrittenTable =
  'workload_auths' | 'workload_key_sets' | 'oidc_configurations' | 'second_factors';

/** A column that is sealed under a key which follows from AUTH_SECRET. */
interface SealedColumn<Row extends SealedRow = SealedRow> {
  /** The message about a row that does not open. */
  readonly what: string;
  readonly table: WrittenTable;
  readonly column: string;
  readonly id: string;
  readonly idType: 'uuid' | 'bytea';
  /** Further columns that a value is sealed with. */
  readonly beside: string;
  readonly keys: (keys: ServerKeys) => readonly KeyObject[];
  readonly place: (row: Row) => AssociatedData;
}

const column = <Row extends SealedRow>(of: SealedColumn<Row>): SealedColumn =>
  of as unknown as SealedColumn;

const COLUMNS: readonly SealedColumn[] = [
  column<SealedRow<string> & { settings: KubernetesSettings }>({
    ...{ what: 'reviewer token', table: 'workload_auths', column: 'sealed_token' },
    ...{ id: 'id', idType: 'uuid', beside: ', settings' },
    keys: ({ workloads }) => workloads,
    place: ({ id, settings }) => reviewerTokenPlace(id, reviewTargetOf(settings)),
  }),
  column<SealedRow<Buffer>>({
    ...{ what: 'key set', table: 'workload_key_sets', column: 'sealed' },
    ...{ id: 'key', idType: 'bytea', beside: '' },
    keys: ({ workloads }) => workloads,
    place: ({ id }) => keySetPlace(id),
  }),
  column<SealedRow<string> & SecretPlace>({
    ...{ what: 'client secret of a provider', table: 'oidc_configurations' },
    ...{ column: 'sealed_secret', id: 'id', idType: 'uuid' },
    beside: `, org_id "orgId", issuer, client_id "clientId"`,
    keys: ({ oidcSignIn }) => oidcSignIn,
    place: providerSecretPlace,
  }),
  column<SealedRow<string>>({
    ...{ what: 'authenticator app of account', table: 'second_factors', column: 'secret' },
    ...{ id: 'user_id', idType: 'uuid', beside: '' },
    keys: ({ secondFactors }) => secondFactors,
    place: ({ id }) => secondFactorPlace(id),
  }),
];

export interface MovedSeals {
  count: number;
  /** What no key opens, by kind and id. */
  readonly broken: string[];
}

/**
 * Seals anew, under AUTH_SECRET, what is sealed under AUTH_SECRET_FORMER; without that setting there is nothing to do. A
 * row that was written meanwhile was written under the secret in force.
 */
export async function moveFromFormerSecret({
  authSecret,
  config: { authSecretFormer },
  database,
}: Pick<CommandRun, 'authSecret' | 'config' | 'database'>): Promise<MovedSeals> {
  const moved: MovedSeals = { count: 0, broken: [] };
  if (authSecretFormer === undefined) return moved;
  const keys = new ServerKeys(authSecret, authSecretFormer);
  for (const each of COLUMNS) await moveColumn(database, each, keys, moved);
  return moved;
}

async function moveColumn(
  database: Database,
  of: SealedColumn,
  serverKeys: ServerKeys,
  moved: MovedSeals,
): Promise<void> {
  const { table, column: sealed, id, idType, beside, what } = of;
  const keys = of.keys(serverKeys).map((key) => new SealKey(key.export()));
  const next = statement(`
    select ${id} "id", ${sealed} "sealed"${beside} from ${table}
    where ${sealed} is not null and ($1::${idType} is null or ${id} > $1) order by ${id} limit ${ROWS}`);
  const write = statement(`
    update ${table} t set ${sealed} = made.next
    from unnest($1::${idType}[], $2::bytea[], $3::bytea[]) made (id, sealed, next)
    where t.${id} = made.id and t.${sealed} = made.sealed
    returning 1`);
  let after: unknown = null;
  for (;;) {
    const rows: SealedRow[] = await database.rows<SealedRow>(next, [after]);
    if (rows.length === 0) return;
    after = rows.at(-1)!.id; // there is one
    const made = rows.flatMap((row) => {
      try {
        const anew = resealed(keys, row.sealed, of.place(row));
        return anew ? [{ row, anew }] : [];
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error;
        moved.broken.push(`${what} ${Buffer.isBuffer(row.id) ? row.id.toString('hex') : row.id}`);
        return [];
      }
    });
    const values = [
      made.map(({ row }) => row.id),
      made.map(({ row }) => row.sealed),
      made.map(({ anew }) => anew),
    ];
    if (made.length > 0) moved.count += (await database.rows(write, values)).length;
  }
}
