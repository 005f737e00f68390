import { badRequest } from '../../errors/api-error.js';

/** Parameters of a form; a token request has about ten at most (RFC 8693, 2.1). */
export const MAX_FORM_PARAMETERS = 20;

/** A parameter given twice is refused (RFC 6749 3.2). They are counted before one is decoded. */
export function parseForm(bytes: Buffer): Record<string, string> {
  if (countAmpersands(bytes) >= MAX_FORM_PARAMETERS) {
    throw badRequest(
      'malformed-request',
      `A form may have at most ${MAX_FORM_PARAMETERS} parameters.`,
    );
  }
  const text = bytes.toString('latin1');
  if (!isUtf8Encoded(text))
    throw badRequest('malformed-request', 'The body is not percent-encoded UTF-8.');
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (form.has(name)) throw badRequest('repeated-item', 'A parameter is given more than once.');
    form.set(name, value);
  }
  return Object.fromEntries(form);
}

function countAmpersands(bytes: Buffer): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x26) count++;
  return count;
}

/** Whether decoding alters nothing: escapes are complete, and what they stand for is UTF-8. */
export function isUtf8Encoded(text: string): boolean {
  try {
    return /^[\x21-\x7e]*$/.test(text) && decodeURIComponent(text).isWellFormed();
  } catch {
    return false;
  }
}
