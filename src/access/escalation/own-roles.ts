import type { EntityManager } from 'typeorm';
import { requireNoDemotion } from './demotion.js';
import { requireGainsGrantable } from './grants.js';
import type { FreshAccess } from '../locked-access.js';
import type { Actor } from '../../auth/actor.js';
import type { SourcedRule } from '../../permissions/rule.js';

/** A change of somebody's own place in a project, under the lock of the project. */
export interface OwnPlaceChange {
  readonly tx: EntityManager;
  readonly actor: Actor;
  readonly access: FreshAccess;
}

/** An identity or a person, and all that it holds in the project, by itself and by groups. */
export interface HeldInProject {
  readonly holderId: string;
  readonly held: readonly SourcedRule[];
}

const isOfGroup = ({ source }: SourcedRule): boolean => source.group !== undefined;
const isOwnRole = ({ source }: SourcedRule): boolean => source.kind === 'role' && !source.group;

/**
 * Throws 403 for what the holder gains by other roles of its own and the caller does not hold, and for a demotion of
 * somebody stronger. The new roles are weighed by themselves too: they may outlast a privilege or a group that gives the
 * same.
 */
export async function requireRolesChange(
  { tx, actor, access }: OwnPlaceChange,
  { holderId, held: before }: HeldInProject,
  roles: readonly SourcedRule[],
): Promise<void> {
  const rolesBefore = before.filter(isOwnRole);
  const after = [...before.filter((rule) => !isOwnRole(rule)), ...roles];
  await requireGainsGrantable(access, { before: rolesBefore, after: roles });
  await requireGainsGrantable(access, { before, after });
  await requireNoDemotion(tx, actor, access, holderId, { before, after });
}

/**
 * Throws 403 for what the holder gains as its own roles and privileges go, and what groups give stays, and for a demotion
 * of somebody stronger.
 */
export async function requireRemoval(
  { tx, actor, access }: OwnPlaceChange,
  { holderId, held: before }: HeldInProject,
): Promise<void> {
  const change = { before, after: before.filter(isOfGroup) };
  await requireGainsGrantable(access, change);
  await requireNoDemotion(tx, actor, access, holderId, change);
}

/** Whether first roles of its own could take something from a holder who is in the project by a group. */
export const mayDemote = (roles: readonly SourcedRule[]): boolean =>
  roles.some(({ inverted }) => inverted);

/** Throws 403 where first roles of its own take something from a holder who is stronger than the caller. */
export function requireNobodyDemoted(
  { tx, actor, access }: OwnPlaceChange,
  { holderId, held: before }: HeldInProject,
  roles: readonly SourcedRule[],
): Promise<void> {
  return requireNoDemotion(tx, actor, access, holderId, { before, after: [...before, ...roles] });
}
