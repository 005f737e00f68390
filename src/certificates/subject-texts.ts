import { badRequest } from '../errors/api-error.js';
import { hasUnseen, isPlainText, isReadInTwoWays, plainText } from './host-names.js';

/**
 * Throws 400 for a text of a subject that people or programs read as another one, which rules, policies and name constraints
 * may name. Parts beside the common name may have characters that stand for others, as names of organizations do.
 */
export function requireReadable(part: string, value: string): void {
  const isCommonName = part === 'commonName';
  const shown = value.slice(0, 100);
  if (isCommonName ? !isPlainText(value) : hasUnseen(value))
    throw unusable(
      `${part}: ${shown} is read as another text by some. Write it in its composed form (NFKC), without characters that cannot be seen: ${plainText(value).slice(0, 100)}`,
    );
  if (isCommonName && isReadInTwoWays(value))
    throw unusable(
      `${part}: ${shown} is read as a host by some and not by others. A star is the whole first label of a host (*.example.org), and a host ends without a dot.`,
    );
}

const unusable = (reason: string) => badRequest('certificate-unusable', reason);
