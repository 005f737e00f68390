import { problemText } from '../api/missing-right';
import type { components } from '../api/schema';
import type { Row } from '../secrets/model';

/** One secret that is to be written, new or in the place of what is there. */
export interface WantedSecret {
  readonly secretPath: string;
  readonly secretKey: string;
  readonly secretValue: string;
  readonly secretComment?: string;
  /** Of what was seen when it was wished for; null for what was not there. */
  readonly expectedVersion: number | null;
}

/** What becomes of one secret of a batch. */
export type Fate = 'create' | 'update' | 'same' | 'refused';

export interface DifferenceLine {
  readonly wanted: WantedSecret;
  readonly fate: Fate;
  /** Why it is refused. */
  readonly problems: readonly string[];
}

type Report = components['schemas']['BatchReport'];

export const keyOf = ({
  secretPath,
  secretKey,
}: Pick<WantedSecret, 'secretPath' | 'secretKey'>): string => `${secretPath} ${secretKey}`;

/** What the server would do with each; `same` are the keys of those whose value is there already. */
export function differenceOf(
  wanted: readonly WantedSecret[],
  items: Report['items'],
  same: ReadonlySet<string>,
): DifferenceLine[] {
  const reports = new Map(items.map((item) => [item.index, item]));
  return wanted.map((each, index) => {
    const { outcome = 'refused', problems = [] } = reports.get(index) ?? {};
    const isRefused = problems.length > 0 || (outcome !== 'create' && outcome !== 'update');
    const fate = isRefused ? 'refused' : same.has(keyOf(each)) ? 'same' : outcome;
    return { wanted: each, fate, problems: problems.map(problemText) };
  });
}

const FATES = ['create', 'update', 'same', 'refused'] as const;

/** How many there are of each kind, without those of which there are none. */
export const fatesOf = (lines: readonly DifferenceLine[]): (readonly [Fate, number])[] =>
  FATES.map((fate) => [fate, lines.filter((line) => line.fate === fate).length] as const).filter(
    ([, count]) => count > 0,
  );

/** What is sent: neither what is the same nor what is refused. */
export const sentOf = (lines: readonly DifferenceLine[]): WantedSecret[] =>
  lines.flatMap(({ fate, wanted }) => (fate === 'create' || fate === 'update' ? [wanted] : []));

/** Keys of what lies in an environment itself, and may be read. */
export const readableIn = (rows: readonly Row[], environment: string): ReadonlySet<string> =>
  new Set(
    rows
      .filter(({ cells }) => {
        const cell = cells.get(environment);
        return cell?.isReadable === true && cell.source === null;
      })
      .map(({ path, name }) => keyOf({ secretPath: path, secretKey: name })),
  );
