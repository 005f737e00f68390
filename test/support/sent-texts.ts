import pg from 'pg';
import { jest } from '@jest/globals';
import { Pipeline } from '../../src/database/pipeline.js';

/** The statements that one call of `query` of a client sends. */
export function textsOf(query: unknown): string[] {
  if (typeof query === 'string') return [query];
  if (query instanceof Pipeline) return query.statements.map(({ text }) => text);
  return [String((query as { text?: unknown }).text)];
}

/** Every statement that this process sends to PostgreSQL while something happens. */
export async function sentTexts(act: () => PromiseLike<unknown>): Promise<string[]> {
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await act();
    return spy.mock.calls.flatMap(([query]) => textsOf(query));
  } finally {
    spy.mockRestore();
  }
}
