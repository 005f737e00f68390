import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { projectRoute } from '../shell/roots';
import { isKind, isShown, type Kind, type Show } from './shows';

/** Which requests are listed, as the address has it. */
export interface ApprovalsSearch {
  readonly kind?: Kind;
  readonly show?: Show;
}

const toSearch = ({ kind, show }: Record<string, unknown>): ApprovalsSearch => ({
  ...(isKind(kind) && kind !== 'changes' ? { kind } : {}),
  ...(isShown(show) && show !== 'open' ? { show } : {}),
});

export const approvalsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/approvals',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'ApprovalsScreen'),
});

export const changeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/approvals/change/$requestId',
  component: lazyRouteComponent(() => import('./change-screen'), 'ChangeScreen'),
});

export const askRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/approvals/access/$requestId',
  component: lazyRouteComponent(() => import('./ask-screen'), 'AskScreen'),
});

export const approvalsPlace: Place = {
  hint: 'requests and policies',
  synonyms: 'review merge change request access request consent',
  ...{ label: 'Approvals', to: '/p/$projectSlug/approvals', key: 'p' },
};
