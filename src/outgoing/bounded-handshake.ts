import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { OutgoingFailure } from './failure.js';
import type { HandshakeShare } from './handshake-budget.js';

/** Bytes that may come before TLS stands. Chains of certificates have two to eight thousand. */
const MAX_BYTES = 16 * 1_024;

/**
 * A connection of which little may come before TLS stands. A chain of certificates is checked in one turn of the event
 * loop, even where nobody trusts its root, and the other side decides how long it is and how dear its keys are: an RSA
 * exponent may be as long as its modulus, which makes each check cost some twenty milliseconds.
 */
export class BoundedHandshake extends Duplex {
  /** Why the connection ended before TLS stood; null where that was not for its bounds. */
  failure: OutgoingFailure | null = null;
  private isOver = false;
  private bytes = 0;

  constructor(
    private readonly socket: Socket,
    private readonly share: HandshakeShare,
  ) {
    super();
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.once('end', () => this.push(null));
    socket.once('close', () => this.destroy());
  }

  /** TLS stands: what comes now has bounds of its own. */
  finish(): void {
    this.isOver = true;
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

  private receive(chunk: Buffer): void {
    if (this.isOver) this.handOn(chunk);
    else {
      this.bytes += chunk.length;
      if (this.bytes > MAX_BYTES) this.giveUp(new OutgoingFailure('size'));
      else if (this.share.secondsUntilFree > 0)
        this.giveUp(new OutgoingFailure('busy', this.share.secondsUntilFree));
      else this.share.charge(() => this.handOn(chunk));
    }
  }

  /** What reads here does so at once, in this turn. */
  private handOn(chunk: Buffer): void {
    if (!this.push(chunk)) this.socket.pause();
  }

  private giveUp(failure: OutgoingFailure): void {
    this.failure = failure;
    this.destroy();
  }
}
