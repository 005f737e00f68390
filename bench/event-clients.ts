import { connect, type Socket } from 'node:net';

/** What this process is asked to do, and what it answers. */
export type Order =
  | {
      readonly kind: 'open';
      readonly count: number;
      readonly url: string;
      /** Sent in turn. */
      readonly requests: readonly string[];
    }
  | { readonly kind: 'take' }
  | { readonly kind: 'doze' }
  | { readonly kind: 'close' };

/** When each stream had the first byte of what came since it was last asked, in nanoseconds of the system's clock. */
export type Taken = readonly string[];

const AT_ONCE = 100;
/** A ping alone is shorter. */
const NO_PING = 60;
/** Milliseconds between two looks of a process that dozes. */
const DOZE = 200;
/** All read into it, one after the other: what comes is not looked at. */
const buffer = Buffer.alloc(64 * 1_024);
const sockets: Socket[] = [];
let arrivals: bigint[] = [];
let isDozing = false;

/** Streams in a process of their own, which only notes when something comes. */
process.on('message', (order: Order) => {
  if (order.kind === 'open') void open(order).then(() => process.send?.('open'));
  else if (order.kind === 'take') take();
  else if (order.kind === 'doze') doze();
  else close();
});

async function open({ count, url, requests }: Order & { kind: 'open' }): Promise<void> {
  for (let opened = 0; opened < count; opened += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - opened) }, (_, n) =>
      one(url, requests[(opened + n) % requests.length]!),
    );
    sockets.push(...(await Promise.all(some)));
  }
}

function one(url: string, request: string): Promise<Socket> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const onread = {
      buffer,
      callback: (length: number) => {
        if (isOpen) {
          if (length > NO_PING && !isDozing) arrivals.push(process.hrtime.bigint());
          return true;
        }
        isOpen = true;
        const head = buffer.toString('latin1', 0, length);
        if (head.startsWith('HTTP/1.1 200')) resolve(socket);
        else reject(new Error(head));
        return true;
      },
    };
    const socket = connect({ port: Number(port), host: hostname, onread });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('A stream was closed')));
    socket.write(request);
  });
}

function take(): void {
  process.send?.(arrivals.map(String));
  arrivals = [];
}

/**
 * From now on it looks only now and then, so that it takes next to nothing of the machine that it shares with the
 * server: real readers have machines of their own. Until then what comes waits in the system.
 */
function doze(): void {
  isDozing = true;
  const cell = new Int32Array(new SharedArrayBuffer(4));
  const sleep = () => {
    Atomics.wait(cell, 0, 0, DOZE);
    setImmediate(sleep);
  };
  setImmediate(sleep);
  process.send?.('dozing');
}

function close(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
  process.send?.('closed');
}
