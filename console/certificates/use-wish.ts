import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asRefusal } from '../api/client';
import { useProject } from '../shell/project';
import { useNow } from '../widgets/time';
import { type Bounds, boundsOf, type FieldProblems, needsDays, problemsOf } from './bounds';
import { isWhole, type Profile, type Wish } from './model';
import { authoritiesQuery, policiesQuery } from './queries';
import { refusedOf } from './refused';

const EMPTY: Wish = { profileId: '', way: 'key', commonName: '', altNames: '', csr: '', days: '' };

/** What is filled in, held to what is allowed; and what the server refused, until something else is filled in. */
export function useWish(profiles: readonly Profile[]) {
  const [wish, setWish] = useState<Wish>({ ...EMPTY, profileId: profiles[0]?.id ?? '' });
  const [refused, setRefused] = useState<FieldProblems>({});
  const profile = profiles.find(({ id }) => id === wish.profileId);
  const bounds = useBounds(profile);
  const problems = problemsOf(wish, bounds);
  const isSound = Object.keys(problems).length === 0;
  const hasDays = wish.days.trim() !== '' || !needsDays(bounds);
  return {
    ...{ wish, profile, bounds, problems: { ...refused, ...problems } },
    isReady: isWhole(wish) && isSound && hasDays,
    change: (next: Wish) => {
      setWish(next);
      setRefused({});
    },
    refuse: (error: unknown): never => {
      const { fields, error: told } = refusedOf(asRefusal(error), wish.way);
      setRefused(fields);
      throw told;
    },
  };
}

/** What is allowed, as far as whoever looks may see it; the server decides in any case. */
function useBounds(profile: Profile | undefined): Bounds {
  const { id } = useProject();
  const { data: policies = [] } = useQuery(policiesQuery(id));
  const { data: authorities = [] } = useQuery(authoritiesQuery(id));
  return boundsOf(profile, { policies, authorities }, useNow());
}
