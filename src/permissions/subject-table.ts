export type TextOperator = '$eq' | '$ne' | '$in' | '$glob';
export type ListOperator = '$in' | '$all';

export interface ElementSpec {
  readonly key: readonly TextOperator[];
  readonly value: readonly TextOperator[];
}

/** Operators of one condition field. A field with `$all` holds a list of texts, any other list one text. */
export type FieldSpec =
  readonly (TextOperator | ListOperator)[] | { readonly $elemMatch: ElementSpec };

export interface SubjectRow {
  readonly actions: readonly string[];
  /** Without it the subject takes neither `conditions` nor `inverted: true`. */
  readonly conditions?: Readonly<Record<string, FieldSpec>>;
  /** The condition fields a rule that names the action may use; an action without entry: all. */
  readonly limits?: Readonly<Record<string, readonly string[]>>;
  /** An action that only stands for others: rules and checks that name it mean all of those. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
}

export type SubjectTable = Readonly<Record<string, SubjectRow>>;

export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

export type AttributeValue = string | readonly string[] | readonly KeyValue[] | null;

/** The known attributes of the thing that a check is about. `null` and absent both mean unknown. */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

export type SubjectOf<T extends SubjectTable> = keyof T & string;

export type ActionOf<T extends SubjectTable, S extends SubjectOf<T>> = T[S]['actions'][number];

type ValueOf<F> = F extends { $elemMatch: unknown }
  ? readonly KeyValue[]
  : F extends readonly (infer O)[]
    ? '$all' extends O
      ? readonly string[]
      : string
    : never;

type FieldsOf<Row> = Row extends { conditions: infer C } ? C : Record<never, never>;

type AllAttributes<Row> = {
  readonly [F in keyof FieldsOf<Row>]: ValueOf<FieldsOf<Row>[F]> | null;
};

type LimitOf<L, A, Otherwise> = A extends keyof L
  ? L[A] extends readonly (infer F)[]
    ? F
    : never
  : Otherwise;

type Needed<Row, A> = Row extends { limits: infer L }
  ? LimitOf<L, A, keyof FieldsOf<Row>> & keyof FieldsOf<Row>
  : keyof FieldsOf<Row>;

/** Every condition attribute of the subject; one that no rule on the action may use can be left out. */
export type AttributesOf<
  T extends SubjectTable,
  S extends SubjectOf<T>,
  A extends ActionOf<T, S> = ActionOf<T, S>,
> = Pick<AllAttributes<T[S]>, Needed<T[S], A>> & Partial<AllAttributes<T[S]>>;

/** The attributes argument of a check: none for a subject without conditions. */
export type AttributesArgument<
  T extends SubjectTable,
  S extends SubjectOf<T>,
  A extends ActionOf<T, S>,
> = T[S] extends { conditions: unknown }
  ? [Needed<T[S], A>] extends [never]
    ? [attributes?: AttributesOf<T, S, A>]
    : [attributes: AttributesOf<T, S, A>]
  : [];

export const rowOf = (table: SubjectTable, subject: string): SubjectRow | undefined =>
  Object.hasOwn(table, subject) ? table[subject] : undefined;

/** The actions that are checked when a rule or a check names `action`. */
export function impliedActions(row: SubjectRow | undefined, action: string): readonly string[] {
  const aliases = row?.aliases;
  const parts = aliases && Object.hasOwn(aliases, action) ? aliases[action] : undefined;
  return parts ?? [action];
}
