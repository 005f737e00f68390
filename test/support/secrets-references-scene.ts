import { jest } from '@jest/globals';
import pg from 'pg';

/** The statements about secrets and references that the server sends while something happens. */
export async function statementsAbout(act: () => PromiseLike<unknown>): Promise<string[]> {
  const spy = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await act();
    const texts = spy.mock.calls.map(([query]) => textOf(query));
    return texts.filter((text) => /\bsecrets\b|secret_references/.test(text));
  } finally {
    spy.mockRestore();
  }
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown }).text);
