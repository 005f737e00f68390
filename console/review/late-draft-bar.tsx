import { lazy, Suspense } from 'react';

const LoadedBar = lazy(async () => ({ default: (await import('./draft-bar')).DraftBar }));

/** The bar of the draft, loaded behind what it stands below. */
export const LateDraftBar = () => (
  <Suspense>
    <LoadedBar />
  </Suspense>
);
