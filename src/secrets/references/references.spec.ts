import fc from 'fast-check';
import {
  addressKey,
  COST_OF_REFERENCE,
  Expander,
  ExpansionTooLarge,
  type UnexpandedReference,
  MAX_REFERENCE_DEPTH,
  MAX_EXPANSION,
  referencesIn,
  referenceTarget,
} from './references.js';

const ROOT = { environment: 'dev', secretPath: '/' };
const at = (key: string, place = ROOT) => ({ ...place, key });

/** Values of the root folder of `dev`, by key. */
const expander = (values: Readonly<Record<string, string>>) =>
  new Expander(new Map(Object.entries(values).map(([key, value]) => [addressKey(at(key)), value])));

/** All of it at once. */
function finish<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

const expandKey = (values: Readonly<Record<string, string>>, key: string) =>
  finish(expander(values).expand(values[key]!, at(key)));

describe('Expander', () => {
  it('pauses again and again within one value, and gives the same', () => {
    const text = '${NONE} '.repeat(131_000);
    const work = expander({}).expand(text, at('A'));
    let pauses = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) pauses++;
    expect(pauses).toBeGreaterThan(1_000);
    expect(step.value).toBe(text);
  });
});

describe('targetOf', () => {
  const here = { environment: 'dev', secretPath: '/a/b' };

  it.each([
    ['KEY', { ...here, key: 'KEY' }],
    ['prod.KEY', { environment: 'prod', secretPath: '/', key: 'KEY' }],
    ['prod.x.KEY', { environment: 'prod', secretPath: '/x', key: 'KEY' }],
    ['prod.x.y-1.z_2.KEY', { environment: 'prod', secretPath: '/x/y-1/z_2', key: 'KEY' }],
  ])('finds where %s leads', (name, target) => {
    expect(referenceTarget(name, here)).toEqual(target);
  });
});

describe('referencesIn', () => {
  const names = (text: string) => [...referencesIn(text, ROOT)].map((target) => target.key);

  it.each([
    ['', []],
    ['no reference', []],
    ['${A}', ['A']],
    ['a ${A} b ${B-1_c} ${A}', ['A', 'B-1_c', 'A']],
    ['$${A}', ['A']],
    ['${${A}}', ['A']],
    ['${A', []],
    ['$A {A} ${} ${ A} ${A } ${A:B} ${a/b} ${.A} ${A.} ${a..b} ${ä} ${A\n}', []],
  ])('finds in %j %j', (text, found) => {
    expect(names(text)).toEqual(found);
  });

  it('costs no more than it is asked for', () => {
    const many = '${A}'.repeat(250_000);
    expect(referencesIn(many, ROOT).next().value).toEqual(at('A'));
  });
});

