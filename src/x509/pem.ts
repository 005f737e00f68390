import { X509Problem } from './x509-problem.js';

/** Characters of all blocks together, and how many blocks there may be. */
export const MAX_PEM = 65_536;
const MAX_BLOCKS = 10;
const LINE = 64;

const BEGIN = /^-----BEGIN ([A-Z0-9]+(?: [A-Z0-9]+)*)-----$/;
const BASE64_LINE = /^[A-Za-z0-9+/]{1,76}={0,2}$/;

/** The bytes of each block of that label. Throws X509Problem for another label, and for text between blocks (RFC 7468). */
export function readPem(text: string, label: string): Buffer[] {
  if (text.length > MAX_PEM) throw new X509Problem(`PEM has at most ${MAX_PEM} characters.`);
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  const blocks: Buffer[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at] === '') continue;
    const end = endOf(lines, at, label);
    blocks.push(bytesOf(lines.slice(at + 1, end)));
    at = end;
    if (blocks.length > MAX_BLOCKS)
      throw new X509Problem(`There are more than ${MAX_BLOCKS} blocks of PEM.`);
  }
  if (blocks.length === 0) throw new X509Problem(`There is no block BEGIN ${label}.`);
  return blocks;
}

/** The only block of a text. */
export function readOnePem(text: string, label: string): Buffer {
  const blocks = readPem(text, label);
  if (blocks.length > 1) throw new X509Problem(`There has to be one block BEGIN ${label} alone.`);
  return blocks[0]!; // there is no list without any
}

function endOf(lines: readonly string[], at: number, label: string): number {
  const [, found] = BEGIN.exec(lines[at]!) ?? []; // within the list
  if (found !== label)
    throw new X509Problem(`Only blocks that begin with -----BEGIN ${label}----- belong here.`);
  const end = lines.indexOf(`-----END ${label}-----`, at);
  if (end === -1) throw new X509Problem(`-----END ${label}----- is missing.`);
  return end;
}

function bytesOf(lines: readonly string[]): Buffer {
  const text = lines.join('');
  const bytes = Buffer.from(text, 'base64');
  const isWhole = lines.every((line) => BASE64_LINE.test(line)) && bytes.length > 0;
  if (!isWhole || bytes.toString('base64') !== text)
    throw new X509Problem('A block of PEM is no base64.');
  return bytes;
}

/** 64 characters a line and one newline at the end. */
export function writePem(der: Buffer, label: string): string {
  const text = der.toString('base64');
  const lines = Array.from({ length: Math.ceil(text.length / LINE) }, (_, index) =>
    text.slice(index * LINE, (index + 1) * LINE),
  );
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

export const CERTIFICATE = 'CERTIFICATE';
export const REQUEST = 'CERTIFICATE REQUEST';
export const CRL = 'X509 CRL';

export const certificatePem = (der: Buffer): string => writePem(der, CERTIFICATE);
