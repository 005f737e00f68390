import { useEffect, useState } from 'react';
import type { Row } from '../secrets/model';
import { useProject } from '../shell/project';
import { readValue } from '../sheet/queries';
import { sayError } from '../widgets/toast';
import type { Change } from './change';
import { actsOf, aimed, type TargetedAct } from './model';
import { ReviewDialog } from './review-dialog';

interface Props {
  readonly change: Change & { readonly kind: 'bring-back' };
  readonly row: Row;
  readonly close: () => void;
}

/** Reviews a new version with the value of a former one, which is read for it: an entry of the audit log. */
export function BringBack({ change, row, close }: Props) {
  const { id: projectId } = useProject();
  const { path: secretPath, name, environment, version } = change;
  const [acts, setActs] = useState<readonly TargetedAct[] | null>(null);
  // Read once, for the secret as it was when it was asked for.
  useEffect(() => {
    let isOver = false;
    readValue({ projectId, environment, secretPath, secretName: name }, version)
      .then((value) => {
        if (isOver) return;
        const target = { projectId, secretPath, secretKey: name };
        const acts = actsOf([{ environment, value }], row);
        setActs(
          aimed(
            target,
            acts.map((act) => ({ ...act, again: version })),
          ),
        );
      })
      .catch((error: unknown) => {
        if (isOver) return;
        sayError(error);
        close();
      });
    return () => {
      isOver = true;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the row is the one of the beginning
  }, []);
  return acts && <ReviewDialog acts={acts} close={close} />;
}
