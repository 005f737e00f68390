import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** A file that is the same for everybody. */
export interface MemoryFile {
  readonly type: string;
  /** By gzip, and where there is one by Brotli. */
  readonly packed: Buffer;
  readonly brotli?: Buffer;
  readonly plain: () => Buffer;
  /** Entity tag (RFC 9110, 8.8.3). */
  readonly version: string;
  /** Whether its address stands for its content, so that nobody has to ask again. */
  readonly isLasting?: boolean;
}

/** Takes what is compressed already: a client that takes it so is the rule. */
export function packedFile(type: string, packed: Buffer): MemoryFile {
  let plain: Buffer | undefined;
  const version = `"${createHash('sha256').update(packed).digest('base64url')}"`;
  return { type, packed, version, plain: () => (plain ??= gunzipSync(packed)) };
}

export const textFile = (type: string, text: string): MemoryFile =>
  packedFile(type, gzipSync(text));

/**
 * Answers GET and HEAD of these paths from memory; each file is made once, at its first request. `spend` counts the
 * request against the limit of its address, and rejects beyond it.
 */
export function memoryFiles(
  files: Readonly<Record<string, () => MemoryFile>>,
  spend: (req: Request) => Promise<unknown>,
): RequestHandler {
  const made = new Map<string, MemoryFile>();
  const fileAt = (path: string): MemoryFile => {
    const file = made.get(path) ?? files[path]!();
    made.set(path, file);
    return file;
  };
  return (req: Request, res: Response, next: NextFunction) => {
    const isAsked = req.method === 'GET' || req.method === 'HEAD';
    if (!isAsked || !Object.hasOwn(files, req.path)) next();
    else
      spend(req)
        .then(() => send(req, res, fileAt(req.path)), next)
        .catch(next);
  };
}

/** A year, the most that caches look at. */
const LASTING = 'public, max-age=31536000, immutable';

function send(req: Request, res: Response, file: MemoryFile): void {
  res.set({ 'Content-Type': file.type, ETag: file.version, Vary: 'Accept-Encoding' });
  res.set('Cache-Control', file.isLasting ? LASTING : 'no-cache');
  if (req.headers['if-none-match'] === file.version) {
    res.status(304).end();
    return;
  }
  const encoding = req.acceptsEncodings(file.brotli ? ['br', 'gzip'] : ['gzip']);
  const body = encoding === 'br' ? file.brotli! : encoding === 'gzip' ? file.packed : file.plain();
  if (encoding === 'br' || encoding === 'gzip') res.set('Content-Encoding', encoding);
  res.set('Content-Length', String(body.length));
  res.end(req.method === 'HEAD' ? undefined : body);
}
