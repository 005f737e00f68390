/** What somebody is to the requests for consent in a project, at one moment. */
export interface RequestStanding {
  /** The person or identity. */
  readonly holderId: string;
  /** The policies by which they vote, or merge without votes. */
  readonly policyIds: ReadonlySet<string>;
  /** Whether they ever asked for consent there. */
  readonly hasAsked: boolean;
}

/** A port: `events` does not know who consents to what. */
export abstract class RequestStandings {
  abstract find(projectId: string, holderId: string): Promise<RequestStanding>;
}
