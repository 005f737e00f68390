import { isDnsName } from './dns-names.js';

const CHARACTERS = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9a-f]{2})*$/i;
const AUTHORITY =
  /^([^:]+):(?:\/\/(?:[^/?#@[\]]*@)?(\[[0-9a-f:.]+\]|[^/?#@:[\]]*)(?::\d*)?(?=[/?#]|$))?/;

/** Schemes for which browsers find a host without the slashes before it (URL Standard, "special"). */
const ALWAYS_WITH_HOST: ReadonlySet<string> = new Set(['http', 'https', 'ws', 'wss', 'ftp']);

/**
 * The host of a URI as RFC 3986 has it, in lower case: a name, or an address, in brackets where it is one of IPv6. Empty where
 * it has none; null for what is no URI, and where readers would take different hosts from it.
 */
export function hostOfUri(sent: string): string | null {
  const text = sent.toLowerCase();
  if (!CHARACTERS.test(text) || !URL.canParse(text)) return null;
  const [whole = '', scheme = '', host = ''] = AUTHORITY.exec(text) ?? [];
  const hasAuthority = text.startsWith(`${scheme}://`);
  // What follows the slashes is no authority.
  if (hasAuthority && !whole.startsWith(`${scheme}://`)) return null;
  if (host === '') return ALWAYS_WITH_HOST.has(scheme) ? null : '';
  if (host.startsWith('[')) return host;
  return isDnsName(host) ? host : null;
}
