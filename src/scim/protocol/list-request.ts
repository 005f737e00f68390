import { bodyByName, type Body } from './body.js';
import { type Filter, parseFilter } from './filter-parser.js';
import { type Projection, projectionOf } from './projection.js';
import { scimProblem } from './scim-problem.js';

/** What a list should have in it (RFC 7644 3.4.2). */
export interface ListRequest {
  readonly filter: Filter | null;
  /** From 1. */
  readonly startIndex: number;
  readonly count: number;
  readonly projection: Projection;
}

/** What is asked of one resource, or of a list, in a query. */
export interface ScimQuery {
  readonly filter?: string;
  readonly startIndex?: string;
  readonly count?: string;
  readonly attributes?: string;
  readonly excludedAttributes?: string;
}

export const SEARCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

const DEFAULT_COUNT = 100;
export const MAX_COUNT = 200;

/** Reads the parameters of a list. Throws `invalidFilter`, `invalidValue`. */
export const listRequestOf = (query: ScimQuery): ListRequest => ({
  filter: query.filter === undefined ? null : parseFilter(query.filter),
  startIndex: Math.max(1, wholeOf('startIndex', query.startIndex) ?? 1),
  count: Math.min(MAX_COUNT, Math.max(0, wholeOf('count', query.count) ?? DEFAULT_COUNT)),
  projection: projectionOf(query.attributes, query.excludedAttributes),
});

/** Reads the body of a search (RFC 7644 3.4.3). Throws `invalidFilter`, `invalidSyntax`, `invalidValue`. */
export function searchOf(given: unknown): ListRequest {
  const body = bodyByName(given, SEARCH_SCHEMA);
  const filter = textIn(body, 'filter');
  return {
    ...listRequestOf({
      ...(filter === undefined ? {} : { filter }),
      startIndex: numberIn(body, 'startIndex'),
      count: numberIn(body, 'count'),
    }),
    projection: projectionOf(textsIn(body, 'attributes'), textsIn(body, 'excludedAttributes')),
  };
}

/** A whole number of any size. Beyond what can be counted it is the last of what can. Throws `invalidValue`. */
function wholeOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?\d+$/.test(text)) throw scimProblem('invalidValue', `${name} should be a whole number.`);
  return Math.max(Math.min(Number(text), Number.MAX_SAFE_INTEGER), Number.MIN_SAFE_INTEGER);
}

function textIn(body: Body, name: string): string | undefined {
  const value = body.get(name.toLowerCase()) ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw scimProblem('invalidValue', `${name} should be a text.`);
}

function numberIn(body: Body, name: string): string | undefined {
  const value = body.get(name.toLowerCase()) ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number') return Number.isInteger(value) ? String(BigInt(value)) : 'NaN';
  throw scimProblem('invalidValue', `${name} should be a whole number.`);
}

function textsIn(body: Body, name: string): readonly string[] | undefined {
  const value = body.get(name.toLowerCase()) ?? undefined;
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw scimProblem('invalidValue', `${name} should be a list of texts.`);
}
