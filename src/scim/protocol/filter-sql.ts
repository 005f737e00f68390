import { isUuid } from '../../database/uuid.js';
import { attributeOf, type ResourceTable } from './attribute-table.js';
import type { AttributeName, Filter, FilterOperator } from './filter-parser.js';
import { scimProblem } from './scim-problem.js';

/** A text attribute as SQL knows it. */
export interface TextColumn {
  readonly kind: 'text';
  /** Null: has no value. */
  readonly sql: string;
  /** Brings a value of a filter into the form in which the expression has it. */
  readonly fold: (text: string) => string;
  /** Takes `co` and `ew`, which no index serves. */
  readonly isSearchable?: boolean;
  /** A query, served by an index, for the ids of all resources with that value. */
  readonly idsWith?: (parameter: string) => string;
}

export interface ListColumn {
  readonly kind: 'list';
  /** Whether there is an element for which the condition holds. */
  readonly exists: (condition: string) => string;
  /** The sub-attributes, of which `value` stands for the element. */
  readonly columns: FilterColumns;
}

/** An attribute as SQL knows it; `complex` can only be there or not. */
export type FilterColumn =
  | TextColumn
  | ListColumn
  | { readonly kind: 'id' | 'boolean' | 'time' | 'complex'; readonly sql: string };

/** Attributes by their lower-case names, those of complex ones with a dot. */
export type FilterColumns = Readonly<Record<string, FilterColumn>>;

/** A condition that is never null, and the values of its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

type Comparison = Extract<Filter, { kind: 'compare' }>;

/**
 * Turns a filter into SQL: all that a client wrote becomes a parameter, numbered from `first`. `key` is the expression of
 * a resource's id. Throws `invalidFilter` for a comparison that an attribute does not take.
 */
export function conditionOf(
  filter: Filter | null,
  table: ResourceTable,
  columns: FilterColumns,
  { key, first }: { readonly key: string; readonly first: number },
): Condition {
  const compiler = new Compiler(table, key, first);
  const sql = filter === null ? 'true' : compiler.compile(filter, columns);
  return { sql, values: compiler.values };
}

const SIGNS = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

const isOrder = (operator: FilterOperator): operator is keyof typeof SIGNS =>
  Object.hasOwn(SIGNS, operator);

const own = (columns: FilterColumns, name: string): FilterColumn | undefined =>
  Object.hasOwn(columns, name) ? columns[name] : undefined;

class Compiler {
  readonly values: unknown[] = [];
  /** Whether names are those of a list's sub-attributes. */
  private isInElement = false;

  constructor(
    private readonly table: ResourceTable,
    private readonly key: string,
    private readonly first: number,
  ) {}

  compile(filter: Filter, columns: FilterColumns): string {
    switch (filter.kind) {
      case 'and':
      case 'or': {
        const parts = filter.parts.map((part) => this.compile(part, columns));
        return `(${parts.join(` ${filter.kind} `)})`;
      }
      case 'not':
        return `(not ${this.compile(filter.part, columns)})`;
      case 'element':
        return this.element(filter.attribute, filter.filter, columns);
      default:
        return this.term(filter, columns);
    }
  }

  private term(
    filter: Exclude<Filter, { kind: 'and' | 'or' | 'not' | 'element' }>,
    columns: FilterColumns,
  ): string {
    const { attribute } = filter;
    const column = this.find(attribute, columns);
    if (column?.kind === 'list') {
      const inner = {
        ...filter,
        attribute: { schema: null, name: attribute.sub ?? 'value', sub: null },
      };
      return this.elements(column, inner);
    }
    if (filter.kind === 'present') return column ? `(${column.sql} is not null)` : 'false';
    if (filter.operator === 'ne')
      return `(not ${this.term({ ...filter, operator: 'eq' }, columns)})`;
    if (filter.value === null) {
      const isThere = this.term({ kind: 'present', attribute }, columns);
      return filter.operator === 'eq' ? `(not ${isThere})` : this.refuse(filter);
    }
    // An attribute that nothing has a value of equals nothing.
    return column ? this.compare(column, filter) : 'false';
  }

  private compare(column: Exclude<FilterColumn, ListColumn>, filter: Comparison): string {
    switch (column.kind) {
      case 'text':
        return this.compareText(column, filter);
      case 'boolean':
        return this.compareBoolean(column.sql, filter);
      case 'time':
        return this.compareTime(column.sql, filter);
      case 'id':
        return this.compareId(column.sql, filter);
      case 'complex':
        return this.refuse(filter);
    }
  }

