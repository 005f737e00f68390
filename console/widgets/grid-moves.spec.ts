import { describe, expect, it } from '@jest/globals';
import { moveBy } from './grid-moves';

const SIZE = { rows: 100, columns: 4, page: 20 };
const press = (key: string, row: number, column: number, ctrlKey = false) =>
  moveBy({ key, ctrlKey, metaKey: false }, { row, column }, SIZE);

describe('moving in a grid', () => {
  it('goes by one cell, and stops at the edges', () => {
    expect(press('ArrowDown', 3, 1)).toEqual({ row: 4, column: 1 });
    expect(press('ArrowUp', 0, 1)).toEqual({ row: 0, column: 1 });
    expect(press('ArrowRight', 3, 3)).toEqual({ row: 3, column: 3 });
    expect(press('ArrowLeft', 3, 1)).toEqual({ row: 3, column: 0 });
  });

  it('goes by pages, to the ends of a row, and of the grid', () => {
    expect(press('PageDown', 90, 2)).toEqual({ row: 99, column: 2 });
    expect(press('PageUp', 30, 2)).toEqual({ row: 10, column: 2 });
    expect(press('Home', 30, 2)).toEqual({ row: 30, column: 0 });
    expect(press('End', 30, 2)).toEqual({ row: 30, column: 3 });
    expect(press('Home', 30, 2, true)).toEqual({ row: 0, column: 0 });
    expect(press('End', 30, 2, true)).toEqual({ row: 99, column: 3 });
  });

  it('leaves other keys to the cells', () => {
    expect(press('Enter', 30, 2)).toBeNull();
    expect(press('a', 30, 2)).toBeNull();
  });
});
