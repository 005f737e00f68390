import type { Response } from 'express';
import { addCost, addSlice, currentWork, RequestWork, withRequestWork } from './admission.js';

/** What a request pays that counted so many units and used up so many slices. */
function costOf(units: number, slices: number): number {
  let cost = NaN;
  withRequestWork({} as never, {} as Response, () => {
    addCost(units);
    for (let n = 0; n < slices; n++) addSlice();
    cost = currentWork()!.cost;
  });
  return cost;
}

describe('the cost of a request', () => {
  it.each([
    [0, 0, 0],
    [0, 7, 7],
    [3, 0, 3],
    [3, 12, 3],
    [3, 13, 4],
    [0.5, 10, 8.5],
  ])('for %p counted units and %p slices is %p: one measure or the other, never both', (...row) => {
    const [units, slices, cost] = row;
    expect(costOf(units, slices)).toBe(cost);
  });

  it('is that of the request alone, and nothing outside of one', () => {
    addCost(5);
    addSlice();

    expect(currentWork()).toBeUndefined();
    expect(new RequestWork({} as Response).cost).toBe(0);
  });
});
