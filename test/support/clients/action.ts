import type { TestApp } from '../harness.js';
import { sendRaw } from '../raw-http.js';
import { anAccount } from './account.js';

const LOGIN = '/api/v1/auth/universal-auth/login';

/** As axios sends `URLSearchParams`. */
async function logInByForm(server: TestApp, form: string) {
  const head = [
    `POST ${LOGIN} HTTP/1.1`,
    'Accept: application/json, text/plain, */*',
    'Content-Type: application/x-www-form-urlencoded',
    'User-Agent: axios/1.7.9',
    `Content-Length: ${Buffer.byteLength(form)}`,
    'Host: localhost',
    'Connection: close',
  ];
  const { answers } = await sendRaw(server.url, `${head.join('\r\n')}\r\n\r\n${form}`, 'closed');
  const [{ status = 0, text = '' } = {}] = answers;
  return { status, body: JSON.parse(text) as Record<string, unknown> };
}

/** The GitHub action logs in by a form, and reads as the Node SDK does. */
export function describeAction(server: TestApp): void {
  it('logs in with a form', async () => {
    const { credentials } = await anAccount(server);
    const form = new URLSearchParams({ ...credentials }).toString();

    const { status, body } = await logInByForm(server, form);

    expect(status).toBe(200);
    expect(body).toMatchObject({ accessToken: expect.any(String), tokenType: 'Bearer' });
  });

  it('is refused a form that is too long (413), has a field twice (400) or lacks one (422)', async () => {
    const { clientId, clientSecret } = (await anAccount(server)).credentials;
    const form = `clientId=${clientId}&clientSecret=${clientSecret}`;

    const long = await logInByForm(server, `${form}&more=${'x'.repeat(20_000)}`);
    const twice = await logInByForm(server, `${form}&clientId=other`);
    const partial = await logInByForm(server, `clientId=${clientId}`);

    expect([long.status, twice.status, partial.status]).toEqual([413, 400, 422]);
  });
}
