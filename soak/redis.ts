import { connect } from 'node:net';

const USUAL = 'redis://127.0.0.1:6379';

/** The URL of a Redis that answers: `REDIS_URL`, or one on this machine. */
export async function redisUrl(): Promise<string | undefined> {
  const url = process.env['REDIS_URL'] ?? USUAL;
  const { hostname, port } = new URL(url);
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: 1_000 });
    const settle = (is: boolean) => () => {
      socket.destroy();
      resolve(is);
    };
    // Where it wants a password it says so, which is an answer too.
    socket.once('connect', () => socket.write('PING\r\n')).once('data', settle(true));
    socket.once('error', settle(false)).once('timeout', settle(false));
  });
  return answers ? url : undefined;
}
