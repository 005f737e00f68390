import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import {
  type KnownNames,
  type Member,
  membersOf,
  questionsOf,
  type Rule,
  type Subject,
} from '../access/model';
import { membersQuery, namesQuery } from '../access/queries';
import { useProject } from '../shell/project';
import { placeOf } from './model';
import {
  atPlaceQuery,
  type Change,
  effectQuery,
  type OwnRoles,
  ownRolesQuery,
  roleQuery,
  rolesQuery,
} from './queries';
import { heldSlugs, withRoles } from '../people/model';
import type { WhatIfSearch } from './route';

const NO_RULES: readonly Rule[] = [];

/** Changes the address: what is tried stands in it. */
export function useTry(): (change: Partial<WhatIfSearch>) => void {
  const navigate = useNavigate();
  return (change) =>
    void navigate({
      ...{ to: '.', replace: true },
      search: ((before: WhatIfSearch) => ({ ...before, ...change })) as never,
    });
}

/** What is asked before and after, once for each environment. */
function useQuestions({ action, secretPath, secretName }: Subject, known?: KnownNames) {
  const project = useProject();
  const environments = useMemo(() => project.environments.map(({ slug }) => slug), [project]);
  const questions = useMemo(
    () =>
      questionsOf({ action, secretPath, secretName }, environments, (slug) =>
        known ? known.tagsOf(slug, secretPath, secretName) : [],
      ),
    [action, secretPath, secretName, environments, known],
  );
  return { environments, questions };
}

/** What is tried, as the address has it, and what the server says would come of it. */
export function useDraft() {
  const project = useProject();
  const search = useSearch({ strict: false }) as WhatIfSearch;
  const { action = 'readValue', name = '', role: roleSlug = '', who = '', range } = search;
  const roles = useQuery(rolesQuery(project.id));
  const role = useQuery(roleQuery(project.id, roleSlug));
  const stored = (role.data?.permissions as readonly Rule[] | undefined) ?? NO_RULES;
  const { data: known } = useQuery(namesQuery(project.id));
  const path = search.path ?? placeOf([...stored, ...(search.rules ?? [])], known?.paths ?? []);
  const subject = { action, secretPath: path, secretName: name };
  const { environments, questions } = useQuestions(subject, known);
  const everybody = useInfiniteQuery(membersQuery(project.id, questions));
  const members = useMemo(() => everybody.data?.pages.flatMap(membersOf) ?? [], [everybody.data]);
  const member = members.find(({ kind, id }) => `${kind}:${id}` === who) ?? null;
  const rules = search.rules ?? (who ? NO_RULES : stored);
  // The server's clock, so that a grant that begins now has begun.
  const start = everybody.data?.pages[0]?.at ?? null;
  const own = useOwnRoles(project.id, search, member, start);
  const isReady = who
    ? member !== null && start !== null && rules.length > 0
    : role.data !== undefined;
  const grantOrRules = isReady ? changeOf({ rules, member, roleSlug, range, start }) : null;
  const change = own ? own.change : grantOrRules;
  const effect = useQuery(effectQuery(project.id, change));
  const [isPlaceShown, setPlaceShown] = useState(false);
  const atPlace = useQuery(atPlaceQuery(project.id, questions, isPlaceShown ? change : null));
  // A grant of nothing is none.
  const isChanged = own ? own.change !== null : who ? rules.length > 0 : search.rules !== undefined;
  return {
    ...{ action, path, name, known, range: range ?? '', environments, roles, role, everybody },
    ...{ members, member, roleSlug, who, stored, rules, change, effect, isChanged },
    ...{ atPlace, setPlaceShown, own },
  };
}

/** Other roles of a member, where these are tried. */
function useOwnRoles(
  projectId: string,
  { change, roles, range }: WhatIfSearch,
  member: Member | null,
  start: string | null,
) {
  const isTried = change === 'roles';
  const { data, error, refetch } = useQuery(ownRolesQuery(projectId, isTried ? member : null));
  if (!isTried) return null;
  const now = start === null ? 0 : Date.parse(start);
  const held = data ? heldSlugs(data.roles, now) : [];
  const slugs = roles ?? held;
  const isOther = new Set([...held, ...slugs]).size > held.length || slugs.length < held.length;
  const isReady = data && member !== null && start !== null && isOther;
  return {
    ...{ found: data as OwnRoles | null | undefined, error, refetch, held, slugs },
    change: isReady
      ? changeOfRoles(member, withRoles(data.roles, slugs, range ?? null, now))
      : null,
  };
}

const changeOfRoles = ({ kind, id }: Member, roles: NonNullable<Change['roles']>): Change =>
  kind === 'user' ? { userId: id, roles } : { identityId: id, roles };

export type Draft = ReturnType<typeof useDraft>;

interface Planned {
  readonly rules: readonly Rule[];
  readonly member: Member | null;
  readonly roleSlug: string;
  readonly range: string | undefined;
  readonly start: string | null;
}

function changeOf({ rules, member, roleSlug, range, start }: Planned): Change {
  const permissions = rules;
  if (!member) return { roleSlug, permissions };
  const lasting = { isTemporary: false };
  const type =
    range === undefined || start === null
      ? lasting
      : {
          ...{ isTemporary: true, temporaryMode: 'relative' as const, temporaryRange: range },
          temporaryAccessStartTime: start,
        };
  const grant = { permissions, type };
  return member.kind === 'user' ? { userId: member.id, grant } : { identityId: member.id, grant };
}
