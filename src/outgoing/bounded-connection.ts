import { constants } from 'node:crypto';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { OutgoingFailure } from './failure.js';
import type { ProcessorShare } from './processor-budget.js';
import { TlsRecords } from './tls-records.js';

/** Bytes that may come before TLS stands. Chains of certificates have two to eight thousand. */
const MAX_HANDSHAKE = 16 * 1_024;
/** Bytes of TLS, of lengths of chunks, and of what was on its way when nothing more was read. */
const OVERHEAD = 256 * 1_024;

/** Records of TLS in all: those of an answer, tickets and changes of keys. A full one has 16 KiB, a small one 1,400 bytes. */
const MAX_RECORDS = 2_000;

/** Without it the other side begins as many further handshakes as it likes, each with a chain of its own (TLS 1.2). */
export const NO_RENEGOTIATION = { secureOptions: constants.SSL_OP_NO_RENEGOTIATION };

/**
 * A connection on which only so much comes in all. Least before TLS stands: a chain of certificates is checked in one turn
 * of the event loop, even where nobody trusts its root, and the other side decides how long it is and how dear its keys
 * are: an RSA exponent may be as long as its modulus, which makes each check cost some twenty milliseconds. It also decides
 * into how many pieces it cuts what it sends; what each step takes is counted to its last.
 */
export class BoundedConnection extends Duplex {
  /** Why the connection ended; null where that was not for its bounds. */
  failure: OutgoingFailure | null = null;
  private readonly records: TlsRecords | null;
  private bytes = 0;
  private most = MAX_HANDSHAKE;

  constructor(
    private readonly socket: Socket,
    private readonly share: ProcessorShare,
    { isTls = true } = {},
  ) {
    super();
    this.records = isTls ? new TlsRecords() : null;
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.once('end', () => this.push(null));
    socket.once('close', () => this.destroy());
  }

  /**
   * TLS stands, or there is none: now an answer may come, whose headers and body have so many bytes at most. Headers that
   * come before those of the answer (1xx), and how a body is cut into chunks, are bounded by nothing else.
   */
  expectAnswer(maxBytes: number): void {
    this.bytes = 0;
    this.most = 2 * maxBytes + OVERHEAD;
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done);
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  /** What reads here does so at once, in this turn. */
  private receive(chunk: Buffer): void {
    this.bytes += chunk.length;
    const { secondsUntilFree } = this.share;
    if (this.bytes > this.most) this.giveUp(new OutgoingFailure('size'));
    else if (secondsUntilFree > 0) this.giveUp(new OutgoingFailure('busy', secondsUntilFree));
    else this.share.charge(() => this.handOn(chunk));
  }

  private handOn(chunk: Buffer): void {
    this.records?.take(chunk);
    if (this.records && this.records.count > MAX_RECORDS) this.giveUp(new OutgoingFailure('size'));
    else if (!this.push(chunk)) this.socket.pause();
  }

  private giveUp(failure: OutgoingFailure): void {
    this.failure = failure;
    this.destroy();
  }
}
