import type { Command } from './command.js';

/** Every command by its name. Loaded when called: the server needs none of them. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  'admin:recover': async () => (await import('./admin-recover.js')).adminRecover,
  'identity:create': async () => (await import('./identity-create.js')).identityCreate,
  'console:code': async () => (await import('./console-code.js')).consoleCode,
  'user:create': async () => (await import('./user-create.js')).userCreate,
  export: async () => (await import('./secrets-export.js')).secretsExport,
  import: async () => (await import('./secrets-import.js')).secretsImport,
  'audit:export': async () => (await import('./audit-export.js')).auditExport,
  'audit:verify': async () => (await import('./audit-verify.js')).auditVerify,
  'keys:rotate': async () => (await import('./keys-rotate.js')).keysRotate,
  'keys:retire': async () => (await import('./keys-retire.js')).keysRetire,
  'keys:rotate-root': async () => (await import('./keys-rotate-root.js')).keysRotateRoot,
  'keys:retire-root': async () => (await import('./keys-retire-root.js')).keysRetireRoot,
  backup: async () => (await import('./backup.js')).backup,
  restore: async () => (await import('./restore.js')).restore,
  'restore:finish': async () => (await import('./restore-finish.js')).restoreFinish,
};
