import type { IncomingHttpHeaders } from 'node:http';

/** Headers of a request that a browser writes, and no page can. */
type BrowserHeaders = Pick<IncomingHttpHeaders, 'origin' | 'cookie'> & {
  readonly 'sec-fetch-site'?: string | string[] | undefined;
};

const NAME = 'strongroom_refresh';

/** The prefix `__Host-` makes browsers refuse the cookie from any other host, and without HTTPS (RFC 6265bis, 4.1.3.2). */
export const refreshCookieName = (isSecure: boolean): string =>
  isSecure ? `__Host-${NAME}` : NAME;

/** The header `Set-Cookie` of a refresh token; null takes the cookie away. `seconds`: how long the browser keeps it. */
export function refreshCookie(token: string | null, isSecure: boolean, seconds: number): string {
  const age = token === null ? 0 : seconds;
  const secure = isSecure ? '; Secure' : '';
  return `${refreshCookieName(isSecure)}=${token ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}

/** The refresh token in the cookies of a request. Null for none, and for two, of which one is somebody else's. */
export function refreshTokenOf({ cookie = '' }: BrowserHeaders, isSecure: boolean): string | null {
  const prefix = `${refreshCookieName(isSecure)}=`;
  const found = cookie
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(prefix));
  return found.length === 1 ? found[0]!.slice(prefix.length) || null : null;
}

/**
 * Whether a page of ours sent the request: what a cookie alone opens is open to those. `ours`: the origin that people
 * reach the server at.
 */
export function isOwnPage(
  { origin, 'sec-fetch-site': site }: BrowserHeaders,
  ours: string,
): boolean {
  if (origin !== undefined) return origin === ours || (site === 'same-origin' && origin !== 'null');
  return site === 'same-origin';
}

/** Whether a program sends the request: browsers write at least one of these with every POST. */
export const isProgram = ({ origin, cookie, 'sec-fetch-site': site }: BrowserHeaders): boolean =>
  origin === undefined && site === undefined && !(cookie ?? '').includes(NAME);

/** Whether the host is this machine, where cookies may go without HTTPS. */
export const isLoopbackHost = (host: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host.toLowerCase());
