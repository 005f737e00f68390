import { rightWords as words, type RightScope } from '../words/rights';
import { placeOf } from './missing-right';

/** A right as rules name it. Attributes are those of the thing that is acted on: of one thing, not of all. */
export interface Right {
  readonly subject: string;
  readonly action: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
}

/** Why the caller may not; null where they may. */
export type WhyNot = string | null;

type Answers = readonly { readonly allowed: boolean }[];

/** Where nothing could be learned, the act is tried, and the server says why not. */
export const whyNot = <K extends string>(
  rights: Readonly<Record<K, Right>>,
  answers: Answers | undefined,
  isPending: boolean,
  scope: RightScope,
): Readonly<Record<K, WhyNot>> =>
  Object.fromEntries(
    Object.entries<Right>(rights).map(([name, { action, subject, attributes }], index) => {
      const isRefused = answers?.[index]?.allowed === false;
      const needs = () =>
        words.needs(action, subject, placeOf(attributes ? [attributes] : []), scope);
      return [name, isPending ? words.asking : isRefused ? needs() : null];
    }),
  ) as Record<K, WhyNot>;

/** Whether it is not known yet. */
export const isAsking = (whyNot: WhyNot): boolean => whyNot === words.asking;

/** Why the caller may not, once it is known: null also while it is asked. */
export const knownOf = (whyNot: WhyNot): WhyNot => (isAsking(whyNot) ? null : whyNot);

/** Why something can be done in no place of several; `otherwise` where there is none. */
export function whyNowhere(answers: Readonly<Record<string, WhyNot>>, otherwise: WhyNot): WhyNot {
  const all = Object.values(answers);
  if (all.length === 0) return otherwise;
  if (all.includes(null)) return null;
  return all.find(isAsking) ?? all[0] ?? null;
}
