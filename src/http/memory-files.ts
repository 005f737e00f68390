import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** A file that is the same for everybody. */
export interface MemoryFile {
  readonly type: string;
  readonly packed: Buffer;
  readonly plain: () => Buffer;
  /** Entity tag (RFC 9110, 8.8.3). */
  readonly version: string;
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

function send(req: Request, res: Response, file: MemoryFile): void {
  res.set({ 'Content-Type': file.type, ETag: file.version, Vary: 'Accept-Encoding' });
  res.set('Cache-Control', 'no-cache');
  if (req.headers['if-none-match'] === file.version) {
    res.status(304).end();
    return;
  }
  const isPacked = req.acceptsEncodings('gzip') === 'gzip';
  const body = isPacked ? file.packed : file.plain();
  if (isPacked) res.set('Content-Encoding', 'gzip');
  res.set('Content-Length', String(body.length));
  res.end(req.method === 'HEAD' ? undefined : body);
}
