export type Work = () => Promise<unknown>;

export interface Load {
  readonly seconds: number;
  readonly concurrency: number;
}

export interface Compared {
  readonly ours: number;
  readonly floor: number;
  readonly ratio: number;
}

/** Times a second that the work is done, kept up by `concurrency` workers for a time. */
export async function throughput(work: Work, { seconds, concurrency }: Load): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let done = 0;
  const keepOn = async () => {
    while (performance.now() < end) {
      await work();
      done++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, keepOn));
  return done / ((performance.now() - start) / 1000);
}

/** Milliseconds of the work, the median of several times. */
export async function duration(work: Work, times: number): Promise<number> {
  const taken: number[] = [];
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    await work();
    taken.push(performance.now() - start);
  }
  return median(taken);
}

/**
 * Measures the one and the other by turns, so that what disturbs the machine disturbs both. The first round
 * warms up and does not count. The ratio is the median of the rounds' own, not that of the medians.
 */
export async function byTurns(
  rounds: number,
  ours: (round: number) => Promise<number>,
  floor: (round: number) => Promise<number>,
): Promise<Compared> {
  const measured: Compared[] = [];
  for (let round = 0; round <= rounds; round++) {
    const mine = await ours(round);
    const least = await floor(round);
    if (round > 0) measured.push({ ours: mine, floor: least, ratio: mine / least });
  }
  const of = (name: keyof Compared) => median(measured.map((each) => each[name]));
  return { ours: of('ours'), floor: of('floor'), ratio: of('ratio') };
}

/** The median of several measurements. */
export async function repeatedly(rounds: number, measure: () => Promise<number>): Promise<number> {
  const measured: number[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await measure());
  return median(measured);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The value that this share of them does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
}