  private compareText(column: TextColumn, filter: Comparison): string {
    const { operator, value } = filter;
    if (typeof value !== 'string') return this.refuse(filter);
    const parameter = `${this.take(column.fold(value.normalize('NFC')))}::text`;
    const { sql } = column;
    if (operator === 'eq') {
      const ids = this.isInElement ? undefined : column.idsWith;
      return ids
        ? `(${this.key} in (${ids(parameter)}))`
        : `coalesce(${sql} = ${parameter}, false)`;
    }
    if (isOrder(operator))
      return `coalesce(${sql} collate "C" ${SIGNS[operator]} ${parameter}, false)`;
    if (operator === 'sw') return `coalesce(starts_with(${sql}, ${parameter}), false)`;
    if (column.isSearchable !== true) return this.refuse(filter);
    return operator === 'co'
      ? `coalesce(position(${parameter} in ${sql}) > 0, false)`
      : `coalesce(right(${sql}, length(${parameter})) = ${parameter}, false)`;
  }

  private compareBoolean(sql: string, filter: Comparison): string {
    const { operator, value } = filter;
    const flag = String(value).toLowerCase();
    if (operator !== 'eq' || !['true', 'false'].includes(flag)) return this.refuse(filter);
    return `coalesce(${sql} = ${this.take(flag === 'true')}::boolean, false)`;
  }

  private compareTime(sql: string, filter: Comparison): string {
    const { operator, value } = filter;
    const isTime =
      typeof value === 'string' &&
      /^\d{4}-\d\d-\d\dT/.test(value) &&
      !Number.isNaN(Date.parse(value));
    if (!isTime || (operator !== 'eq' && !isOrder(operator))) return this.refuse(filter);
    const sign = operator === 'eq' ? '=' : SIGNS[operator];
    return `coalesce(${sql} ${sign} ${this.take(new Date(value))}::timestamptz, false)`;
  }

  private compareId(sql: string, filter: Comparison): string {
    const { operator, value } = filter;
    if (operator !== 'eq' || typeof value !== 'string') return this.refuse(filter);
    return isUuid(value) ? `coalesce(${sql} = ${this.take(value)}::uuid, false)` : 'false';
  }

  private element(name: AttributeName, filter: Filter, columns: FilterColumns): string {
    const column = this.find(name, columns);
    if (!column) return 'false';
    if (column.kind === 'list' && name.sub === null) return this.elements(column, filter);
    throw scimProblem('invalidFilter', `${name.name} is no list, so it takes no brackets.`);
  }

  private elements(column: ListColumn, filter: Filter): string {
    const hints = this.hintsOf(column, filter);
    const isOuter = !this.isInElement;
    this.isInElement = true;
    const condition = this.compile(filter, column.columns);
    if (isOuter) this.isInElement = false;
    return `(${[...hints, column.exists(condition)].join(' and ')})`;
  }

  /** What must hold of the resource where the filter holds of an element, and an index can tell. */
  private hintsOf({ columns }: ListColumn, filter: Filter): string[] {
    if (filter.kind === 'and')
      return filter.parts.flatMap((part) => this.hintsOf({ columns } as ListColumn, part));
    if (filter.kind !== 'compare' || filter.operator !== 'eq' || typeof filter.value !== 'string')
      return [];
    const column = this.find(filter.attribute, columns);
    if (column?.kind !== 'text' || !column.idsWith) return [];
    const parameter = this.take(column.fold(filter.value.normalize('NFC')));
    return [`${this.key} in (${column.idsWith(`${parameter}::text`)})`];
  }

  /** Undefined for an attribute that nothing has a value of. Throws `invalidFilter` for one that takes no filter. */
  private find(
    { schema, name, sub }: AttributeName,
    columns: FilterColumns,
  ): FilterColumn | undefined {
    const isOther = schema !== null && schema.toLowerCase() !== this.table.schema.toLowerCase();
    if (isOther) return undefined;
    const whole = own(columns, name.toLowerCase());
    if (whole?.kind === 'list' || sub === null) return whole ?? this.unfiltered(name);
    return own(columns, `${name}.${sub}`.toLowerCase()) ?? this.unfiltered(name);
  }

  private unfiltered(name: string): undefined {
    if (this.isInElement || !attributeOf(this.table, name)) return undefined;
    throw scimProblem('invalidFilter', `${name} takes no filter.`);
  }

  private refuse({ attribute: { name, sub }, operator }: Comparison): never {
    const whole = sub === null ? name : `${name}.${sub}`;
    throw scimProblem(
      'invalidFilter',
      `${whole} cannot be compared by ${operator} with that value.`,
    );
  }

  private take(value: unknown): string {
    this.values.push(value);
    return `$${this.first + this.values.length - 1}`;
  }
}

/** Folds ASCII letters as PostgreSQL's `lower` does under the collation "C", whatever the database's own is. */
export const foldAscii = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
