import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { SsoBypassRight } from '../auth/sso-bypass-right.js';
import { Ability } from '../permissions/ability.js';
import { ORG_SUBJECTS } from '../permissions/org-subjects.js';
import { bindRules } from '../permissions/templates.js';
import { orgRulesOfHolder } from './held-rules.js';
import { HoldingsRepository } from './holdings.repository.js';
import { slices } from './slices.js';

/** Who may come in without the provider that their organization demands: the way back when it is broken. */
@Injectable()
export class SsoBypass implements SsoBypassRight {
  constructor(private readonly holdings: HoldingsRepository) {}

  async isAllowed(tx: EntityManager, orgId: string, userId: string): Promise<boolean> {
    const [holding] = await this.holdings.listOrgHoldings(tx, orgId, [userId]);
    if (!holding) return false;
    const rules = bindRules(orgRulesOfHolder(holding), holding.holder);
    const ability = await Ability.inSlices(ORG_SUBJECTS, rules, slices());
    return ability.allows('bypass-sso-enforcement', 'sso');
  }
}
