import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { badRequest } from '../errors/api-error.js';
import type { PlannedEffect } from './permission-change.js';
import { Evaluator, type TimedAnswer } from './evaluator.js';
import { type BeyondCaller, ChangeLimits } from './change-limits.js';
import type { PlannedChange } from './permission-change.js';
import { type PageBounds, pageOf } from './permission-queries.service.js';
import type { ProjectMember } from './project-members.repository.js';
import type { Question } from './question.js';
import { type NamedHolder, ReadableMembers } from './readable-members.js';
import { type ServiceTokenRow, ServiceTokensOfMatrix } from './service-tokens-of-matrix.js';

export interface MatrixOrder extends PageBounds {
  readonly questions: readonly Question[];
  readonly at?: Date;
  readonly holder?: NamedHolder;
  readonly change?: PlannedChange;
  readonly show: 'all' | 'allowed' | 'changed';
  readonly includeServiceTokens: boolean;
}

/** One member and one question; `after`: once the change was made, null without one. */
export interface MatrixCell {
  readonly before: TimedAnswer;
  readonly after: TimedAnswer | null;
}

export type MatrixRow = readonly [ProjectMember, readonly MatrixCell[]];

export interface ChangeCounts {
  readonly gainers: number;
  readonly losers: number;
  readonly unchanged: number;
}

export interface AccessMatrix {
  readonly at: Date;
  readonly rows: readonly MatrixRow[];
  readonly totalCount: number;
  /** Absent where they were not asked for, on later pages, and for who may not read them. */
  readonly serviceTokens?: readonly ServiceTokenRow[];
  readonly counts?: ChangeCounts;
  /** Null: all that the change gives is the caller's to give; absent without a change. */
  readonly beyond?: BeyondCaller | null;
}

/** Answers that one request may need, whatever it shows of them. */
const MAX_ANSWERS = 250_000;

/** Members by questions, now and after a change, by the engine that enforces. */
@Injectable()
export class AccessMatrices {
  constructor(
    private readonly access: AccessService,
    private readonly members: ReadableMembers,
    private readonly limits: ChangeLimits,
    private readonly tokens: ServiceTokensOfMatrix,
  ) {}

  async build(actor: Actor, projectId: string, order: MatrixOrder): Promise<AccessMatrix> {
    const project = await this.access.toProject(actor, { id: projectId });
    const { members, effect, all } = await this.concerned(actor, project, order);
    const at = order.at ?? project.now;
    const isAsked = order.includeServiceTokens && order.offset === 0;
    const tokens = isAsked ? await this.tokens.list(project, all, order.questions, at) : null;
    const more = tokens ? { serviceTokens: withKnownRules(tokens, members) } : {};
    const columns = order.questions.map((question) => new Column(question, effect, at));
    if (order.show === 'all' && !effect) {
      const { page, totalCount } = pageOf(members, order);
      return { at, rows: await rowsOf(page, columns), totalCount, ...more };
    }
    refuseTooMuch(members.length * columns.length * (effect ? 2 : 1));
    const rows = await rowsOf(members, columns);
    const { page, totalCount } = pageOf(rows.filter(SHOWN[order.show]), order);
    const matrix = { at, rows: page, totalCount, ...more };
    if (!order.change) return matrix;
    const beyond = await this.limits.beyond(actor, project.id, order.change);
    return { ...matrix, counts: countsOf(rows), beyond };
  }

  private async concerned(
    actor: Actor,
    project: ProjectAccess,
    { change, holder }: MatrixOrder,
  ): Promise<Concerned> {
    if (change) return { ...(await this.members.concernedBy(project, change)), all: [] };
    if (holder) {
      const { member } = await this.members.getFor(actor, project, holder);
      return { members: [member], all: [], effect: null };
    }
    const { all, readable } = await this.members.listAll(project, {});
    return { members: readable, all, effect: null };
  }
}

interface Concerned {
  readonly members: readonly ProjectMember[];
  /** All members, those whom the caller may not read too. */
  readonly all: readonly ProjectMember[];
  readonly effect: PlannedEffect | null;
}

/** The rules of makers whom the caller may not read stay untold. */
function withKnownRules(
  tokens: readonly ServiceTokenRow[],
  members: readonly ProjectMember[],
): ServiceTokenRow[] {
  const known = new Set(members.map(({ holderId }) => holderId));
  return tokens.map((row) =>
    known.has(row.maker.holderId)
      ? row
      : { ...row, answers: row.answers.map((each) => ({ ...each, decidedBy: null })) },
  );
}

/** One question, put to holders as they are and as they would be: what is known of one is not of the other. */
class Column {
  private readonly before: Evaluator;
  private readonly after: Evaluator;

  constructor(
    question: Question,
    private readonly effect: PlannedEffect | null,
    private readonly at: Date,
  ) {
    this.before = new Evaluator(question);
    this.after = new Evaluator(question);
  }

  async cellOf(member: ProjectMember): Promise<MatrixCell> {
    const { effect, at } = this;
    const before = await this.before.evaluateWithEnd(member, at);
    if (!effect) return { before, after: null };
    const changed = { ...member, holdings: effect.apply(member.holdings) };
    return { before, after: await this.after.evaluateWithEnd(changed, at) };
  }
}

async function rowsOf(
  members: readonly ProjectMember[],
  columns: readonly Column[],
): Promise<MatrixRow[]> {
  const rows: MatrixRow[] = [];
  for (const member of members) {
    const cells: MatrixCell[] = [];
    for (const column of columns) cells.push(await column.cellOf(member));
    rows.push([member, cells]);
  }
  return rows;
}

function refuseTooMuch(answers: number): void {
  if (answers <= MAX_ANSWERS) return;
  throw badRequest(
    'too-much-at-once',
    `The members by the questions are more than ${MAX_ANSWERS} answers: ask fewer questions at once, or for one page with show: all.`,
  );
}

/** Whether the change gives, or for longer. What is held for good ends never. */
const isGain = ({ before, after }: MatrixCell): boolean =>
  after !== null && after.allowed && (!before.allowed || endOf(after) > endOf(before));

const isLoss = ({ before, after }: MatrixCell): boolean =>
  after !== null && before.allowed && (!after.allowed || endOf(after) < endOf(before));

const endOf = ({ endsAt }: TimedAnswer): number => endsAt?.getTime() ?? Infinity;

const isGaining = ([, cells]: MatrixRow): boolean => cells.some(isGain);
const isLosing = ([, cells]: MatrixRow): boolean => cells.some(isLoss);

const SHOWN: Readonly<Record<MatrixOrder['show'], (row: MatrixRow) => boolean>> = {
  all: () => true,
  allowed: ([, cells]) => cells.some(({ before, after }) => (after ?? before).allowed),
  changed: (row) => isGaining(row) || isLosing(row),
};

const countsOf = (rows: readonly MatrixRow[]): ChangeCounts => ({
  gainers: rows.filter(isGaining).length,
  losers: rows.filter(isLosing).length,
  unchanged: rows.filter((row) => !isGaining(row) && !isLosing(row)).length,
});
