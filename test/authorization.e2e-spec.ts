import { randomUUID } from 'node:crypto';
import { badTokens } from './authorization/bad-tokens.js';
import { exceptAt, failuresOf, own, toCall, withFields } from './authorization/call.js';
import { documentedRoutes, routesOf } from './authorization/live-routes.js';
import {
  foreign,
  isAlwaysLookedFor,
  malformed,
  withinProject,
} from './authorization/others-ids.js';
import { type Demand, isInProject, positionsIn } from './authorization/route-entry.js';
import { type Addressed, isShut, ROUTES, routesThat, waysTo } from './authorization/routes.js';
import { Tenant } from './authorization/tenant.js';
import { type Ask, wireTo } from './authorization/wire.js';
import { useApp } from './harness.js';
import { sendRaw } from './raw-http.js';
import type { Caller } from './scene.js';

const server = useApp();

let tenant: Tenant;
let elsewhere: Tenant;
let ask: Ask;
let end: () => void;

beforeAll(async () => {
  ({ ask, end } = wireTo(server));
  tenant = await Tenant.make(server);
  elsewhere = await Tenant.make(server);
});
afterAll(() => end());

/** The valid request with fields that do not pass. */
const spoilt = ({ entry, template }: Addressed) => withFields(template, entry.invalid);

const callerOf = ({ entry }: Addressed, of: Tenant): Caller =>
  entry.demands === 'instance admin' ? of.instanceAdmin : of.admin;

const refusals = <T>(cases: readonly T[], check: (each: T) => Promise<string | null>) =>
  refusalsOf(server, cases, check);

describe('The route table', () => {
  it('has every route of the application, and no other', () => {
    expect(Object.keys(ROUTES).sort()).toEqual(routesOf(server));
  });

  it('is that of the OpenAPI document', () => {
    const documented = [...documentedRoutes(server).keys()];
    expect(documented).toEqual(routesOf(server).map((route) => route.replace('*', ':')));
  });

  it('has an invalid request for every route that takes a body or a query', () => {
    const documented = documentedRoutes(server);
    const missing = Object.entries(ROUTES)
      .filter(([route, { invalid }]) => documented.get(route.replace('*', ':')) && !invalid)
      .map(([route]) => route);
    expect(missing).toEqual([]);
  });
});

