import { type BaseBlock, BitString, Boolean, Constructed, fromBER, Integer } from 'asn1js';
import { countElements } from './element-count.js';
import { X509Problem } from './x509-problem.js';

/** Bounds of one layer; what lies within octet strings is read later, without any. */
const LIMITS = { maxDepth: 30, maxNodes: 5_000, parseEmbedded: false } as const;

/** What one thing may have. */
export interface DerBounds {
  readonly maxBytes: number;
  /** Elements, those of extensions and of other texts within octet and bit strings included; each takes some 0.1 ms. */
  readonly maxElements: number;
}

/**
 * Reads what others sent. The library takes BER: what is no DER (X.690, 10 and 11.1; 8.3.2) is refused here, so that one
 * thing has one form. Throws X509Problem.
 */
export function readDer(bytes: Buffer, { maxBytes, maxElements }: DerBounds): BaseBlock {
  if (bytes.length > maxBytes) throw new X509Problem(`It has more than ${maxBytes} bytes.`);
  if (countElements(bytes, maxElements) > maxElements)
    throw new X509Problem(`It has more than ${maxElements} elements.`);
  const { offset, result } = parse(bytes);
  if (offset !== bytes.length || result.error) throw notDer();
  requireDer(result);
  return result;
}

function parse(bytes: Buffer) {
  try {
    return fromBER(bytes, LIMITS);
  } catch {
    throw notDer();
  }
}

function requireDer(block: BaseBlock): void {
  const { isIndefiniteForm, longFormUsed, length, blockLength } = block.lenBlock;
  // A long form is only for what the short one cannot say, and its first byte is not zero.
  const isMinimal = longFormUsed ? length > 127 && blockLength === bytesFor(length) + 1 : true;
  if (isIndefiniteForm || !isMinimal || !isValueSound(block)) throw notDer();
  if (!(block instanceof Constructed)) return;
  const parts = block.valueBlock.value;
  if (parts.reduce((sum, part) => sum + part.blockLength, 0) !== length) throw notDer();
  for (const part of parts) requireDer(part);
}

function isValueSound(block: BaseBlock): boolean {
  if (block instanceof Boolean) return isBoolean(block.valueBlock.valueHexView);
  if (block instanceof Integer) return isInteger(block.valueBlock.valueHexView);
  if (!(block instanceof BitString)) return true;
  const { unusedBits, isConstructed, valueHexView: bytes } = block.valueBlock;
  const unused = (1 << unusedBits) - 1;
  return !isConstructed && unusedBits < 8 && ((bytes.at(-1) ?? 0) & unused) === 0;
}

const bytesFor = (length: number): number => Math.ceil(length.toString(2).length / 8);

const isBoolean = (bytes: Uint8Array): boolean =>
  bytes.length === 1 && (bytes[0] === 0 || bytes[0] === 0xff);

function isInteger(bytes: Uint8Array): boolean {
  const [first, second = 0] = bytes;
  if (first === undefined) return false;
  if (bytes.length === 1) return true;
  return !(first === 0 && second < 0x80) && !(first === 0xff && second >= 0x80);
}

const notDer = () => new X509Problem('It is damaged, or no DER.');

/** Reads what lies beneath, which the library does in its own time. Whatever it makes of the bytes of others is their problem. */
export function ofForeignBytes<T>(message: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof X509Problem ? error : new X509Problem(message);
  }
}
