import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../access/access.service.js';
import { heldByServiceToken } from '../access/service-token-rules.js';
import type { ServiceTokenActor } from '../auth/actor.js';
import { CREDENTIAL_STANDS } from '../auth/service-token-credentials.js';
import { Database, statement } from '../database/database.js';
import { Evaluator, type TimedAnswer } from './evaluator.js';
import type { ProjectMember } from './project-members.repository.js';
import { answerQuestion, type Question } from './question.js';

/** A service token that lives, and who made it: it does what both may, its maker and its scopes. */
interface LivingToken extends Pick<ServiceTokenActor, 'scopes' | 'permissions' | 'expiresAt'> {
  readonly id: string;
  readonly name: string;
  readonly lastUsedAt: Date | null;
  readonly makerId: string;
}

export interface ServiceTokenRow {
  readonly token: LivingToken;
  readonly maker: Pick<ProjectMember, 'kind' | 'holderId' | 'name'>;
  readonly answers: readonly TimedAnswer[];
}

const TOKENS = statement(`
  select t.id, t.name, t.scopes, t.permissions, t.expires_at "expiresAt",
    t.last_used_at "lastUsedAt", t.maker_id "makerId"
  from service_tokens t
  where t.project_id = $1 and t.expires_at > $2 and ${CREDENTIAL_STANDS}
  order by t.name, t.id`);

/** What the service tokens of a project may do: a project has fifty at most. */
@Injectable()
export class ServiceTokensOfMatrix {
  constructor(private readonly database: Database) {}

  /** Null where the caller may not read service tokens. `members`: all of the project, their makers among them. */
  async list(
    { id, ability }: ProjectAccess,
    members: readonly ProjectMember[],
    questions: readonly Question[],
    at: Date,
  ): Promise<ServiceTokenRow[] | null> {
    if (!ability.allows('read', 'service-tokens')) return null;
    const tokens = await this.database.rows<LivingToken>(TOKENS, [id, at]);
    const wanted = new Set(tokens.map(({ makerId }) => makerId));
    const makers = new Map(
      members.flatMap((each) => (wanted.has(each.holderId) ? [[each.holderId, each]] : [])),
    );
    const evaluators = questions.map((question) => new Evaluator(question));
    const rows: ServiceTokenRow[] = [];
    for (const token of tokens) {
      const maker = makers.get(token.makerId);
      // Who may do nothing any more, as a deactivated person, has no token that does.
      if (!maker) continue;
      const limits = heldByServiceToken(token);
      const answers: TimedAnswer[] = [];
      for (const [index, question] of questions.entries()) {
        const limit = await answerQuestion(limits, question);
        const own = await evaluators[index]!.evaluateWithEnd(maker, at);
        answers.push(limit.allowed ? within(own, token.expiresAt) : { ...limit, endsAt: null });
      }
      rows.push({ token, maker, answers });
    }
    return rows;
  }
}

/** The maker's answer for as long as the token lives. */
function within(own: TimedAnswer, expiresAt: Date): TimedAnswer {
  const isBefore = own.endsAt !== null && own.endsAt < expiresAt;
  return { ...own, endsAt: isBefore ? own.endsAt : own.allowed ? expiresAt : null };
}
