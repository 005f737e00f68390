import { isIP } from 'node:net';

const MAX_URL = 2_048;
const MAX_HOST = 253;
const FIRST_FREE_PORT = 1_024;

/** Why a URL is never called, in words that follow its field's name; null where it may be. */
export function urlProblem(text: string): string | null {
  if (text.length > MAX_URL) return `has more than ${MAX_URL} characters`;
  // The parser drops tabs, newlines and white space around it, and turns `\` into `/`.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\'))
    return 'should hold visible ASCII characters alone';
  if (!text.startsWith('https://')) return 'should begin with https://';
  if (!URL.canParse(text)) return 'is no URL';
  const { username, password, hostname } = new URL(text);
  if (username !== '' || password !== '' || /^https:\/\/[^/?#]*@/.test(text))
    return 'should have no user and no password';
  if (text.includes('#')) return 'should have no fragment';
  if (hostname === '' || hostname.length > MAX_HOST) return 'has no host that could be called';
  return portProblem(new URL(text));
}

/** Ports below 1024 belong to other protocols, whose servers should not be sent anything. */
function portProblem({ port }: URL): string | null {
  if (port === '' || Number(port) >= FIRST_FREE_PORT) return null;
  return 'should have the port 443, or one from 1024 on';
}

/** The host of a URL as TLS and the resolver know it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;

export const isAddress = (host: string): boolean => isIP(host) !== 0;
