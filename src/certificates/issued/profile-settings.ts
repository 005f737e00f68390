import { Injectable } from '@nestjs/common';
import { internalError } from '../../errors/api-error.js';
import { AuthoritiesRepository } from '../authorities/authorities.repository.js';
import { cannotSign } from '../authorities/authority-rules.js';
import type { AuthorityRecord } from '../authorities/authority.js';
import { CertificatePoliciesRepository } from '../policies/policies.repository.js';
import type { PolicyRules } from '../policies/policy-rules.js';
import type { ProfileRecord } from '../profiles/profile.js';

export interface ProfileSetting {
  readonly authority: AuthorityRecord;
  readonly rules: PolicyRules;
}

/** What profiles issue by. */
@Injectable()
export class ProfileSettings {
  constructor(
    private readonly policies: CertificatePoliciesRepository,
    private readonly authorities: AuthoritiesRepository,
  ) {}

  /** Throws 400 where the authority is deleted. */
  async of(profile: ProfileRecord, orgId: string): Promise<ProfileSetting> {
    const { authorityId, policyId, slug } = profile;
    const authority = authorityId ? await this.authorities.find(orgId, authorityId) : null;
    if (!authority) throw cannotSign(`The authority of ${slug} is deleted. Give it another one.`);
    const policy = await this.policies.find(orgId, policyId);
    if (!policy) throw internalError();
    return { authority, rules: policy.rules };
  }
}
