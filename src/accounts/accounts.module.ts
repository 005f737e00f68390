import { Global, Module } from '@nestjs/common';
import { AccountsRepository } from './accounts.repository.js';
import { BoundedCounts } from './bounded-counts.js';
import { EmailAddresses } from './email-addresses.js';
import { InvitedPeople } from './invited-people.js';
import { OneTimeTokens } from './one-time-tokens.js';
import { PasswordHashes } from './password-hashes.js';
import { PersonAudit } from './person-audit.js';
import { PersonGuard } from './person.guard.js';
import { PersonSessions } from './person-sessions.js';
import { PersonTokens } from './person-tokens.js';
import { ProviderMembers } from './provider-members.js';
import { RefreshTokens } from './refresh-tokens.js';
import { SecondFactors } from './second-factors.js';

const PARTS = [
  ...[
    AccountsRepository,
    BoundedCounts,
    EmailAddresses,
    InvitedPeople,
    OneTimeTokens,
    PasswordHashes,
    PersonAudit,
    PersonGuard,
  ],
  ...[PersonSessions, PersonTokens, ProviderMembers, RefreshTokens, SecondFactors],
];

/** What an account is made of. Every module may ask it; only this one writes it. */
@Global()
@Module({ providers: PARTS, exports: PARTS })
export class AccountsModule {}