describe('Expander', () => {
  it('leaves what is unknown as written', () => {
    expect(expandKey({ A: 'x${B}${dev.C}y${no.where.D}' }, 'A')).toBe(
      'x${B}${dev.C}y${no.where.D}',
    );
  });

  it('puts values in their place, dollar signs and all', () => {
    const values = { A: '<${B}|${dev.C}|${B}>', B: '$& $1 $$ $`', C: '' };
    expect(expandKey(values, 'A')).toBe('<$& $1 $$ $`||$& $1 $$ $`>');
  });

  it('sees a reference from the folder of the value that holds it', () => {
    const deep = { environment: 'prod', secretPath: '/x' };
    const values = new Map([
      [addressKey(at('B', deep)), 'b${C}'],
      [addressKey(at('C', deep)), 'deep'],
      [addressKey(at('C')), 'root'],
    ]);
    expect(finish(new Expander(values).expand('${prod.x.B} ${C}', at('A')))).toBe('bdeep root');
  });

  it('ends cycles, the cycle left as written', () => {
    expect(expandKey({ A: 'a${A}' }, 'A')).toBe('a${A}');
    expect(expandKey({ A: 'a${dev.A}' }, 'A')).toBe('a${dev.A}');
    expect(expandKey({ A: 'a${B}', B: 'b${A}' }, 'A')).toBe('ab${A}');
    expect(expandKey({ A: '${B}${C}', B: 'b${C}', C: 'c${B}' }, 'A')).toBe('bc${B}cb${C}');
  });

  it(`follows ${MAX_REFERENCE_DEPTH} steps and no further`, () => {
    const chain: Record<string, string> = {};
    for (let step = 0; step < 20; step++) chain[`K${step}`] = `${step} \${K${step + 1}}`;
    const steps = Array.from({ length: MAX_REFERENCE_DEPTH + 1 }, (_, step) => step).join(' ');
    expect(expandKey(chain, 'K0')).toBe(`${steps} \${K${MAX_REFERENCE_DEPTH + 1}}`);
  });

  it('does not make a reference of what two values happen to form', () => {
    expect(expandKey({ A: '${B}{C}', B: '$', C: 'secret' }, 'A')).toBe('${C}');
  });

  it('refuses to grow without bound, whatever the shape', () => {
    const doubling: Record<string, string> = { K10: 'x'.repeat(1024) };
    for (let step = 0; step < 10; step++) doubling[`K${step}`] = `\${K${step + 1}}`.repeat(8);
    expect(() => expandKey(doubling, 'K0')).toThrow(ExpansionTooLarge);
    const ofNothing = '${A}'.repeat(MAX_EXPANSION / COST_OF_REFERENCE + 1);
    expect(() => finish(expander({ A: '' }).expand(ofNothing, at('B')))).toThrow(ExpansionTooLarge);
    expect(() => finish(expander({}).expand(ofNothing, at('B')))).toThrow(ExpansionTooLarge);
  });

  it('counts all texts of one answer together', () => {
    const half = 'x'.repeat(MAX_EXPANSION / 2);
    const one = expander({ A: half });
    expect(finish(one.expand('${A}', at('B')))).toBe(half);
    expect(() => finish(one.expand('${A}', at('C')))).toThrow(ExpansionTooLarge);
  });

  it('tells each reference that it leaves, where it stands, and why', () => {
    const chain: Record<string, string> = { A: '${B} ${no.X} ${C}', B: '${NONE}', C: '${A}${K1}' };
    for (let step = 1; step < 20; step++) chain[`K${step}`] = `\${K${step + 1}}`;
    expect(leftIn(chain, 'A')).toEqual([
      'B: NONE missing',
      'A: no.X missing',
      'C: A cycle',
      'K9: K10 too deep',
    ]);
  });

  it('tells of a reference too deep even if nothing is there', () => {
    const chain: Record<string, string> = {};
    for (let step = 0; step <= MAX_REFERENCE_DEPTH; step++) chain[`K${step}`] = `\${K${step + 1}}`;
    expect(leftIn(chain, 'K0')).toEqual([
      `K${MAX_REFERENCE_DEPTH}: K${MAX_REFERENCE_DEPTH + 1} too deep`,
    ]);
    expect(leftIn(chain, 'K1')).toEqual([
      `K${MAX_REFERENCE_DEPTH}: K${MAX_REFERENCE_DEPTH + 1} missing`,
    ]);
  });

  it('answers what a naive expander answers, and leaves what it leaves for the same reasons', () => {
    const keys = ['A', 'B', 'C', 'D'];
    const part = fc.oneof(
      fc.constantFrom(...keys, 'X').map((key) => `\${${key}}`),
      fc.constantFrom(...keys).map((key) => `\${dev.${key}}`),
      fc.constantFrom('', 'x', '$', '${', '}', '{A}', '\n', '${ A}'),
    );
    const value = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    const values = fc.record({ A: value, B: value, C: value, D: value });
    fc.assert(
      fc.property(values, fc.constantFrom(...keys), (all, key) => {
        const left: string[] = [];
        expect(expandKey(all, key)).toBe(naive(all, [key], left));
        expect(leftIn(all, key)).toEqual(left);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** What expanding leaves, as `holder: name reason`. */
function leftIn(values: Readonly<Record<string, string>>, key: string): string[] {
  const left: UnexpandedReference[] = [];
  const known = new Map(Object.entries(values).map(([each, text]) => [addressKey(at(each)), text]));
  finish(new Expander(known, (each) => left.push(each)).expand(values[key]!, at(key)));
  return left.map(({ holder, name, reason }) => `${holder.key}: ${name} ${reason}`);
}

/** Cuts a value into text and references by hand, and follows each; notes those that it leaves. */
function naive(
  values: Readonly<Record<string, string>>,
  trail: readonly string[],
  left: string[],
): string {
  const holder = trail.at(-1)!;
  let rest = values[holder]!;
  let out = '';
  while (rest !== '') {
    const name = nameAtStart(rest);
    const written = name === null ? rest.slice(0, 1) : `\${${name}}`;
    const key = name?.replace('dev.', '') ?? '';
    const reason = name === null ? 'no reference' : naiveReason(values, trail, key);
    out += reason === null ? naive(values, [...trail, key], left) : written;
    if (name !== null && reason !== null) left.push(`${holder}: ${name} ${reason}`);
    rest = rest.slice(written.length);
  }
  return out;
}

/** What stands between the braces of a reference that the text begins with. */
function nameAtStart(text: string): string | null {
  if (!text.startsWith('${') || !text.includes('}')) return null;
  const name = text.slice(2, text.indexOf('}'));
  const isName = name.split('.').every((word) => word !== '' && [...word].every(isLetter));
  return isName ? name : null;
}

const isLetter = (letter: string) => /[A-Za-z]/.test(letter);

function naiveReason(
  values: Readonly<Record<string, string>>,
  trail: readonly string[],
  key: string,
): string | null {
  if (trail.includes(key)) return 'cycle';
  if (trail.length > MAX_REFERENCE_DEPTH) return 'too deep';
  return key in values ? null : 'missing';
}
