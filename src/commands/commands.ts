import type { Command } from './command.js';

/** Every command by its name. Loaded when called: the server needs none of them. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  'admin:recover': async () => (await import('./admin-recover.js')).adminRecover,
  'identity:create': async () => (await import('./identity-create.js')).identityCreate,
  'audit:export': async () => (await import('./audit-export.js')).auditExport,
  'audit:verify': async () => (await import('./audit-verify.js')).auditVerify,
  'keys:rotate': async () => (await import('./keys-rotate.js')).keysRotate,
  'keys:retire': async () => (await import('./keys-retire.js')).keysRetire,
  'keys:rotate-root': async () => (await import('./keys-rotate-root.js')).keysRotateRoot,
  'keys:retire-root': async () => (await import('./keys-retire-root.js')).keysRetireRoot,
  'restore:finish': async () => (await import('./restore-finish.js')).restoreFinish,
};
