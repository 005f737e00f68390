import { Injectable } from '@nestjs/common';
import { OutgoingFailure } from '../outgoing/failure.js';
import { Outgoing } from '../outgoing/outgoing.js';
import { challengeName, type EmailDomainRecord } from './email-domains.repository.js';

/** Looks for the TXT records that prove domains. */
@Injectable()
export class DomainProofs {
  constructor(private readonly outgoing: Outgoing) {}

  /** Whether the record is there. Null where the name servers gave no answer that says so. */
  async isProved({ orgId, domain, challenge }: EmailDomainRecord): Promise<boolean | null> {
    try {
      const policy = { organizationId: orgId, payer: ['email domains'] };
      const texts = await this.outgoing.texts(challengeName(domain), policy);
      return texts.includes(challenge);
    } catch (error) {
      if (error instanceof OutgoingFailure) return null;
      throw error;
    }
  }
}