describe('Every route', () => {
  it('answers a valid request as the document says', async () => {
    const patient = await Tenant.make(server);
    const failures: string[] = [];
    for (const way of waysTo(() => true)) {
      const { method, url, body } = toCall(way.route, way.template, own(patient.ids));
      const test = callerOf(way, patient).http[method](url);
      const answer = await (body === undefined ? test : test.send(body));
      const isRight = answer.status === (way.entry.status ?? 200);
      if (!isRight) failures.push(`${way.route}: ${briefly(answer)}`);
      else for (const used of way.entry.renews ?? []) await patient.renew(used);
    }
    expect(failures).toEqual([]);
  });

  it('knows nobody without a valid token, whatever else is wrong, and runs no handler', async () => {
    const tokens = Object.entries(badTokens(server, tenant.admin.token));
    const cases = routesThat(isShut).flatMap((way) => [
      ...tokens.map(([who, token]) => ({ ...way, who, token })),
      { ...way, template: spoilt(way), who: 'no token, invalid', token: undefined },
    ]);

    const outcome = await refusals(cases, async ({ route, template, who, token }) => {
      const answer = await ask(token, toCall(route, template, own(tenant.ids)));
      const { error } = answer.body as { error?: string };
      const isRefused = answer.status === 401 && error === 'UnauthorizedError';
      return isRefused ? null : `${route}, ${who}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('runs no handler without a token under another method or another spelling', async () => {
    const METHODS = ['HEAD', 'OPTIONS', 'TRACE', 'PUT', 'POST', 'PATCH', 'DELETE', 'PROPFIND'];
    const odd = (path: string) => [
      ...METHODS.map((method) => `${method} ${path}`),
      `GET ${path.replace('/api/', '/API/')}`,
      `GET /${path}`,
      `GET ${path.replace('/api/', '/api%2f')}`,
      `GET ${path.replace('/api/', '/api/%2e%2e/api/')}`,
      `GET ${path.replace(/(\?|$)/, '/$1')}`,
      `GET ${path.replace(/(\?|$)/, ';x$1')}`,
      `GET http://localhost${path}`,
    ];
    const urls = routesThat(isShut).map(
      ({ route, template }) => toCall(route, template, own(tenant.ids)).url,
    );

    const outcome = await refusals([...new Set(urls.flatMap(odd))], async (line) => {
      const sent = `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      const { answers } = await sendRaw(server.url, sent, 'closed');
      const [{ status = 0, text = '' } = {}] = answers;
      const isRefused = line.startsWith('OPTIONS')
        ? status === 204 && text === ''
        : [400, 401, 404, 405].includes(status);
      return isRefused ? null : `${line}: ${status} ${text.slice(0, 200)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('names the field that is wrong before it looks for what is addressed', async () => {
    const cases = waysTo(({ invalid }) => invalid !== undefined).flatMap((way) =>
      [tenant, elsewhere].map(({ ids }) => ({ ...way, ids, template: spoilt(way) })),
    );

    const outcome = await refusals(cases, async (each) => {
      const { route, entry, template, ids } = each;
      const answer = await ask(callerOf(each, tenant).token, toCall(route, template, own(ids)));
      // RFC 6749 has no 422.
      const isRefused = route.startsWith('POST /api/v1/oauth/')
        ? answer.status === 400
        : isInvalidAt(answer, entry.invalid!.at);
      return isRefused ? null : `${route}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('refuses what is no text where an id is expected', async () => {
    const cases = waysTo(isShut).flatMap((way) =>
      positionsIn(way.template).flatMap((position) =>
        notText(position).map((value) => ({ ...way, position, value })),
      ),
    );

    const outcome = await refusals(cases, async (each) => {
      const { route, template, position, value } = each;
      const call = toCall(route, template, exceptAt(tenant.ids, position, value));
      const answer = await ask(callerOf(each, tenant).token, call);
      const [, ...at] = position.steps;
      if (isInvalidAt(answer, at)) return null;
      return `${route} ${at.join('.')} = ${JSON.stringify(value)}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('answers one 404 for what another tenant has, nobody has and nobody can have', async () => {
    const cases = waysTo(isShut).flatMap((way) =>
      positionsIn(way.template).flatMap((position) =>
        [foreign(position, elsewhere.ids), ...malformed(position, tenant.ids)].map((value) => ({
          ...way,
          position,
          value,
        })),
      ),
    );

    const outcome = await refusals(cases, async (each) => {
      const { route, template, position, value } = each;
      const call = toCall(route, template, exceptAt(tenant.ids, position, value.text));
      const answer = await ask(callerOf(each, tenant).token, call);
      if (isNotFound(answer) || (value.mayBe422 && answer.status === 422)) return null;
      return `${route} ${position.steps.join('.')}, ${value.name}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('answers that 404 for what another project of the caller has', async () => {
    const neighbour = await Tenant.beside(tenant);
    const cases = waysTo(isShut).flatMap((way) =>
      withinProject(positionsIn(way.template)).map((position) => ({ ...way, position })),
    );

    const outcome = await refusals(cases, async ({ route, template, position }) => {
      const fill = exceptAt(tenant.ids, position, neighbour.ids[position.kind]);
      const answer = await ask(tenant.admin.token, toCall(route, template, fill));
      return isNotFound(answer) ? null : `${route} ${position.steps.join('.')}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('answers that 404 to a caller without permission too', async () => {
    const whole = waysTo(isShut)
      .filter(({ template }) => positionsIn(template).length > 0)
      .map((way) => ({ ...way, where: 'all', fill: own(elsewhere.ids) }));
    const single = waysTo(isShut).flatMap((way) =>
      positionsIn(way.template)
        .filter(isAlwaysLookedFor)
        .flatMap((position) =>
          [elsewhere.ids[position.kind], randomUUID()].map((text) => ({
            ...way,
            where: position.steps.join('.'),
            fill: exceptAt(tenant.ids, position, text),
          })),
        ),
    );

    const outcome = await refusals(
      [...whole, ...single],
      async ({ route, template, where, fill }) => {
        const answer = await ask(tenant.powerless.token, toCall(route, template, fill));
        return isNotFound(answer) ? null : `${route} ${where}: ${briefly(answer)}`;
      },
    );

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('tells a caller without permission nothing of names, whether they exist or not', async () => {
    const cases = waysTo(isShut).flatMap((way) =>
      positionsIn(way.template)
        .filter((position) => !isAlwaysLookedFor(position))
        .map((position) => ({ ...way, position })),
    );

    const outcome = await refusals(cases, async ({ route, template, position }) => {
      const [theirs, nobodys] = await Promise.all(
        [elsewhere.ids[position.kind], randomUUID()].map((text) =>
          ask(
            tenant.powerless.token,
            toCall(route, template, exceptAt(tenant.ids, position, text)),
          ),
        ),
      );
      const { error } = theirs!.body as { error?: string };
      const isRefused = error === 'PermissionDenied' || isNotFound(theirs!);
      const isSame = theirs!.status === nobodys!.status;
      const where = `${route} ${position.steps.join('.')}`;
      return isRefused && isSame ? null : `${where}: ${briefly(theirs!)} ${briefly(nobodys!)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('answers that 404 to whoever is no member of the project, an admin included', async () => {
    const cases = waysTo(isShut)
      .filter(({ template }) => isInProject(template))
      .flatMap((way) => tenant.outsiders.map(({ token }) => ({ ...way, token })));

    const outcome = await refusals(cases, async ({ route, template, token }) => {
      const answer = await ask(token, toCall(route, template, own(tenant.ids)));
      return isNotFound(answer) ? null : `${route}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('names the permission that a caller without any lacks', async () => {
    const cases = waysTo(({ demands }) => typeof demands === 'object');

    const outcome = await refusals(cases, async ({ route, entry, template }) => {
      const answer = await ask(tenant.powerless.token, toCall(route, template, own(tenant.ids)));
      const { error, details } = answer.body as { error?: string; details?: Partial<Demand> };
      const { action, subject } = entry.demands as Demand;
      const isRefused =
        answer.status === 403 &&
        error === 'PermissionDenied' &&
        details?.action === action &&
        details.subject === subject;
      return isRefused ? null : `${route}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('refuses an organization admin what only the admin of the instance may do', async () => {
    const cases = routesThat(({ demands }) => demands === 'instance admin');

    const outcome = await refusals(cases, async ({ route, template }) => {
      const answer = await ask(tenant.admin.token, toCall(route, template, own(tenant.ids)));
      const { error } = answer.body as { error?: string };
      return error === 'ForbiddenError' ? null : `${route}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('serves any member, or any caller, where no more is asked', async () => {
    const cases = waysTo(({ demands }) => ['membership', 'token'].includes(demands as string));

    const failures = await failuresOf(cases, async ({ route, template }) => {
      const answer = await ask(tenant.powerless.token, toCall(route, template, own(tenant.ids)));
      return answer.status === 200 ? null : `${route}: ${briefly(answer)}`;
    });

    expect(failures).toEqual([]);
  });

  it('does not look at the token where none is asked for', async () => {
    const cases = routesThat(({ demands, renews }) => demands === 'nothing' && !renews);

    const failures = await failuresOf(cases, async ({ route, entry, template }) => {
      const answer = await ask('garbage', toCall(route, template, own(tenant.ids)));
      return answer.status === (entry.status ?? 200) ? null : `${route}: ${briefly(answer)}`;
    });

    expect(failures).toEqual([]);
  });
});
