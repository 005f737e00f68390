import { Injectable } from '@nestjs/common';
import { AccessRepository } from '../../access/access.repository.js';
import { liveRules } from '../../access/held-rules.js';
import type { Actor } from '../../auth/actor.js';
import type { ProjectState } from '../log/events.repository.js';
import { EventAuthorizer } from './event-authorizer.js';
import { RequestStandings } from './request-standings.js';

interface LoadedRights {
  readonly authorizer: EventAuthorizer;
  readonly epoch: number;
  readonly sameUntil: number;
}

/** The rights of one caller in one project, read again when they change; its streams there share them, by login facts. */
export class ProjectRights {
  private known: LoadedRights | null | undefined;
  private epoch = -1;
  private loading: Promise<void> | undefined;
  /** Raised by `invalidate`: rights that are being loaded then do not count. */
  private history = 0;

  /**
   * `load` returns the rights of now, by a clock that is not before the given time (milliseconds); null for no member.
   * `hasStanding`: they tell also what the caller is to requests for consent, which are for one stream alone.
   */
  constructor(
    private readonly load: (notBefore: number) => Promise<LoadedRights | null>,
    readonly hasStanding = false,
  ) {}

  /** Returns the authorizer for the state of the project, null if the caller is no member. Reads only after a change. */
  async authorizerFor(state: ProjectState): Promise<EventAuthorizer | null> {
    while (this.isOutdated(state)) {
      await (this.loading ??= this.reload(state).finally(() => {
        this.loading = undefined;
      }));
    }
    return this.known?.authorizer ?? null;
  }

  /** Whether the authorizer still holds in that state. */
  isCurrent(authorizer: EventAuthorizer, state: ProjectState): boolean {
    return this.known?.authorizer === authorizer && !this.isOutdated(state);
  }

  /** Changes of rights raise the epoch; a temporary right begins and ends by the database's clock. */
  isOutdated({ epoch, now }: ProjectState): boolean {
    if (this.known === undefined || this.epoch < epoch) return true;
    return this.known !== null && this.known.sameUntil <= now;
  }

  /** Drops what is known: the database has gone back in time, and epochs go on from a lower one. */
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
  constructor(
    private readonly access: AccessRepository,
    private readonly standings: RequestStandings,
  ) {}

  /** `hasStanding`: for a stream that asks for events about requests for consent. */
  forActor(
    { orgId, callerId, claims }: Actor,
    projectId: string,
    hasStanding: boolean,
  ): ProjectRights {
    const caller = { orgId, callerId, claims };
    return new ProjectRights(async (notBefore) => {
      const scope = await this.access.findProject(caller, { id: projectId });
      if (!scope) return null;
      const holdings = await this.access.listHoldings(projectId, callerId);
      // A clock that was set back gives nothing back, and is not asked again and again until it has caught up.
      const now = Math.max(scope.now.getTime(), notBefore);
      const { rules, sameUntil } = liveRules(holdings, now);
      const bound = await this.access.bind(rules, caller);
      const party = hasStanding ? await this.standings.find(projectId, callerId) : null;
      const authorizer = new EventAuthorizer(bound, party);
      return { authorizer, epoch: Number(scope.epoch), sameUntil };
    }, hasStanding);
  }
}
