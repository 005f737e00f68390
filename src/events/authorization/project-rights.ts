import { Injectable } from '@nestjs/common';
import { AccessRepository } from '../../access/access.repository.js';
import { liveRules } from '../../access/held-rules.js';
import type { Actor } from '../../auth/actor.js';
import type { ProjectState } from '../log/events.repository.js';
import { EventAuthorizer } from './event-authorizer.js';

interface Loaded {
  readonly authorizer: EventAuthorizer;
  readonly epoch: number;
  readonly sameUntil: number;
}

/** What one identity may hear in one project; all of its streams there share it. */
export class ProjectRights {
  private known: Loaded | null | undefined;
  private epoch = -1;
  private loading: Promise<void> | undefined;
  /** Raised by `forget`: what is being loaded then does not count. */
  private history = 0;

  /** `load`: what holds now, and not before the time that is given. */
  constructor(private readonly load: (notBefore: number) => Promise<Loaded | null>) {}

  /** By the state of the project; null for whoever is no member any more. Asks only when something changed. */
  async authorizerFor(state: ProjectState): Promise<EventAuthorizer | null> {
    while (this.isOutdated(state)) {
      await (this.loading ??= this.reload(state).finally(() => {
        this.loading = undefined;
      }));
    }
    return this.known?.authorizer ?? null;
  }

  /** Whether that is what may be heard now. */
  isCurrent(authorizer: EventAuthorizer, state: ProjectState): boolean {
    return this.known?.authorizer === authorizer && !this.isOutdated(state);
  }

  /** A change of who holds what raises the epoch; a temporary right ends by the database's clock. */
  isOutdated({ epoch, now }: ProjectState): boolean {
    if (this.known === undefined || this.epoch < epoch) return true;
    return this.known !== null && this.known.sameUntil <= now;
  }

  /** What was known may be of a time that the database has lost; epochs begin anew from a lower one. */
  invalidate(): void {
    this.known = undefined;
    this.epoch = -1;
    this.history++;
  }

  private async reload(state: Pick<ProjectState, 'epoch' | 'now'>): Promise<void> {
    const { history } = this;
    const known = await this.load(state.now);
    if (history !== this.history) return;
    this.known = known;
    this.epoch = Math.max(state.epoch, known?.epoch ?? 0);
  }
}

@Injectable()
export class ProjectRightsLoader {
  constructor(private readonly access: AccessRepository) {}

  forActor({ orgId, identityId }: Actor, projectId: string): ProjectRights {
    return new ProjectRights(async (notBefore) => {
      const scope = await this.access.findProject(orgId, identityId, { id: projectId });
      if (!scope) return null;
      const holdings = await this.access.listHoldings(scope.membershipId);
      // A clock that was set back gives nothing back, and is not asked again and again until it has caught up.
      const now = Math.max(scope.now.getTime(), notBefore);
      const { rules, sameUntil } = liveRules(holdings, now);
      const authorizer = new EventAuthorizer(await this.access.bind(rules, identityId));
      return { authorizer, epoch: Number(scope.epoch), sameUntil };
    });
  }
}
