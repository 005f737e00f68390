import { type ComponentProps, lazy, Suspense } from 'react';

/** Loaded behind the grid, before anybody opens it. */
const LoadedSheet = lazy(async () => ({ default: (await import('../sheet/sheet')).SecretSheet }));
export const LateSheet = (props: ComponentProps<typeof LoadedSheet>) => (
  <Suspense>
    <LoadedSheet {...props} />
  </Suspense>
);

/** Loaded when a row is first marked. */
const LoadedBar = lazy(async () => ({
  default: (await import('../promote/marked-bar')).MarkedBar,
}));
export const LateMarkedBar = (props: ComponentProps<typeof LoadedBar>) =>
  props.marks.rows.length > 0 && (
    <Suspense>
      <LoadedBar {...props} />
    </Suspense>
  );
