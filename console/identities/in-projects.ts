import type { Membership } from './queries';

/** A group that an identity is in, with the projects where the group has roles. */
export interface GroupOf {
  readonly id: string;
  readonly name: string;
  /** Its role in the organization. */
  readonly role: string;
  readonly projects: readonly { readonly id: string; readonly name: string }[];
}

/** A project that an identity is in: itself, by groups, or both. */
export interface InProject {
  readonly project: { readonly id: string; readonly name: string };
  /** Null where it is there by groups alone. */
  readonly membership: Membership | null;
  readonly groups: readonly Pick<GroupOf, 'id' | 'name'>[];
}

/** Every project that an identity is in, whichever way, by name. */
export function allProjects(
  memberships: readonly Membership[],
  groups: readonly GroupOf[],
): InProject[] {
  const byGroup = groups.flatMap(({ id, name, projects }) =>
    projects.map((project) => ({ project, group: { id, name } })),
  );
  const groupsIn = (projectId: string) =>
    byGroup.filter(({ project }) => project.id === projectId).map(({ group }) => group);
  const own = memberships.map((membership) => ({
    ...{ project: membership.project, membership, groups: groupsIn(membership.project.id) },
  }));
  const known = new Set(own.map(({ project }) => project.id));
  const others = new Map(
    byGroup
      .filter(({ project }) => !known.has(project.id))
      .map(({ project }) => [project.id, project]),
  );
  const byGroupAlone = [...others.values()].map((project) => ({
    ...{ project, membership: null, groups: groupsIn(project.id) },
  }));
  return [...own, ...byGroupAlone].sort((one, other) =>
    one.project.name.localeCompare(other.project.name),
  );
}
