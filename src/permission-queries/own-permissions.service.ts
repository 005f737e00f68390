import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { mapInSlices } from '../access/slices.js';
import type { Actor } from '../auth/actor.js';
import type { Ability } from '../permissions/ability.js';
import type { ProjectSubjects } from '../permissions/project-subjects.js';
import { mayDo, type Question } from './question.js';

export interface OwnAnswer {
  readonly allowed: boolean;
  /** When the answer turns into its opposite by the passing of time alone; null: not foreseeable. */
  readonly endsAt: Date | null;
}

export interface OwnAnswers {
  readonly at: Date;
  readonly answers: readonly OwnAnswer[];
}

/** What the caller may do, by the very rights that its other requests are decided by. */
@Injectable()
export class OwnPermissions {
  constructor(private readonly access: AccessService) {}

  async answer(
    actor: Actor,
    projectId: string,
    questions: readonly Question[],
  ): Promise<OwnAnswers> {
    const project = await this.access.toProject(actor, { id: projectId });
    const now = await answersFrom(project.ability, questions);
    const ends = questions.map((): Date | null => null);
    for await (const { from, ability } of this.access.comingAbilities(actor, project)) {
      const then = await answersFrom(ability, questions);
      for (const [i, allowed] of then.entries()) if (allowed !== now[i]) ends[i] ??= from;
      if (!ends.includes(null)) break;
    }
    const answers = now.map((allowed, i) => ({ allowed, endsAt: ends[i] ?? null }));
    return { at: project.now, answers };
  }
}

const answersFrom = (ability: Ability<ProjectSubjects>, questions: readonly Question[]) =>
  mapInSlices(questions, (question) => mayDo(ability, question));
