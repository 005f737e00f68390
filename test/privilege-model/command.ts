import type { Call } from '../authorization/call.js';
import type { Built } from './build.js';
import type { Snapshot } from './snapshot.js';

/** What a token says about whom: a caller of the attacker's, or the administrator. */
export interface Credential {
  readonly identityId: string;
  readonly token: string;
}

/** A client secret that an answer showed. */
export interface ClientSecret {
  readonly identityId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What a command may know: the world as it stands, and numbers that choose among what is there. */
export interface Turn {
  readonly built: Built;
  readonly snapshot: Snapshot;
  readonly actor: Credential;
  readonly secrets: readonly ClientSecret[];
  readonly numbers: readonly number[];
}

export interface Request {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Command {
  readonly name: string;
  /** Routes of the application that it goes through, one at a time. */
  readonly routes: readonly string[];
  /** Null where the world has nothing that it could be about. */
  plan(turn: Turn, route: string): Request | null;
}

export const choose = <T>(list: readonly T[], number: number | undefined): T | undefined =>
  list[(number ?? 0) % Math.max(list.length, 1)];

export const FAMILIES = ['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'];

export const inFamilies = (method: string, rest: string): string[] =>
  FAMILIES.map((family) => `${method} ${family}/:projectId${rest}`);

export interface PlannedCall extends Call {
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The call of one of the command's routes. */
export function callOf(command: Command, turn: Turn): PlannedCall | null {
  const route = choose(command.routes, turn.numbers[5])!;
  const planned = command.plan(turn, route);
  if (!planned) return null;
  const { body, query } = planned;
  const params: Readonly<Record<string, string>> = {
    projectId: turn.built.projectId,
    ...planned.params,
  };
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  return {
    route,
    params,
    method: method.toLowerCase() as Call['method'],
    url: path + search,
    ...(body ? { body } : {}),
  };
}
