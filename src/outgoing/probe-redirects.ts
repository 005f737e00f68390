import { OutgoingFailure } from './failure.js';
import { hostOf, isAddress } from './target-url.js';

const MAX_PATH = 2_000;

/** Where a redirect leads. Throws for anything but names, at the ports 80 and 443. */
export function redirectedTo(from: URL, location: string | undefined): URL {
  if (location === undefined || !URL.canParse(location, from.href))
    throw new OutgoingFailure('redirect');
  const url = new URL(location, from.href);
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:';
  const path = `${url.pathname}${url.search}`;
  const hasUser = url.username !== '' || url.password !== '';
  // The port of its protocol is no part of a URL; the other one of the two is.
  const isPort = url.port === '' || url.port === '80' || url.port === '443';
  const isOwn = url.port === '' || (url.port === '443') === (url.protocol === 'https:');
  if (!isHttp || hasUser || !isPort || !isOwn || path.length > MAX_PATH || isAddress(hostOf(url)))
    throw new OutgoingFailure('redirect');
  return url;
}
