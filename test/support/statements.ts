import { jest } from '@jest/globals';
import { ClsServiceManager } from 'nestjs-cls';
import type { Database } from '../../src/database/database.js';

const context = ClsServiceManager.getClsService();

/** Whether the code that runs is that of a request; loops and timers of the server run outside of every one. */
export const isOfRequest = (): boolean => context.get('scope') !== undefined;

/** Counts the statements that requests send outside of transactions, until stopped. */
export function countStatements(database: Database): { take(): number; stop(): void } {
  let count = 0;
  const spies = (['rows', 'texts'] as const).map((name) => {
    const original = database[name].bind(database) as (...args: unknown[]) => unknown;
    const counting = (...args: unknown[]) => {
      if (isOfRequest()) count++;
      return original(...args);
    };
    return jest.spyOn(database, name).mockImplementation(counting as never);
  });
  return {
    take: () => {
      const taken = count;
      count = 0;
      return taken;
    },
    stop: () => {
      for (const spy of spies) spy.mockRestore();
    },
  };
}
