// The library of lego 5, by a program in Go that says what it managed.
import { join } from 'node:path';
import { MINUTE, run } from '../run.js';

export async function lego5({ step, command, target, env, folder, ports, check, isNew, revoked }) {
  const { directory, eab } = target;
  const own = {
    ...{ DIRECTORY: directory, EAB_KID: eab.kid, EAB_KEY: eab.key, FOLDER: folder },
    ...{ HTTP_PORT: String(ports.http), TLS_PORT: String(ports.tls) },
  };
  const said = await run(command, [], {
    cwd: folder,
    env: { ...env, ...own },
    timeout: 3 * MINUTE,
  });
  const outcomes = said.split('\n').filter((line) => line.startsWith('{"'));
  for (const { method, error } of outcomes.map((line) => JSON.parse(line)))
    await step(method, () => {
      if (error) throw new Error(error);
    });
  const file = (name) => join(folder, `${name}.pem`);
  const [name, address] = ['http.lego5.example.net', '127.0.0.1'];
  await step('its chains are good', async () => {
    await check(file('tls'), ['tls.lego5.example.net']);
    return check(file('http'), [name, address]);
  });
  await step('what it renewed is new', () => isNew(file('http'), file('renewed')));
  await step('what it revoked is revoked', () => revoked(file('renewed')));
}
