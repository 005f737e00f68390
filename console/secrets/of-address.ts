import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Change } from '../review/change';
import type { SecretsSearch } from './route';

/** What is changed: what the screen asks for, or a new secret of which the address speaks, as the box (Ctrl K) writes it. */
export function useChange() {
  const { add } = useSearch({ strict: false }) as SecretsSearch;
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Change | null>(null);
  const change: Change | null = asked ?? (add ? { kind: 'new' } : null);
  const setChange = (next: Change | null) => {
    setAsked(next);
    const search = (before: SecretsSearch) => ({ ...before, add: undefined });
    if (add) void navigate({ to: '.', replace: true, search: search as never });
  };
  return [change, setChange] as const;
}

/** The one environment that a narrow page shows, which the address has. */
export function useChosen(environments: readonly string[]) {
  const { environment: asked } = useSearch({ strict: false }) as SecretsSearch;
  const navigate = useNavigate();
  const environment = environments.find((slug) => slug === asked) ?? environments[0] ?? '';
  const onEnvironment = (slug: string) =>
    void navigate({
      to: '.',
      replace: true,
      search: ((before: SecretsSearch) => ({ ...before, environment: slug })) as never,
    });
  return { environment, onEnvironment };
}
