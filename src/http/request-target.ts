import type { IncomingMessage } from 'node:http';

const malformed = new WeakSet<object>();

/**
 * Brings the target of a request into the form that all the rest reads, a path with its query (RFC 9112, 3.2), before
 * the framework sees it: its router would answer by itself what it cannot take apart.
 */
export function normalizeTarget(req: IncomingMessage): void {
  const target = originForm(req.url ?? '', req.method);
  if (target === null) malformed.add(req);
  req.url = target ?? '/';
}

/** Whether the target was of none of the forms that a server takes. */
export const isMalformed = (req: IncomingMessage): boolean => malformed.has(req);

function originForm(target: string, method = ''): string | null {
  if (target.startsWith('/')) return target.includes('#') ? null : target;
  if (target === '*') return method === 'OPTIONS' ? '/' : null;
  const [, host, rest = ''] = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i.exec(target) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}/`)) return null;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
