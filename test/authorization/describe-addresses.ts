import { randomUUID } from 'node:crypto';
import { type Bench, callerOf, spoilt } from './bench.js';
import { exceptAt, own, toCall } from './call.js';
import { foreign, isNamed, malformed, notText, withinProject } from './others-ids.js';
import {
  ALL_REFUSED,
  briefly,
  isInvalidAround,
  isInvalidAt,
  isNotFound,
  notFoundSentence,
} from './outcome.js';
import { positionsIn } from './route-entry.js';
import { isShut, waysTo } from './routes.js';
import { Tenant } from './tenant.js';

/** Requests with what is no field or nobody's thing: 422, then 404. */
export function describeAddresses(bench: Bench): void {
  it('names the field that is wrong before it looks for what is addressed', async () => {
    const cases = waysTo(({ invalid }) => invalid !== undefined).flatMap((way) =>
      [bench.tenant, bench.elsewhere].map(({ ids }) => ({ ...way, ids, template: spoilt(way) })),
    );

    const outcome = await bench.refusals(cases, async (each) => {
      const { route, entry, template, ids } = each;
      const answer = await bench.ask(
        callerOf(each, bench.tenant).token,
        toCall(route, template, own(ids)),
      );
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

    const outcome = await bench.refusals(cases, async (each) => {
      const { route, template, position, value } = each;
      const call = toCall(route, template, exceptAt(bench.tenant.ids, position, value));
      const answer = await bench.ask(callerOf(each, bench.tenant).token, call);
      const [, ...at] = position.steps;
      if (isInvalidAround(answer, at)) return null;
      return `${route} ${at.join('.')} = ${JSON.stringify(value)}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('answers one 404 for what another tenant has, nobody has and nobody can have', async () => {
    const cases = waysTo(isShut).flatMap((way) =>
      positionsIn(way.template).flatMap((position) =>
        [foreign(position, bench.elsewhere.ids), ...malformed(position, bench.tenant.ids)].map(
          (value) => ({
            ...way,
            position,
            value,
          }),
        ),
      ),
    );

    const outcome = await bench.refusals(cases, async (each) => {
      const { route, template, position, value } = each;
      const call = toCall(route, template, exceptAt(bench.tenant.ids, position, value.text));
      const answer = await bench.ask(callerOf(each, bench.tenant).token, call);
      if (value.mayBe422 && answer.status === 422) return null;
      const nobodys = exceptAt(bench.tenant.ids, position, randomUUID());
      const isSame =
        value.name !== 'of another tenant' ||
        notFoundSentence(
          await bench.ask(callerOf(each, bench.tenant).token, toCall(route, template, nobodys)),
        ) === notFoundSentence(answer);
      if (
        isSame &&
        (isNotFound(answer) || (isNamed(position) && notFoundSentence(answer) !== null))
      )
        return null;
      return `${route} ${position.steps.join('.')}, ${value.name}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('answers that 404 for what another project of the caller has', async () => {
    const neighbour = await Tenant.beside(bench.tenant);
    const cases = waysTo(isShut).flatMap((way) =>
      withinProject(positionsIn(way.template)).map((position) => ({ ...way, position })),
    );

    const outcome = await bench.refusals(cases, async ({ route, template, position }) => {
      const fill = exceptAt(bench.tenant.ids, position, neighbour.ids[position.kind]);
      const answer = await bench.ask(bench.tenant.admin.token, toCall(route, template, fill));
      const nothing = exceptAt(bench.tenant.ids, position, randomUUID());
      const nobodys = await bench.ask(bench.tenant.admin.token, toCall(route, template, nothing));
      const isSame = notFoundSentence(answer) === notFoundSentence(nobodys);
      const isRefused = notFoundSentence(answer) !== null && isSame;
      return isRefused ? null : `${route} ${position.steps.join('.')}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });
}
