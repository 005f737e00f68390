const LINE_END = Buffer.from('\r\n');

/** Whole frames as they go over the wire, made once for all streams that send them. */
export class Packet {
  /** A chunk of HTTP/1.1. */
  readonly chunk: Buffer;
  private readonly head: number;

  constructor(frames: string) {
    const bytes = Buffer.from(frames);
    const head = Buffer.from(`${bytes.length.toString(16)}\r\n`);
    this.chunk = Buffer.concat([head, bytes, LINE_END]);
    this.head = head.length;
  }

  /** Without what makes it a chunk. */
  get bare(): Buffer {
    return this.chunk.subarray(this.head, -LINE_END.length);
  }
}
