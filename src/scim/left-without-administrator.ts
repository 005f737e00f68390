import type { LeftWithoutAdministrator } from '../access/escalation/administrators.js';

/** What a change left without an administrator, as its audit entry tells it: nothing where nothing was. */
export const leftIn = (
  left: LeftWithoutAdministrator,
): { readonly leftWithoutAdministrator?: LeftWithoutAdministrator } =>
  left.organization || left.projectIds.length > 0 ? { leftWithoutAdministrator: left } : {};
