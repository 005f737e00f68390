import { Global, Module } from '@nestjs/common';
import { AccessRepository } from './access.repository.js';
import { AccessService } from './access.service.js';
import { AttributeGains } from './attribute-changes/attribute-gains.js';
import { RuleSetsRepository } from './attribute-changes/rule-sets.repository.js';
import { IdentityComparison } from './escalation/identity-comparison.js';
import { LastAdmin } from './escalation/last-admin.js';
import { HoldingsRepository } from './holdings.repository.js';
import { LockedAccess } from './locked-access.js';

const PROVIDERS = [
  AccessRepository,
  AccessService,
  AttributeGains,
  HoldingsRepository,
  IdentityComparison,
  LastAdmin,
  LockedAccess,
  RuleSetsRepository,
];

@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class AccessModule {}
