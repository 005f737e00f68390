import { type Bench, callerOf } from './bench.js';
import { own, toCall } from './call.js';
import { documentedRoutes, routesOf } from './live-routes.js';
import { briefly } from './outcome.js';
import { ROUTES, waysTo } from './routes.js';
import { Tenant } from './tenant.js';

/** The table is that of the application, and its requests are valid. */
export function describeTable(bench: Bench): void {
  it('has every route of the application, and no other', () => {
    expect(Object.keys(ROUTES).sort()).toEqual(routesOf(bench.server));
  });

  it('is that of the OpenAPI document', () => {
    const documented = [...documentedRoutes(bench.server).keys()];
    expect(documented).toEqual(routesOf(bench.server).map((route) => route.replace('*', ':')));
  });

  it('has an invalid request for every route that takes a body or a query', () => {
    const documented = documentedRoutes(bench.server);
    const missing = Object.entries(ROUTES)
      .filter(([route, { invalid }]) => documented.get(route.replace('*', ':')) && !invalid)
      .map(([route]) => route);
    expect(missing).toEqual([]);
  });

  it('answers a valid request as the document says', async () => {
    const patient = await Tenant.make(bench.server);
    const failures: string[] = [];
    for (const way of waysTo(({ streams }) => !streams)) {
      const { method, url, body } = toCall(way.route, way.template, own(patient.ids));
      const test = callerOf(way, patient).http[method](url);
      const answer = await (body === undefined ? test : test.send(body));
      const isRight = answer.status === (way.entry.status ?? 200);
      if (!isRight) failures.push(`${way.route}: ${briefly(answer)}`);
      else for (const used of way.entry.renews ?? []) await patient.renew(used);
    }
    expect(failures).toEqual([]);
  });
}
