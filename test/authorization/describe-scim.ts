import { randomUUID } from 'node:crypto';
import { badTokens } from './bad-tokens.js';
import { type Bench, callerOf, spoilt } from './bench.js';
import { exceptAt, own, toCall } from './call.js';
import { ALL_REFUSED, briefly } from './outcome.js';
import { positionsIn } from './route-entry.js';
import { isForProviders, scimRoutes } from './routes.js';
import type { Answer } from './wire.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** RFC 7644 3.12. */
const isScimError = ({ status, body }: Answer, expected: number): boolean => {
  const error = body as { schemas?: unknown[]; status?: string; detail?: unknown };
  const isError = error.schemas?.[0] === ERROR && typeof error.detail === 'string';
  return status === expected && isError && error.status === String(expected);
};

/** The routes of SCIM refuse as all others do, in the shape of their protocol, in which 422 is 400. */
export function describeScim(bench: Bench): void {
  const check = (status: number, route: string, answer: Answer) =>
    isScimError(answer, status) ? null : `${route}: ${briefly(answer)}`;

  it('know nobody without a valid token, whatever else is wrong (401)', async () => {
    const tokens = [
      ...Object.values(badTokens(bench.server, bench.tenant.admin.token)),
      `srscim_${'A'.repeat(43)}`,
      `${bench.tenant.provider.token}x`,
    ];
    const cases = scimRoutes().flatMap((way) =>
      tokens.map((token) => ({
        ...way,
        token,
        template: way.entry.invalid ? spoilt(way) : way.template,
      })),
    );

    const outcome = await bench.refusals(cases, async ({ route, template, token }) =>
      check(401, route, await bench.ask(token, toCall(route, template, own(bench.tenant.ids)))),
    );
    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('take tokens of their own kind alone (403), and no other route takes a token of SCIM', async () => {
    const outcome = await bench.refusals(scimRoutes(), async (way) => {
      const { admin, provider } = bench.tenant;
      const { token } = isForProviders(way.entry) ? admin : provider;
      const call = toCall(way.route, way.template, own(bench.tenant.ids));
      return check(403, way.route, await bench.ask(token, call));
    });
    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('name what is wrong before they look for what is addressed (400)', async () => {
    const cases = scimRoutes().filter(({ entry }) => entry.invalid !== undefined);

    const outcome = await bench.refusals(cases, async (way) => {
      const call = toCall(way.route, spoilt(way), own(bench.elsewhere.ids));
      return check(400, way.route, await bench.ask(callerOf(way, bench.tenant).token, call));
    });
    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('answer one 404 for what another tenant has, nobody has and nobody can have', async () => {
    const cases = scimRoutes().flatMap((way) =>
      positionsIn(way.template)
        .filter(({ kind, steps }) => kind === 'organization' || steps[0] === 'path')
        .map((position) => ({ ...way, position })),
    );

    const outcome = await bench.refusals(cases, async ({ position, ...way }) => {
      const texts = [bench.elsewhere.ids[position.kind], randomUUID(), 'not-a-uuid', '\0'];
      const answers = await Promise.all(
        texts.map((text) => {
          const call = toCall(way.route, way.template, exceptAt(bench.tenant.ids, position, text));
          return bench.ask(callerOf(way, bench.tenant).token, call);
        }),
      );
      const [theirs, nobodys, ...none] = answers;
      const isSame = JSON.stringify(theirs!.body) === JSON.stringify(nobodys!.body);
      const isRefused = none.every(({ status }) => status === 404 || status === 400);
      if (!isSame || !isRefused) return `${way.route}: ${answers.map(briefly).join(' ')}`;
      return check(404, way.route, theirs!);
    });
    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('refuse a caller without permission (403)', async () => {
    const cases = scimRoutes().filter(({ entry }) => !isForProviders(entry));

    const outcome = await bench.refusals(cases, async ({ route, template }) => {
      const call = toCall(route, template, own(bench.tenant.ids));
      return check(403, route, await bench.ask(bench.tenant.powerless.token, call));
    });
    expect(outcome).toEqual(ALL_REFUSED);
  });
}
