const HEADER = 5;

/** Counts the records of a TLS connection from its bytes, as they come (RFC 8446, 5.1). */
export class TlsRecords {
  /** Records that have begun. */
  count = 0;
  /** Bytes of the header that came, and of the record that are still to come. */
  private header = 0;
  private left = 0;
  private length = 0;

  take(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.left > 0) {
        const taken = Math.min(this.left, chunk.length - at);
        this.left -= taken;
        at += taken;
      } else this.takeHeader(chunk[at++]!);
    }
  }

  /** Type, version (two bytes), length (two bytes). */
  private takeHeader(byte: number): void {
    if (this.header === 0) this.count++;
    this.header++;
    if (this.header === HEADER - 1) this.length = byte << 8;
    if (this.header < HEADER) return;
    this.left = this.length | byte;
    this.header = 0;
  }
}
