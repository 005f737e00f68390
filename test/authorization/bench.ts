import { type TestApp, useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import { withFields } from './call.js';
import { type Outcome, refusalsOf } from './outcome.js';
import type { RequestTemplate } from './route-entry.js';
import type { Addressed } from './routes.js';
import { Tenant } from './tenant.js';
import { type Ask, wireTo } from './wire.js';

/** The application with two tenants in it, of which one asks for what the other has. */
export interface Bench {
  readonly server: TestApp;
  readonly tenant: Tenant;
  readonly elsewhere: Tenant;
  readonly ask: Ask;
  /** The outcome of requests that must all be refused; each check answers what is wrong, or null. */
  refusals<T>(cases: readonly T[], check: (each: T) => Promise<string | null>): Promise<Outcome>;
}

export function useBench(): Bench {
  const server = useApp();
  const bench = {
    server,
    refusals: <T>(cases: readonly T[], check: (each: T) => Promise<string | null>) =>
      refusalsOf(server, cases, check),
  } as { -readonly [K in keyof Bench]: Bench[K] };
  let end: () => void = () => undefined;

  beforeAll(async () => {
    const wire = wireTo(server);
    end = wire.end;
    bench.ask = wire.ask;
    bench.tenant = await Tenant.make(server);
    bench.elsewhere = await Tenant.make(server);
  });
  afterAll(() => end());
  return bench;
}

/** The valid request with fields that do not pass. */
export const spoilt = ({ entry, template }: Addressed): RequestTemplate =>
  withFields(template, entry.invalid);

/** Who may make the request. */
export const callerOf = (
  { entry: { demands } }: Pick<Addressed, 'entry'>,
  { admin, instanceAdmin, provider, serviceToken }: Tenant,
): Caller => {
  if (demands === 'instance admin') return instanceAdmin;
  if (demands === 'SCIM token') return provider;
  return demands === 'service token' ? serviceToken : admin;
};
