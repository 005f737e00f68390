import { type ComponentProps, lazy, Suspense } from 'react';
import type { Review } from './review';

/** Loaded when something is reviewed for the first time. */
const LoadedReview = lazy(async () => ({ default: (await import('./review')).Review }));

/** What the server would do with changes, before it is done. */
export const ReviewDialog = (props: ComponentProps<typeof Review>) => (
  <Suspense>
    <LoadedReview {...props} />
  </Suspense>
);
