import { describe, expect, it } from '@jest/globals';
import { LogOutput } from './log-output.js';

const failure = (code: string) => Object.assign(new Error(code), { code });

/** An output whose reader does as it is told. */
function anOutput() {
  const reader = { text: '', takes: Infinity, fails: null as string | null };
  const output = new LogOutput(
    (bytes) => {
      if (reader.takes <= 0) throw failure(reader.fails ?? 'EAGAIN');
      const part = bytes.subarray(0, reader.takes);
      reader.takes -= part.length;
      reader.text += part.toString();
      return part.length;
    },
    (dropped) => `dropped ${dropped}\n`,
  );
  return { reader, output };
}

describe('LogOutput', () => {
  it('writes lines together, in their order', () => {
    const { reader, output } = anOutput();
    for (let i = 0; i < 100; i++) output.write(`line ${i}\n`);
    expect(reader.text).toBe('');
    output.flush();

    expect(reader.text.split('\n')).toHaveLength(101);
    expect(output.dropped).toBe(0);
  });

  it('keeps what a slow reader does not take yet, to the byte', () => {
    const { reader, output } = anOutput();
    reader.takes = 7;
    output.write('first\nsecond é\n');
    output.flush();
    output.write('third\n');
    reader.takes = 9;
    output.flush();
    reader.takes = Infinity;
    output.flush();

    expect(reader.text).toBe('first\nsecond é\nthird\n');
  });

  it('drops new lines beyond 1 MiB, and says how many once they are taken', () => {
    const { reader, output } = anOutput();
    reader.takes = 0;
    const line = `${'x'.repeat(1023)}\n`;
    for (let i = 0; i < 1_500; i++) output.write(line);
    expect(output.dropped).toBe(476);
    reader.takes = Infinity;
    output.flush();

    expect(reader.text).toBe(`${line.repeat(1024)}dropped 476\n`);
  });

  it('drops all for a reader that is gone, and tells the next one', () => {
    const { reader, output } = anOutput();
    Object.assign(reader, { takes: 3, fails: 'EPIPE' });
    output.write('one\ntwo\n');
    output.flush();
    output.write('three\n');
    output.flush();
    expect(output.dropped).toBe(3);
    Object.assign(reader, { text: '', takes: Infinity });
    output.write('four\n');
    output.flush();

    expect(reader.text).toBe('four\ndropped 3\n');
  });

  it('ends the line that it began on a disk that was full for a while', () => {
    const { reader, output } = anOutput();
    Object.assign(reader, { takes: 6, fails: 'ENOSPC' });
    output.write('one\ntwo\nthree\n');
    output.flush();
    reader.takes = Infinity;
    output.write('four\n');
    output.flush();

    expect(reader.text).toBe('one\ntwo\nfour\ndropped 1\n');
  });

  it('waits half a second at the end for a reader that takes nothing, and no longer', () => {
    const { reader, output } = anOutput();
    reader.takes = 0;
    output.write('line\n');
    output.flushAtEnd();

    expect(reader.text).toBe('');
  });
});
