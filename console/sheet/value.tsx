import { useQueryClient } from '@tanstack/react-query';
import { inProject } from '../api/queries';
import { sheetWords as words } from '../words/sheet';
import { MaskedValue } from './masked';
import { type Address, readValue } from './queries';

interface Props {
  readonly address: Address;
  /** A past version; absent: the present one, which is `present`. */
  readonly version?: number;
  readonly present: number;
  /** Whether it is shown as soon as it is there: somebody has asked for it. */
  readonly isAsked?: boolean;
}

/** The value of one secret in one environment. */
export function Value({ address, version, present, isAsked = false }: Props) {
  const queries = useQueryClient();
  const fetch = async () => {
    const value = await readValue(address, version);
    // The read is in the log now.
    void queries.invalidateQueries({ queryKey: inProject(address.projectId, 'audit') });
    return value;
  };
  return (
    <MaskedValue
      of={version ?? present}
      what={words.valueOf(address.secretName, address.environment, version)}
      {...{ fetch, isAsked }}
    />
  );
}
