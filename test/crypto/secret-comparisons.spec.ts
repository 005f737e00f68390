import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..', '..', 'src');

/** Last words of the names of secrets, and of what is made from secrets. */
const SECRET = new Set([
  ...['secret', 'secrets', 'password', 'credential', 'credentials', 'token', 'tokens', 'bearer'],
  ...['digest', 'digests', 'hash', 'mac', 'macs', 'hmac', 'fingerprint', 'signature', 'pepper'],
  ...['tag', 'etag'],
]);

/** Ways to compare that stop at the first difference, and so tell how far a guess was right. */
const OPERATORS = ['==', '===', '!=', '!=='];
const METHODS = ['startsWith', 'endsWith', 'includes', 'indexOf', 'is', 'localeCompare'];
/** Only bytes have these. */
const METHODS_OF_BYTES = ['equals', 'compare'];

/** Comparisons of what no guess could come nearer to. */
const HARMLESS = [
  // Keys that the server itself sent and got back, to tell which count is whose.
  'accounts/bounded-counts.ts: each.equals(key)',
  // Tags of CAA records, which stand in public name servers.
  'acme/validation/authorization-records.ts: KNOWN.includes(tag)',
  'acme/validation/authorization-records.ts: each![1]!.toLowerCase() === tag',
  'acme/validation/authorization-records.ts: each.tag === tag',
  // A method of ours, which compares with `timingSafeEqual`.
  'audit-logs/chain-status.controller.ts: this.compare(orgId, checkpoint)',
  // Certificates and public keys: their owners hand them out.
  'certificates/authorities/imported-chain.ts: der.equals(certificate.der)',
  'certificates/issued/foreign-leaf.ts: der.equals(leaf.der)',
  // Methods of ours.
  'database/database-watch.ts: this.compare(found, before)',
  // A digest without a key, of what the caller subscribes to.
  'events/events.controller.ts: registerHash(query.toRegister()).equals(registerHash(register))',
  // Headings of the API page.
  'openapi/page-html.ts: operation.tags.includes(tag)',
  'permission-queries/change-comparison.ts: this.compare(held)',
  'permission-queries/change-effect.service.ts: comparison.compare(classes, places)',
  'permission-queries/effect-on-places.ts: names.length === secrets',
  'scim/protocol/filter-sql.ts: this.compare(column, filter)',
  // Names, addresses and the like of a user, before and after a change by a provider.
  'scim/protocol/same-values.ts: isDeepStrictEqual(one, other)',
  // A method of ours, which compares digests under a key that lives for one request, for who may read the values.
  'secrets/compare/secret-comparison.controller.ts: this.comparisons.compare(actor, projectId, dto)',
  // A digest without a key, of a plan that the caller was shown.
  'secrets/folder-rollback/folder-rollback.service.ts: expectedPlan !== digestOf(steps)',
  // Digests of public keys and names, which stand in certificates.
  'x509/ocsp.ts: hash(key.subjectPublicKey.valueBlock.valueHexView) === issuerKeyHash',
  'x509/ocsp.ts: hash(name) === issuerNameHash',
  // Public keys.
  'x509/read-certificate.ts: a.equals(b)',
  'x509/request-names.ts: Buffer.from(text).equals(valueBlock!.valueHexView!)',
];

/** The last of `a.b.c`, the maker in `digestOf(x)`, the source in `mac.toString()`. */
function nameOf(node: ts.Expression): string {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) return node.text;
  if (ts.isElementAccessExpression(node)) return nameOf(node.argumentExpression);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    const { name, expression } = node.expression;
    return /^to[A-Z]|^(trim|slice|subarray)$/.test(name.text) ? nameOf(expression) : name.text;
  }
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isTypeOfExpression(node)) return '';
  return 'expression' in node ? nameOf(node.expression as ts.Expression) : '';
}

const isSecret = (node: ts.Expression): boolean => {
  const words = nameOf(node)
    .replace(/Of$/, '')
    .split(/(?=[A-Z])|_/);
  return SECRET.has(words.at(-1)!.toLowerCase());
};

/** Whether it is there at all, or of what kind, is no secret. */
const isConstant = (node: ts.Expression): boolean =>
  ts.isLiteralExpression(node) || ['null', 'true', 'false', 'undefined'].includes(node.getText());

function isHasty(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) {
    const sides = [node.left, node.right];
    const compares = OPERATORS.includes(node.operatorToken.getText());
    return compares && !sides.some(isConstant) && sides.some(isSecret);
  }
  if (!ts.isCallExpression(node)) return false;
  const { expression: called, arguments: given } = node;
  const name = nameOf(called);
  if (name === 'isDeepStrictEqual') return true;
  if (!ts.isPropertyAccessExpression(called)) return false;
  if (METHODS_OF_BYTES.includes(name)) return true;
  const compared = [called.expression, ...given];
  return METHODS.includes(name) && !given.every(isConstant) && compared.some(isSecret);
}

function hastyIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (isHasty(node)) found.push(`${file}: ${node.getText().replace(/\s+/g, ' ')}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe('secrets, tokens and digests', () => {
  it('are compared in a time that does not depend on where they differ', () => {
    const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .filter((file) => !file.split('/').includes('testing'))
      // Tokens of a pattern are no credentials.
      .filter((file) => !file.startsWith('permissions/glob'));
    const found = files.flatMap((file) => hastyIn(file, readFileSync(join(ROOT, file), 'utf8')));

    expect(files.length).toBeGreaterThan(100);
    expect(found.sort()).toEqual(HARMLESS);
  });

  it.each([
    'given === clientSecret',
    'row.digest != hash(text)',
    'row["token_hash"] === wanted',
    'mac.toString("hex") !== expected',
    'macOf(entry).equals(mac)',
    'Buffer.compare(one, other) === 0',
    'isDeepStrictEqual(one, other)',
    'tokens.includes(given)',
    'authorization.endsWith(this.accessToken)',
    'Object.is(fingerprint, other)',
    '(await this.pepper)! == given',
  ])('would be found in `%s`', (text) => {
    expect(hastyIn('sample.ts', text)).toHaveLength(1);
  });

  it.each([
    'token === undefined',
    'typeof secret === "string"',
    'etag.startsWith("W/")',
    'mac.length !== 32',
    'timingSafeEqual(mac, expected)',
    'secretKey === other.secretKey',
  ])('are not what `%s` compares', (text) => {
    expect(hastyIn('sample.ts', text)).toEqual([]);
  });
});
