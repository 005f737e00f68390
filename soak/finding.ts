/** What one goal of the fault suite came to (`reliability-and-security.md` 5). */
export interface Finding {
  /** Such as `G1`. */
  readonly goal: string;
  readonly what: string;
  /** What was measured, beside what it may be. */
  readonly figure: string;
  readonly threshold: string;
  readonly isMet: boolean;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
