import { sendRaw } from '../support/raw-http.js';
import { sample } from '../support/runs.js';
import { badTokens } from './bad-tokens.js';
import { type Bench, spoilt } from './bench.js';
import { failuresOf, own, toCall } from './call.js';
import { ALL_REFUSED, briefly } from './outcome.js';
import { isForPeople, isShut, routesThat } from './routes.js';

const needsToken: typeof isShut = (entry) => isShut(entry) || isForPeople(entry);

/** Requests of nobody: 401. */
export function describeStrangers(bench: Bench): void {
  it('knows nobody without a valid token, whatever else is wrong, and runs no handler', async () => {
    const tokens = Object.entries(badTokens(bench.server, bench.tenant.admin.token));
    const cases = routesThat(needsToken).flatMap((way) => [
      ...tokens.map(([who, token]) => ({ ...way, who, token })),
      { ...way, template: spoilt(way), who: 'no token, invalid', token: undefined },
    ]);

    const outcome = await bench.refusals(sample(cases), async ({ route, template, who, token }) => {
      const answer = await bench.ask(token, toCall(route, template, own(bench.tenant.ids)));
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
    const urls = routesThat(needsToken).map(
      ({ route, template }) => toCall(route, template, own(bench.tenant.ids)).url,
    );

    // Each address in some of the fifteen ways.
    const lines = sample([...new Set(urls.flatMap(odd))]);

    const outcome = await bench.refusals(lines, async (line) => {
      const sent = `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      const { answers } = await sendRaw(bench.server.url, sent, 'closed');
      const [{ status = 0, text = '' } = {}] = answers;
      const isRefused = line.startsWith('OPTIONS')
        ? status === 204 && text === ''
        : [400, 401, 404, 405].includes(status);
      return isRefused ? null : `${line}: ${status} ${text.slice(0, 200)}`;
    });

    expect(outcome).toEqual(ALL_REFUSED);
  });

  it('takes no token of a machine where people alone are meant (403)', async () => {
    const failures = await failuresOf(routesThat(isForPeople), async ({ route, template }) => {
      const call = toCall(route, template, own(bench.tenant.ids));
      const answer = await bench.ask(bench.tenant.admin.token, call);
      return answer.status === 403 ? null : `${route}: ${briefly(answer)}`;
    });

    expect(failures).toEqual([]);
  });

  it('does not look at the token where none is asked for', async () => {
    const cases = routesThat(({ demands, renews }) => demands === 'nothing' && !renews);

    const failures = await failuresOf(cases, async ({ route, entry, template }) => {
      const answer = await bench.ask('garbage', toCall(route, template, own(bench.tenant.ids)));
      return answer.status === (entry.status ?? 200) ? null : `${route}: ${briefly(answer)}`;
    });

    expect(failures).toEqual([]);
  });
}
