import { type ComponentProps, type ComponentType, lazy, Suspense, useState } from 'react';

type ChangeDialogProps = ComponentProps<(typeof import('../review/change'))['ChangeDialog']>;
let loadedChange: ComponentType<ChangeDialogProps> | undefined;
/** Asked for right behind the grid, and there at once when it is opened: what is typed next is for its first field. */
const changes = import('../review/change').then(({ ChangeDialog: loaded }) => {
  loadedChange = loaded;
  return { default: loaded };
});
const LateChange = lazy(() => changes);
/** The dialog of a change. */
export function ChangeDialog(props: ChangeDialogProps) {
  const [Dialog] = useState(() => loadedChange ?? LateChange);
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
