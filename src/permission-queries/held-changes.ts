import type { ProjectAccess } from '../access/access.service.js';
import type { Question } from './question.js';

/** The policy by which a change waits for the consent of people. */
export interface ChangeHolder {
  readonly policyId: string;
  readonly name: string | null;
}

/** A port: questions about rights do not know who decides whether an allowed change waits. */
export abstract class HeldChanges {
  /** By which policy of today what is asked about would wait; null: by none, or the question names no folder. */
  abstract holderOf(
    project: ProjectAccess,
    question: Question,
    isMachine: boolean,
  ): Promise<ChangeHolder | null>;
}
