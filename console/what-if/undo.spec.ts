import { expect, it } from '@jest/globals';
import type { HeldRole } from '../people/model';
import { undoOfRoles } from './undo';

const role = (slug: string, end: string | null = null) =>
  ({ role: slug, isTemporary: end !== null, temporaryAccessEndTime: end }) as unknown as HeldRole;
const now = Date.parse('2030-01-01T00:00:00Z');

it('drafts the roles that were held before, unless one that was taken would have ended by itself', () => {
  const roles = [role('viewer'), role('deployer', '2030-01-02T00:00:00Z')];
  const held = ['viewer', 'deployer'];
  expect(undoOfRoles(roles, held, ['deployer', 'admin'], now)).toEqual({ roles: held });
  expect(undoOfRoles(roles, held, ['viewer'], now)).toBeNull();
});

it('does not mind a role that had ended before the change', () => {
  const roles = [role('viewer'), role('deployer', '2029-01-02T00:00:00Z')];
  expect(undoOfRoles(roles, ['viewer'], ['admin'], now)).toEqual({ roles: ['viewer'] });
});
