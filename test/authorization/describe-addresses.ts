import { randomUUID } from 'node:crypto';
import { aPerson, inOrganization, joinProject } from '../support/people.js';
import { sample } from '../support/runs.js';
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
import { type Position, positionsIn } from './route-entry.js';
import { type Addressed, isForPeople, isShut, waysTo } from './routes.js';
import { Tenant } from './tenant.js';

/** Requests with what is no field or nobody's thing: 422, then 404. */
export function describeAddresses(bench: Bench): void {
  const sentenceOfNobodys = nobodysSentences(bench);

  it('names the field that is wrong before it looks for what is addressed', async () => {
    const cases = waysTo((entry) => entry.invalid !== undefined && !isForPeople(entry)).flatMap(
      (way) =>
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

    const outcome = await bench.refusals(sample(cases), async (each) => {
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
          (value) => ({ ...way, position, value }),
        ),
      ),
    );
    const isForeign = ({ value }: (typeof cases)[number]) => value.name === 'of another tenant';
    const others = cases.filter((each) => !isForeign(each));
    const asked = [...cases.filter(isForeign), ...sample(others)];

    const outcome = await bench.refusals(asked, async (each) => {
      const { route, template, position, value } = each;
      const call = toCall(route, template, exceptAt(bench.tenant.ids, position, value.text));
      const answer = await bench.ask(callerOf(each, bench.tenant).token, call);
      if (value.mayBe422 && answer.status === 422) return null;
      const isSame =
        value.name !== 'of another tenant' ||
        (await sentenceOfNobodys(each)) === notFoundSentence(answer);
      if (
        isSame &&
        (isNotFound(answer) || (isNamed(position) && notFoundSentence(answer) !== null))
      )
        return null;
      return `${route} ${position.steps.join('.')}, ${value.name}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('answers that 404 with the token of one organization for what another one of the same person has', async () => {
    const { server, tenant, elsewhere } = bench;
    const person = await aPerson(server, tenant.ids.organization, 'admin');
    await inOrganization(server, elsewhere.ids.organization, person.id, 'admin');
    for (const { ids } of [tenant, elsewhere])
      await joinProject(server, { id: ids.project }, { userId: person.id }, 'admin');
    const cases = waysTo(isShut)
      .filter((way) => callerOf(way, tenant) === tenant.admin)
      .flatMap((way) => positionsIn(way.template).map((position) => ({ ...way, position })));

    const outcome = await bench.refusals(sample(cases), async ({ route, template, position }) => {
      const ask = (value: string) =>
        bench.ask(person.token, toCall(route, template, exceptAt(tenant.ids, position, value)));
      const answer = await ask(foreign(position, elsewhere.ids).text);
      const nobodys = await ask(randomUUID());
      const isSame = notFoundSentence(answer) === notFoundSentence(nobodys);
      if (isSame && notFoundSentence(answer) !== null) return null;
      return `${route} ${position.steps.join('.')}: ${briefly(answer)}, not ${briefly(nobodys)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('answers that 404 for what another project of the caller has', async () => {
    const neighbour = await Tenant.beside(bench.tenant);
    const cases = waysTo(isShut).flatMap((way) =>
      withinProject(positionsIn(way.template)).map((position) => ({ ...way, position })),
    );

    const outcome = await bench.refusals(cases, async (each) => {
      const { route, template, position } = each;
      const fill = exceptAt(bench.tenant.ids, position, neighbour.ids[position.kind]);
      const answer = await bench.ask(
        callerOf(each, bench.tenant).token,
        toCall(route, template, fill),
      );
      const sentence = notFoundSentence(answer);
      const isRefused = sentence !== null && sentence === (await sentenceOfNobodys(each));
      return isRefused ? null : `${route} ${position.steps.join('.')}: ${briefly(answer)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });
}

/** A request, and the id in it that is replaced. */
interface PositionedRequest extends Addressed {
  readonly position: Position;
}

/** What the 404 to an id that nobody has says at each position, which is asked for once. */
function nobodysSentences(bench: Bench): (request: PositionedRequest) => Promise<string | null> {
  const asked = new Map<string, Promise<string | null>>();
  const ask = async (request: PositionedRequest) => {
    const fill = exceptAt(bench.tenant.ids, request.position, randomUUID());
    const { token } = callerOf(request, bench.tenant);
    return notFoundSentence(await bench.ask(token, toCall(request.route, request.template, fill)));
  };
  return (request) => {
    const name = JSON.stringify([request.route, request.template, request.position]);
    const known = asked.get(name) ?? ask(request);
    asked.set(name, known);
    return known;
  };
}
