import { caseless } from './attribute-values.js';
import type { AttributeName, Filter, FilterOperator, FilterValue } from './filter-parser.js';
import { scimProblem } from './scim-problem.js';

/** The value of an attribute without regard to its case; undefined where there is none. */
type ValueOf = (attribute: AttributeName) => string | boolean | undefined;

/** Whether the filter holds for one element of a list. Throws `invalidFilter` for a comparison that makes no sense. */
export function matches(filter: Filter, valueOf: ValueOf): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matches(part, valueOf));
    case 'or':
      return filter.parts.some((part) => matches(part, valueOf));
    case 'not':
      return !matches(filter.part, valueOf);
    case 'present':
      return valueOf(filter.attribute) !== undefined;
    case 'compare':
      return compare(valueOf(filter.attribute), filter.operator, filter.value);
    case 'element':
      throw scimProblem('invalidFilter', 'An element of a list has no lists in it.');
  }
}

function compare(
  held: string | boolean | undefined,
  operator: FilterOperator,
  sought: FilterValue,
): boolean {
  if (operator === 'ne') return !compare(held, 'eq', sought);
  if (sought === null) return operator === 'eq' && held === undefined;
  if (held === undefined) return false;
  if (typeof held === 'boolean') {
    if (operator !== 'eq') throw scimProblem('invalidFilter', 'true and false have no order.');
    return String(held) === String(sought).toLowerCase();
  }
  return compareTexts(caseless(held), operator, caseless(String(sought)));
}

function compareTexts(held: string, operator: FilterOperator, sought: string): boolean {
  switch (operator) {
    case 'co':
      return held.includes(sought);
    case 'sw':
      return held.startsWith(sought);
    case 'ew':
      return held.endsWith(sought);
    case 'gt':
      return held > sought;
    case 'ge':
      return held >= sought;
    case 'lt':
      return held < sought;
    case 'le':
      return held <= sought;
    default:
      return held === sought;
  }
}
