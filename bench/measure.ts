/** One measured thing: its name, and the work of one round. */
export interface Subject {
  readonly name: string;
  readonly run: () => Promise<unknown>;
}

/** Requests or rounds a second, kept up by `concurrency` workers for a time. */
export async function throughput(
  subject: Subject,
  { seconds, concurrency }: { readonly seconds: number; readonly concurrency: number },
): Promise<number> {
  const start = performance.now();
  const end = start + seconds * 1000;
  let done = 0;
  const work = async () => {
    while (performance.now() < end) {
      await subject.run();
      done++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return done / ((performance.now() - start) / 1000);
}

/** Milliseconds of one round, the median of several. */
export async function duration(subject: Subject, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await subject.run();
    times.push(performance.now() - start);
  }
  return median(times);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
