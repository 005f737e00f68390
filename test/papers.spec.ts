import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');

const papers = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join('docs', file)),
];

const read = (paper: string) => readFileSync(join(ROOT, paper), 'utf8');

/** What each paper names that is not there. */
const missingIn = (namesOf: (text: string, paper: string) => readonly string[]) =>
  papers.flatMap((paper) =>
    namesOf(read(paper), paper)
      .filter((name) => !existsSync(join(ROOT, name)))
      .map((name) => `${paper}: ${name}`),
  );

describe('README, CONTRIBUTING and docs', () => {
  it('have only relative links that lead to a file', () => {
    const links = (text: string, paper: string) =>
      [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)]
        .map(([, link]) => link!)
        .filter((link) => !/^[a-z]+:/.test(link))
        .map((link) => join(dirname(paper), link));

    expect(missingIn(links)).toEqual([]);
  });

  it('name only files and folders of src, test, bench, soak and scripts that exist', () => {
    // A name with a placeholder (`src/<module>`), an ellipsis or a wildcard stands for many files.
    const paths = (text: string) =>
      [...text.matchAll(/`((?:src|test|bench|soak|scripts)\/[^`\s]*)`/g)]
        .map(([, path]) => path!)
        .filter((path) => !/[<*…{]/.test(path));

    expect(missingIn(paths)).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  it('has at most 150 lines', () => {
    expect(read('docs/architecture.md').split('\n').length).toBeLessThanOrEqual(150);
  });

  it('names only files and classes of src that exist', () => {
    const text = read('docs/architecture.md');
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const files = [...text.matchAll(/(?<![\w./-])(?!test\/)([a-z][\w.-]*(?:\/[\w.-]+)*\.ts)\b/g)]
      .map(([, file]) => file!.replace(/^src\//, ''))
      .filter((file) => !sources.some((each) => `/${each}`.endsWith(`/${file}`)));
    const code = sources
      .filter((file) => file.endsWith('.ts'))
      .map((file) => read(join('src', file)))
      .join('\n');
    const classes = [...text.matchAll(/\b(?:[A-Z][a-z]+){2,}\b/g)]
      .map(([name]) => name)
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(code));

    expect({ files, classes: [...new Set(classes)] }).toEqual({ files: [], classes: [] });
  });
});

describe('a folder of src', () => {
  /** Lines without specs from which on a folder has a README. */
  const LARGE = 1_500;
  const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  );
  const linesOf = (folder: string) =>
    readdirSync(join(ROOT, 'src', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .reduce((sum, file) => sum + read(join('src', folder, file)).split('\n').length, 0);

  it('has a README where it is large, and names only files in it that exist', () => {
    const withoutOne = folders.filter(
      ({ name }) => !existsSync(join(ROOT, 'src', name, 'README.md')) && linesOf(name) >= LARGE,
    );
    const all = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const gone = folders
      .map(({ name }) => join('src', name, 'README.md'))
      .filter((file) => existsSync(join(ROOT, file)))
      .flatMap((file) =>
        Array.from(
          read(file).matchAll(/`((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.ts)`/g),
          ([, path]) => path!,
        )
          .filter((path) => !existsSync(join(ROOT, path)))
          .filter((path) => !all.some((each) => `/${each}`.endsWith(`/${path}`)))
          .map((path) => `${file}: ${path}`),
      );

    expect({ withoutOne: withoutOne.map(({ name }) => name), gone }).toEqual({
      withoutOne: [],
      gone: [],
    });
  });
});

describe('docs/adr', () => {
  it('has at most thirty records, all of them listed', () => {
    const records = readdirSync(join(ROOT, 'docs/adr')).filter((file) => /^\d{4}-/.test(file));
    const list = read('docs/adr/README.md');

    expect(records.length).toBeLessThanOrEqual(30);
    expect(records.filter((record) => !list.includes(`(${record})`))).toEqual([]);
  });
});

describe('docs/glossary.md', () => {
  it('has at most fifteen terms', () => {
    const rows = read('docs/glossary.md')
      .split('\n')
      .filter((line) => line.startsWith('| '));

    expect(rows.length - 1).toBeLessThanOrEqual(15);
  });
});
