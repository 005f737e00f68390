import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../audit/audit.js';
import { Database } from '../../database/database.js';
import type { RequestContext } from '../../http/request-context.js';
import { firstSymbols } from '../tokens/claim-values.js';
import type { Proof, WorkloadMethodName } from '../methods/method.js';
import { type WorkloadCredential, WorkloadLoginsRepository } from './workload-logins.repository.js';

/** Who logged in, by the names of the platform. */
interface Subject {
  readonly iss: string;
  readonly sub: string;
}

const MAX_SHOWN = 256;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

const subjectOf = ({ seen, subject }: Proof): Subject => {
  const { iss, sub } = seen as { readonly iss?: unknown; readonly sub?: unknown };
  return { iss: textIn(iss), sub: textIn(subject ?? sub) };
};

/** Stands for who it was at a row. */
export function subjectKeyOf(authId: string, proof: Proof): Buffer {
  const { iss, sub } = subjectOf(proof);
  return createHash('sha256')
    .update(JSON.stringify([authId, iss, sub]))
    .digest();
}

/**
 * Records the first login of each subject at a row (`identity.new-subject`): a pattern may let in more than was thought
 * of. At most 100 a day and row, so that nobody fills the log by names of their own.
 */
@Injectable()
export class NewSubjects {
  constructor(
    private readonly logins: WorkloadLoginsRepository,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  async record(
    method: WorkloadMethodName,
    credential: WorkloadCredential,
    proof: Proof,
    request: RequestContext,
  ): Promise<void> {
    const { id: workloadAuthId, identityId, identityName: name, orgId } = credential;
    const { iss, sub } = subjectOf(proof);
    const shown = { iss: firstSymbols(iss, MAX_SHOWN), sub: firstSymbols(sub, MAX_SHOWN) };
    const target = { identityId, workloadAuthId, method, ...shown };
    await this.database.transaction(async (tx) => {
      const key = subjectKeyOf(workloadAuthId, proof);
      if (!(await this.logins.noteSubject(tx, workloadAuthId, key))) return;
      const who = { orgId, id: identityId, name };
      await this.audit.recordIdentity(tx, who, { action: 'identity.new-subject', target }, request);
    });
  }
}
