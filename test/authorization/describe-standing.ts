import { randomUUID } from 'node:crypto';
import { sample } from '../support/runs.js';
import type { Bench } from './bench.js';
import { exceptAt, failuresOf, own, toCall } from './call.js';
import { isAlwaysLookedFor, isNamed } from './others-ids.js';
import { ALL_REFUSED, briefly, isNotFound, notFoundSentence } from './outcome.js';
import { type Demand, isInProject, positionsIn } from './route-entry.js';
import { isShut, routesThat, waysTo } from './routes.js';

/** Requests of callers who may not: 404 outside of their scope, then 403. */
export function describeStanding(bench: Bench): void {
  it('answers that 404 to a caller without permission too', async () => {
    const whole = waysTo(isShut)
      .filter(({ template }) => positionsIn(template).length > 0)
      .map((way) => ({
        ...way,
        where: 'all',
        fill: own(bench.elsewhere.ids),
        isNamed: positionsIn(way.template).every(isNamed),
      }));
    const single = waysTo(isShut).flatMap((way) =>
      positionsIn(way.template)
        .filter(isAlwaysLookedFor)
        .flatMap((position) =>
          [bench.elsewhere.ids[position.kind], randomUUID()].map((text) => ({
            ...way,
            where: position.steps.join('.'),
            fill: exceptAt(bench.tenant.ids, position, text),
            isNamed: isNamed(position),
          })),
        ),
    );

    const outcome = await bench.refusals(
      [...whole, ...sample(single)],
      async ({ route, template, where, fill, isNamed: mayName }) => {
        const answer = await bench.ask(bench.tenant.powerless.token, toCall(route, template, fill));
        const isRefused = mayName ? notFoundSentence(answer) !== null : isNotFound(answer);
        return isRefused ? null : `${route} ${where}: ${briefly(answer)}`;
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

    const outcome = await bench.refusals(cases, async ({ route, template, position }) => {
      const texts = [
        bench.elsewhere.ids[position.kind],
        randomUUID(),
        bench.tenant.ids[position.kind],
      ];
      const [theirs, nobodys, own] = await Promise.all(
        texts.map((text) => {
          const fill = exceptAt(bench.tenant.ids, position, text);
          return bench.ask(bench.tenant.powerless.token, toCall(route, template, fill));
        }),
      );
      const { error } = theirs!.body as { error?: string };
      const isRefused = error === 'PermissionDenied' || notFoundSentence(theirs!) !== null;
      // Within a project it is no secret which environments and tags there are.
      const isOpen = position.kind !== 'secretName';
      const isSame =
        theirs!.status === nobodys!.status && (isOpen || own!.status === nobodys!.status);
      const where = `${route} ${position.steps.join('.')}`;
      return isRefused && isSame ? null : `${where}: ${briefly(theirs!)} ${briefly(nobodys!)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('refuses whoever is no member of the project with 403, an admin included', async () => {
    const cases = waysTo(isShut)
      .filter(({ entry, template }) => !entry.isWayIn && isInProject(template))
      .flatMap((way) => bench.tenant.outsiders.map(({ token }) => ({ ...way, token })));

    const outcome = await bench.refusals(cases, async ({ route, template, token }) => {
      const answer = await bench.ask(token, toCall(route, template, own(bench.tenant.ids)));
      const { error, message } = answer.body as { error?: string; message?: string };
      // Clients take a 404 for "deleted" and delete their copy: this one must say what it is.
      const isRefused =
        answer.status === 403 &&
        error === 'PermissionDenied' &&
        message === 'You are not a member of the project.';
      return isRefused ? null : `${route}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('names the permission that a caller without any lacks', async () => {
    const cases = waysTo(({ demands }) => typeof demands === 'object');

    const outcome = await bench.refusals(cases, async ({ route, entry, template }) => {
      const answer = await bench.ask(
        bench.tenant.powerless.token,
        toCall(route, template, own(bench.tenant.ids)),
      );
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

    const outcome = await bench.refusals(cases, async ({ route, template }) => {
      const answer = await bench.ask(
        bench.tenant.admin.token,
        toCall(route, template, own(bench.tenant.ids)),
      );
      const { error } = answer.body as { error?: string };
      return error === 'ForbiddenError' ? null : `${route}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('serves any member, or any caller, where no more is asked', async () => {
    const cases = waysTo(({ demands }) => ['membership', 'token'].includes(demands as string));

    const failures = await failuresOf(cases, async ({ route, template, entry }) => {
      const answer = await bench.ask(
        bench.tenant.powerless.token,
        toCall(route, template, own(bench.tenant.ids)),
      );
      return answer.status === (entry.status ?? 200) ? null : `${route}: ${briefly(answer)}`;
    });

    expect(failures).toEqual([]);
  });
}
