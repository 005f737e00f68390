import { EventEmitter, once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

export interface ReceivedMail {
  readonly recipients: readonly string[];
  /** Headers and body as they came, quoted-printable. */
  readonly text: string;
}

/** The body of a mail, without the encoding that it travels in (RFC 2045, 6.7). */
export const plainText = ({ text }: ReceivedMail): string =>
  text
    .slice(text.indexOf('\n\n') + 2)
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

/** A mail server of a file, as much of SMTP (RFC 5321) as a client needs to deliver. */
export function aMailServer() {
  const received: ReceivedMail[] = [];
  const arrivals = new EventEmitter();
  let server: Server;
  const take = (mail: ReceivedMail) => {
    received.push(mail);
    arrivals.emit('mail');
  };
  beforeAll(async () => {
    server = createServer((socket) => speak(socket, take)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => void server.close());
  return {
    url: () => `smtp://127.0.0.1:${(server.address() as { port: number }).port}`,
    count: () => received.length,
    /** The mails to an address so far, once there are so many. */
    to: async (email: string, count = 1): Promise<readonly ReceivedMail[]> => {
      const sent = () => received.filter(({ recipients }) => recipients.includes(email));
      while (sent().length < count) await once(arrivals, 'mail');
      return sent();
    },
  };
}

function speak(socket: Socket, take: (mail: ReceivedMail) => void): void {
  let [recipients, lines, isData, rest] = [[] as string[], [] as string[], false, ''];
  const say = (text: string) => socket.write(`${text}\r\n`);
  const answer = (line: string) => {
    if (isData) {
      if (line !== '.') return void lines.push(line);
      take({ recipients, text: lines.join('\n') });
      [recipients, lines, isData] = [[], [], false];
      return void say('250 taken');
    }
    const recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1];
    if (recipient !== undefined) recipients.push(recipient);
    isData = /^DATA/i.test(line);
    if (/^QUIT/i.test(line)) return void socket.end('221 bye\r\n');
    say(isData ? '354 go on' : '250 ok');
  };
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => {
    const all = (rest + bytes.toString('latin1')).split('\r\n');
    rest = all.pop()!;
    all.forEach(answer);
  });
  say('220 mail');
}
