import { Global, Module } from '@nestjs/common';
import { SsoBypassRight } from '../auth/sso-bypass-right.js';
import { AccessRepository } from './access.repository.js';
import { AccessService } from './access.service.js';
import { Administrators } from './escalation/administrators.js';
import { CompiledRights } from './compiled-rights.js';
import { AttributeGains } from './attribute-changes/attribute-gains.js';
import { RuleSetsRepository } from './attribute-changes/rule-sets.repository.js';
import { IdentityComparison } from './escalation/identity-comparison.js';
import { LastAdmin } from './escalation/last-admin.js';
import { LastInstanceAdmin } from './escalation/last-instance-admin.js';
import { LastOrgAdmin } from './escalation/last-org-admin.js';
import { HoldingsRepository } from './holdings.repository.js';
import { LockedAccess } from './locked-access.js';
import { SsoBypass } from './sso-bypass.js';

const PROVIDERS = [
  AccessRepository,
  AccessService,
  Administrators,
  AttributeGains,
  CompiledRights,
  HoldingsRepository,
  IdentityComparison,
  LastAdmin,
  LastInstanceAdmin,
  LastOrgAdmin,
  LockedAccess,
  RuleSetsRepository,
  SsoBypass,
  { provide: SsoBypassRight, useExisting: SsoBypass },
];

@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class AccessModule {}
