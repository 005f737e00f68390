import { randomUUID } from 'node:crypto';
import type { Bench } from './bench.js';
import { own, toCall } from './call.js';
import { ALL_REFUSED, briefly } from './outcome.js';
import { isShut, routesThat, scimRoutes, waysTo } from './routes.js';

/** What service tokens are for. Everything else refuses them. */
const CONTENT = [
  /^(GET|POST|PATCH|DELETE) \/api\/v[12]\/folders(\/|$)/,
  /^(GET|POST|PATCH|DELETE) \/api\/v3\/secrets\/(batch\/)?raw(\/:secretName|\/id\/:secretId)?$/,
  /^(GET|POST|PATCH|DELETE) \/api\/v4\/secrets(\/batch|\/:secretName|\/id\/:secretId)?$/,
  /^(GET|POST|PATCH|DELETE) \/api\/v[12]\/secret-imports(\/secrets|\/secrets\/raw|\/:secretImportId)?$/,
  /^GET \/api\/v2\/service-token$/,
];

const isForServiceTokens = (route: string): boolean => CONTENT.some((each) => each.test(route));

/** The routes for service tokens refuse them as others; no other route takes one, whatever its maker may. */
export function describeServiceTokens(bench: Bench): void {
  const isRefused = (answer: Awaited<ReturnType<Bench['ask']>>, status: number, name: string) =>
    answer.status === status && (answer.body as { error?: string }).error === name;

  it('know a service token that nobody made from none (401), wherever it is sent', async () => {
    const tokens = [
      `st.${randomUUID()}.${'0'.repeat(64)}`,
      'st.',
      `${bench.tenant.serviceToken.token}0`,
    ];
    const cases = routesThat(isShut).flatMap((way) => tokens.map((token) => ({ ...way, token })));

    const outcome = await bench.refusals(cases, async ({ route, template, token }) => {
      const answer = await bench.ask(token, toCall(route, template, own(bench.tenant.ids)));
      return isRefused(answer, 401, 'UnauthorizedError') ? null : `${route}: ${briefly(answer)}`;
    });
    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('alone take one: all others refuse it (403)', async () => {
    const others = [...waysTo(isShut), ...scimRoutes()].filter(
      ({ route }) => !isForServiceTokens(route),
    );

    const outcome = await bench.refusals(others, async ({ route, template }) => {
      const call = toCall(route, template, own(bench.tenant.ids));
      const answer = await bench.ask(bench.tenant.serviceToken.token, call);
      return answer.status === 403 ? null : `${route}: ${briefly(answer)}`;
    });
    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('refuse one in another project of the organization (403), and find nothing of other organizations (404)', async () => {
    const inside = waysTo(isShut).filter(
      ({ route, entry }) => isForServiceTokens(route) && entry.demands !== 'service token',
    );
    const { elsewhereToken } = bench.tenant;

    const outcome = await bench.refusals(inside, async ({ route, template }) => {
      const call = toCall(route, template, own(bench.tenant.ids));
      const here = await bench.ask(elsewhereToken.token, call);
      const there = await bench.ask(bench.elsewhere.elsewhereToken.token, call);
      const isRight = isRefused(here, 403, 'PermissionDenied') && isRefused(there, 404, 'NotFound');
      return isRight ? null : `${route}: ${briefly(here)} ${briefly(there)}`;
    });
    expect(outcome).toEqual(ALL_REFUSED);
  });
}
