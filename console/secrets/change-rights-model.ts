import type { Right } from '../api/rights-answers';
import type { Row } from './model';

/** A name that no rule speaks of: where it may be added, a rule that forbids some names is no reason against others. */
const ANY_NAME = 'A_NEW_SECRET';

type Rights = Readonly<Record<string, Right>>;

const rightTo = (
  action: string,
  attributes: Readonly<Record<string, string | readonly string[]>>,
): Right => ({ subject: 'secrets', action, attributes });

/** What would let somebody add a secret to a folder. Nothing is asked where they may change one there: they may hold rights to some names alone. */
export function newRights(
  secretPath: string,
  environments: readonly string[],
  rows: readonly Row[],
): Rights {
  const isEditable = ({ path, cells }: Row) =>
    path === secretPath && [...cells.values()].some((cell) => cell.isEditable);
  if (rows.some(isEditable)) return {};
  const entries = environments.flatMap((environment) => {
    const place = { environment, secretPath, secretTags: [] };
    return [
      [environment, rightTo('create', place)],
      [`${environment} named`, rightTo('create', { ...place, secretName: ANY_NAME })],
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** What would let somebody change, delete or add a secret, in each environment that has it itself, or that has not. */
export function changeRights({ path, name, cells }: Row, environments: readonly string[]) {
  const place = (environment: string, secretTags: readonly string[]) => ({
    ...{ environment, secretPath: path, secretName: name, secretTags },
  });
  const own = environments.filter((slug) => cells.get(slug)?.source === null);
  const rightsTo = (action: string, slugs: readonly string[]): Rights =>
    Object.fromEntries(
      slugs.map((slug) => [slug, rightTo(action, place(slug, cells.get(slug)?.tags ?? []))]),
    );
  return {
    edits: rightsTo('edit', own),
    deletions: rightsTo('delete', own),
    creations: Object.fromEntries(
      environments
        .filter((slug) => !own.includes(slug))
        .map((slug) => [slug, rightTo('create', place(slug, []))]),
    ) as Rights,
  };
}
