import { Tabs } from '../widgets/tabs';
import type { ApprovalsSearch } from './route';

interface FilterProps<T extends string> {
  readonly label: string;
  readonly field: keyof ApprovalsSearch;
  readonly chosen: T;
  readonly options: readonly T[];
  readonly names: Readonly<Record<T, string>>;
}

/** One part of the address as links, of which one is chosen. */
export const Filter = <T extends string>({
  label,
  field,
  chosen,
  options,
  names,
}: FilterProps<T>) => (
  <Tabs
    {...{ label, chosen }}
    tabs={options.map((each) => ({
      id: each,
      title: names[each],
      search: (before: ApprovalsSearch) => ({ ...before, [field]: each }),
    }))}
  />
);
