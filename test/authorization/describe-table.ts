import { isLong } from '../support/runs.js';
import { type Bench, callerOf } from './bench.js';
import { own, toCall } from './call.js';
import { documentedRoutes, routesOf } from './live-routes.js';
import { briefly } from './outcome.js';
import { isForPeople, ROUTES, scimRoutes, waysTo } from './routes.js';
import { Tenant } from './tenant.js';

/** The table is that of the application, and its requests are valid. */
export function describeTable(bench: Bench): void {
  // The framework could compare them at each start, which takes a quarter of it.
  it('has no two routes that differ in the names of their parameters alone', () => {
    const shapes = routesOf(bench.server).map((route) => route.replace(/[:*]\w+/g, ':'));

    expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([]);
  });

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

  it('answers a valid request as the document says, also where that is another status than 200', async () => {
    const patient = await Tenant.make(bench.server);
    const failures: string[] = [];
    const ordinary = waysTo((entry) => !entry.streams && !isForPeople(entry));
    // In `npm test` the coverage of the audit log sends the others.
    const sent = [...ordinary, ...scimRoutes()].filter(
      ({ entry }) => isLong || entry.status !== undefined,
    );
    for (const way of sent) {
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
