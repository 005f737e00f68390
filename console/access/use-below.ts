import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProject } from '../shell/project';
import { type Below, belowOf, placesBelow } from './below';
import { columnsOf } from './columns';
import { matrixQuery } from './queries';
import type { Asked } from './question';

const NOTHING: Below = new Map();

/** Who may in folders below the one that is asked about: of the members of as many pages as were looked at. */
export function useBelow(question: Asked, pages: number): { below: Below; isCut: boolean } {
  const { id: projectId } = useProject();
  const { known, secretName, secretPath, environments, action } = question;
  const { environment } = question;
  const { parts, isCut } = useMemo(() => {
    if (!known || secretName !== '') return { parts: [], isCut: false };
    const asked = columnsOf({ environments, environment }).map((index) => environments[index]!);
    return placesBelow(known, secretPath, asked);
  }, [known, secretName, secretPath, environments, environment]);
  const requests = parts.flatMap((places) =>
    Array.from({ length: pages }, (_, page) => ({ places, page })),
  );
  const answers = useQueries({
    queries: requests.map(({ places, page }) =>
      matrixQuery(
        projectId,
        places.map((attributes) => ({
          ...{ subject: 'secrets' as const, action },
          attributes: { ...attributes },
        })),
        page,
      ),
    ),
  });
  const found = answers.flatMap(({ data }, index) =>
    data ? [{ places: requests[index]!.places, page: data }] : [],
  );
  const isCutOff = isCut || known?.isCut === true;
  return { below: found.length > 0 ? belowOf(found) : NOTHING, isCut: isCutOff };
}
