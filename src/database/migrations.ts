import { FirstSchema1763700000000 } from './migrations/1763700000000-first-schema.js';
import { AdditionalPrivileges1763800000000 } from './migrations/1763800000000-additional-privileges.js';
import { EventCursors1763900000000 } from './migrations/1763900000000-event-cursors.js';
import { IdempotencyKeys1764000000000 } from './migrations/1764000000000-idempotency-keys.js';
import { StateTransactions1764200000000 } from './migrations/1764200000000-state-transactions.js';
import { SecretReferences1764300000000 } from './migrations/1764300000000-secret-references.js';
import { KeyRotation1764400000000 } from './migrations/1764400000000-key-rotation.js';
import { SecretImports1764100000000 } from './migrations/1764100000000-secret-imports.js';
import { ToldEnds1764500000000 } from './migrations/1764500000000-told-ends.js';
import { AuditChain1764600000000 } from './migrations/1764600000000-audit-chain.js';
import { FolderChanges1764800000000 } from './migrations/1764800000000-folder-changes.js';
import { KeysOfACaller1764900000000 } from './migrations/1764900000000-keys-of-a-caller.js';
import { AuditSeals1765200000000 } from './migrations/1765200000000-audit-seals.js';
import { FirstOwnerAndLockout1765300000000 } from './migrations/1765300000000-first-owner-and-lockout.js';
import { CredentialMakers1765350000000 } from './migrations/1765350000000-credential-makers.js';
import { RuleWeights1765600000000 } from './migrations/1765600000000-rule-weights.js';
import { OrganizationStorage1765900000000 } from './migrations/1765900000000-organization-storage.js';
import { EventTags1765910000000 } from './migrations/1765910000000-event-tags.js';
import { EventStamps1766000000000 } from './migrations/1766000000000-event-stamps.js';

/** In the order they run. A merged migration is never edited. */
export const migrations = [
  FirstSchema1763700000000,
  AdditionalPrivileges1763800000000,
  EventCursors1763900000000,
  IdempotencyKeys1764000000000,
  StateTransactions1764200000000,
  SecretReferences1764300000000,
  KeyRotation1764400000000,
  SecretImports1764100000000,
  ToldEnds1764500000000,
  AuditChain1764600000000,
  FolderChanges1764800000000,
  KeysOfACaller1764900000000,
  AuditSeals1765200000000,
  FirstOwnerAndLockout1765300000000,
  CredentialMakers1765350000000,
  RuleWeights1765600000000,
  OrganizationStorage1765900000000,
  EventTags1765910000000,
  EventStamps1766000000000,
];
