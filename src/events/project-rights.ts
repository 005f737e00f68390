import { Injectable } from '@nestjs/common';
import { AccessRepository } from '../access/access.repository.js';
import { liveRules } from '../access/held-rules.js';
import type { Actor } from '../auth/actor.js';
import type { ProjectState } from './events.repository.js';
import { Hearing } from './hearing.js';

interface Loaded {
  readonly hearing: Hearing;
  readonly epoch: number;
  readonly sameUntil: number;
}

/** What one identity may hear in one project; all of its streams there share it. */
export class ProjectRights {
  private known: Loaded | null | undefined;
  private epoch = -1;
  private loading: Promise<void> | undefined;

  /** `load`: what holds now, and not before the time that is given. */
  constructor(private readonly load: (notBefore: number) => Promise<Loaded | null>) {}

  /** By the state of the project; null for whoever is no member any more. Asks only when something changed. */
  async current(state: ProjectState): Promise<Hearing | null> {
    while (this.isOutdated(state)) {
      await (this.loading ??= this.reload(state).finally(() => {
        this.loading = undefined;
      }));
    }
    return this.known?.hearing ?? null;
  }

  /** Whether that is what may be heard now. */
  isStill(hearing: Hearing, state: ProjectState): boolean {
    return this.known?.hearing === hearing && !this.isOutdated(state);
  }

  /** A change of who holds what raises the epoch; a temporary right ends by the database's clock. */
  isOutdated({ epoch, now }: ProjectState): boolean {
    if (this.known === undefined || this.epoch < epoch) return true;
    return this.known !== null && this.known.sameUntil <= now;
  }

  private async reload(state: ProjectState): Promise<void> {
    this.known = await this.load(state.now);
    this.epoch = Math.max(state.epoch, this.known?.epoch ?? 0);
  }
}

@Injectable()
export class RightsOfCallers {
  constructor(private readonly access: AccessRepository) {}

  of({ orgId, identityId }: Actor, projectId: string): ProjectRights {
    return new ProjectRights(async (notBefore) => {
      const scope = await this.access.findProject(orgId, identityId, { id: projectId });
      if (!scope) return null;
      const holdings = await this.access.listHoldings(scope.membershipId);
      // A clock that was set back gives nothing back, and is not asked again and again until it has caught up.
      const now = Math.max(scope.now.getTime(), notBefore);
      const { rules, sameUntil } = liveRules(holdings, now);
      const hearing = new Hearing(await this.access.bind(rules, identityId));
      return { hearing, epoch: Number(scope.epoch), sameUntil };
    });
  }
}
