import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Response codes (RFC 1035, 4.1.1). */
export const [NO_ERROR, SERVER_FAILURE, REFUSED] = [0, 2, 5];
const [A, CNAME, TXT] = [1, 5, 16];

/** What a name server says to a question. */
export interface Reply {
  readonly code?: number;
  readonly records?: readonly Buffer[];
  /** Whether it says that there is more by TCP. */
  readonly isTruncated?: boolean;
  /** Whether its id is that of another question. */
  readonly isSpoofed?: boolean;
}

const resource = (type: number, data: Buffer): Buffer => {
  // The name of the question, by a pointer to it (RFC 1035, 4.1.4).
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

/** A TXT record of these strings, each of at most 255 bytes. */
export const textRecord = (...strings: readonly string[]): Buffer =>
  resource(
    TXT,
    Buffer.concat(strings.flatMap((each) => [Buffer.from([each.length]), Buffer.from(each)])),
  );

export const addressRecord = (address: string): Buffer =>
  resource(A, Buffer.from(address.split('.').map(Number)));

export const aliasRecord = (name: string): Buffer => {
  const labels = name.split('.').flatMap((each) => [Buffer.from([each.length]), Buffer.from(each)]);
  return resource(CNAME, Buffer.concat([...labels, Buffer.from([0])]));
};

/** A name server on a port of its own, by UDP and TCP, that replies as it is told. */
export class NameServer {
  private constructor(
    private readonly udp: UdpSocket,
    private readonly tcp: Server,
  ) {}

  /** `reply`: all that it sends, in order, for the question of this name; by TCP what is truncated comes whole. */
  static async open(
    reply: (name: string, isTcp: boolean) => readonly Reply[],
  ): Promise<NameServer> {
    const tcp = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        const question = data.subarray(2);
        for (const each of reply(nameIn(question), true)) {
          const message = messageOf(question, each);
          const length = Buffer.alloc(2);
          length.writeUInt16BE(message.length);
          socket.write(Buffer.concat([length, message]));
        }
      });
    });
    await once(tcp.listen(0, '127.0.0.1'), 'listening');
    const udp = createSocket('udp4');
    udp.on('message', (question, { port, address }) => {
      for (const each of reply(nameIn(question), false))
        udp.send(messageOf(question, each), port, address);
    });
    udp.bind((tcp.address() as AddressInfo).port, '127.0.0.1');
    await once(udp, 'listening');
    return new NameServer(udp, tcp);
  }

  /** As a setting names it. */
  get address(): string {
    return `127.0.0.1:${this.udp.address().port}`;
  }

  close(): void {
    this.udp.close();
    this.tcp.close();
  }
}

/** The name that is asked for. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question[at]! > 0; at += question[at]! + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!));
  return labels.join('.').toLowerCase();
}

function messageOf(
  question: Buffer,
  { code = NO_ERROR, records = [], isTruncated = false, isSpoofed = false }: Reply,
): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const head = Buffer.from(question.subarray(0, 12));
  if (isSpoofed) head.writeUInt16BE(head.readUInt16BE(0) ^ 0xffff, 0);
  head.writeUInt16BE(0x8180 | (isTruncated ? 0x0200 : 0) | code, 2);
  // One question, so many answers, nothing else.
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, question.subarray(12, end), ...records]);
}
