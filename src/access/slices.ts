import { addSlice } from '../http/limits/admission.js';
import { SLICE, TimeSlices } from '../http/limits/time-slices.js';
import type { Pause, SlicedWork } from '../permissions/work.js';

/** The cost of a wait in slices that are charged: one is of 10 ms. */
const CHARGE = SLICE / 10;

/** Cuts long work into slices: the pause waits once a slice is used up. Each wait costs the caller a part of a charged slice. */
export function slices(): Pause {
  const slice = new TimeSlices();
  const isDue = () => slice.isOver;
  const pause = async () => {
    if (await slice.turn()) addSlice(CHARGE);
  };
  return Object.assign(pause, { isDue });
}

/** Does work that yields, serving other requests in between. */
export async function runInSlices<T>(work: SlicedWork<T>): Promise<T> {
  const pause = slices();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (pause.isDue()) await pause();
  }
}

/** `flatMap` over items whose work may be expensive. */
export async function flatMapInSlices<T, R>(
  items: Iterable<T>,
  work: (item: T, index: number) => readonly R[],
): Promise<R[]> {
  const pause = slices();
  const results: R[] = [];
  let index = 0;
  for (const item of items) {
    for (const result of work(item, index++)) results.push(result);
    if (pause.isDue()) await pause();
  }
  return results;
}

/** `filter` over items whose check may be expensive. */
export const filterInSlices = <T>(items: Iterable<T>, isWanted: (item: T) => boolean) =>
  flatMapInSlices(items, (item) => (isWanted(item) ? [item] : []));

/** `map` over items whose work may be expensive. */
export const mapInSlices = <T, R>(items: Iterable<T>, work: (item: T, index: number) => R) =>
  flatMapInSlices(items, (item, index) => [work(item, index)]);
