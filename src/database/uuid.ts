import { v7 } from 'uuid';
import { notFound } from '../errors/api-error.js';

const CANONICAL = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids are made here, not in the database: the encryption of a row is bound to its id. Ordered by time. */
export const newId = (): string => v7();

export const isUuid = (text: string): boolean => CANONICAL.test(text);

/** An id that is none is as unknown as one that does not exist (decision 14). */
export function toUuid(text: string): string {
  if (!isUuid(text)) throw notFound();
  return text;
}
