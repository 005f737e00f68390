// What judges certificates: OpenSSL and GnuTLS chains and names, zlint their form.
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isIP } from 'node:net';
import { attempt, run } from '../run.js';

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g;
const blocksOf = (file) => readFileSync(file, 'utf8').match(BLOCK) ?? [];
const serialOf = (file) => new X509Certificate(blocksOf(file)[0]).serialNumber;

/** Names of a certificate, as they were asked. */
const namesOf = ({ subjectAltName }) =>
  subjectAltName
    .split(', ')
    .map((each) => each.replace(/^(DNS|IP Address):/, ''))
    .sort();

/** Judges for the certificates of one server; `certtool`: null where there is no GnuTLS. */
export function judgesOf({ roots, isRevoked, isListed }, folder, certtool, seen) {
  return {
    /** Whether the chain in that file leads to the root, and is for exactly these names. */
    check: async (file, names) => {
      const [leaf, ...above] = blocksOf(file);
      const certificate = new X509Certificate(leaf);
      const found = namesOf(certificate);
      if (found.join() !== [...names].sort().join()) throw new Error(`it is for ${found.join()}`);
      const [own, rest] = [join(folder, 'leaf.pem'), join(folder, 'above.pem')];
      writeFileSync(own, leaf);
      writeFileSync(rest, above.join(''));
      const host = names[0].replace('*', 'any');
      const match = [isIP(host) ? '-verify_ip' : '-verify_hostname', host];
      const purpose = ['-purpose', 'sslserver', '-x509_strict'];
      const trust = ['-CAfile', roots, '-untrusted', rest];
      await run('openssl', ['verify', ...purpose, ...match, ...trust, own]);
      if (certtool)
        await run(certtool, ['--verify', '--load-ca-certificate', roots, '--infile', file]);
      seen.push(leaf, ...above);
      return true;
    },
    isNew: async (before, after) => {
      if (serialOf(before) === serialOf(after)) throw new Error('it is the certificate of before');
      seen.push(blocksOf(after)[0]);
      return true;
    },
    revoked: async (file) => {
      const leaf = join(folder, `revoked-${basename(file)}`);
      writeFileSync(leaf, blocksOf(file)[0]);
      if (!(await isRevoked(leaf))) throw new Error('it is not revoked by its status');
      if (!(await isListed(leaf))) throw new Error('it is not in the list');
      return true;
    },
  };
}

/** Results of lints of RFC 5280 and 8399 that are errors, by the name of each lint; lints of public authorities are told apart. */
export async function lint(zlint, certificates, folder) {
  const wrong = new Map();
  const unique = [...new Set(certificates.map((each) => each.trim()))];
  for (const pem of unique) {
    const file = join(folder, 'linted.pem');
    writeFileSync(file, pem);
    const args = ['-includeSources', 'RFC3279,RFC5280,RFC5480,RFC5891,RFC8813', file];
    const { stdout, stderr, status } = await attempt(zlint, args);
    if (status !== 0) throw new Error(`zlint ended with ${status}: ${stderr.slice(-300)}`);
    for (const [name, { result }] of Object.entries(JSON.parse(stdout)))
      if (['error', 'fatal'].includes(result)) wrong.set(name, (wrong.get(name) ?? 0) + 1);
  }
  return { count: unique.length, wrong };
}
