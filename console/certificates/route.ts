import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Place } from '../shell/places';
import { projectRoute } from '../shell/roots';

/** What is listed, of which state, and whose sheet is open. */
export interface CertificatesSearch {
  readonly show?: 'authorities' | 'profiles';
  readonly status?: 'all' | 'expired' | 'revoked';
  readonly id?: string;
}

const toSearch = ({ show, status, id }: Record<string, unknown>): CertificatesSearch => ({
  ...(show === 'authorities' || show === 'profiles' ? { show } : {}),
  ...(status === 'all' || status === 'expired' || status === 'revoked' ? { status } : {}),
  ...(typeof id === 'string' && id !== '' ? { id } : {}),
});

export const certificatesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/certificates',
  validateSearch: toSearch,
  component: lazyRouteComponent(() => import('./screen'), 'CertificatesScreen'),
});

export const certificatesPlace: Place = {
  label: 'Certificates',
  hint: 'by end of life, issue, revoke',
  synonyms: 'tls x509 acme authority',
  to: '/p/$projectSlug/certificates',
  key: 'c',
};
