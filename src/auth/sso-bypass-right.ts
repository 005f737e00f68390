import type { EntityManager } from 'typeorm';

/**
 * Whether a person may be in an organization without the provider that it demands. A session that rests on that right is
 * asked for it at each request. A port: rights are the matter of `access`, which imports this folder.
 */
export abstract class SsoBypassRight {
  abstract isAllowed(tx: EntityManager, orgId: string, userId: string): Promise<boolean>;
}
