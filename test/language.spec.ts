import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['src', 'test', 'bench', 'soak'];

/** Private nouns that were replaced by the field's terms. None comes back as a name. */
const REPLACED = [
  ...['Ground', 'Foundation', 'SecretWriteGround', 'prepareGround', 'shareGround', 'joinGround'],
  ...['layFoundation', 'isToWelcome', 'Founding', 'ProjectFounder', 'foundFirst', 'ground'],
  ...['foundation', 'AccessNews', 'FolderNews', 'ImportNews', 'ExpiryNews', 'news', 'told'],
  ...['tellOf', 'toldOf', 'told_for', 'EventBell', 'AuditBell', 'BellCarrier', 'bell', 'ring'],
  ...['Hearing', 'hearing', 'mayHear', 'couldHear', 'Interest', 'heardPath', 'Passage', 'passage'],
  ...['Round', 'Pace', 'Packet', 'EventWatch', 'look', 'trails', 'EventStarts', 'Standing'],
  ...['Standings', 'standing', 'Seat', 'seat', 'seatToChange', 'Place', 'growth', 'growing'],
  ...['exceeding', 'excess', 'gains', 'gaining', 'isStrongerSomewhere', 'liftingOf', 'heldThrough'],
  ...['AskedProject', 'seemsToName', 'SharedRead', 'forMany', 'isInWhole', 'onceCommitted'],
  ...['AccessNotes', 'notebook', 'noted', 'Noted', 'ReferenceNotes', 'onLoss', 'lostNames'],
  ...['lostBy', 'ShownValues', 'noteShown', 'UnchangedAnswers', 'goOn', 'Moments', 'AskedMoment'],
  ...['wasThen', 'JOIN_NOW', 'SecretClearance', 'Gone', 'Chainer', 'vouchFor', 'lastAnswers'],
  ...['Whole', 'When', 'Inquiry', 'Whom', 'Sifted', 'weightOf'],
];

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
).filter((file) => file !== join('test', 'language.spec.ts'));

/** Words of those nouns that mean nothing else here: no part of a name, nor of a file's name, may be one, or its plural. */
const REPLACED_WORDS = [
  ...['ground', 'foundation', 'founding', 'founder', 'news', 'told', 'bell', 'hearing', 'heard'],
  ...['passage', 'packet', 'trails', 'standing', 'seat', 'growth', 'excess', 'lifting', 'noted'],
  ...['notebook', 'clearance', 'chainer', 'vouch', 'stray', 'inquiry', 'sifted'],
];

const papersIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file));

const READMES = ['README.md', 'CONTRIBUTING.md', ...FOLDERS.flatMap(papersIn)];

interface Source {
  readonly file: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

const sources: readonly Source[] = files.map((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return { file, text, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) };
});

/** Names of the API's own fields: clients read them in answers. */
const FIELDS_OF_ANSWERS = [
  'src/permission-queries/permission-queries.presenter.ts: gains',
  'src/permission-queries/change-effect.presenter.ts: gains',
  'test/permission-queries/change-effect.e2e-spec.ts: gains',
  'test/console/access.browser-spec.ts: gains',
];

/**
 * Names with such a word from before their test looked at parts. It only becomes shorter: one that is not there any more
 * must be taken off, too.
 */
const STILL_THERE: readonly string[] = [
  'ApprovalStandings',
  'Heard',
  'NotedReferrerView',
  'RequestStanding',
  'RequestStandings',
  'STANDING',
  'approval-standing',
  'describe-standing',
  'describeStanding',
  'endApprovalStanding',
  'endStanding',
  'growth',
  'growthOfDatabase',
  'growthOfFolder',
  'growths',
  'hasStanding',
  'heard',
  'isTold',
  'request-standings',
  'sifted',
  'standings',
  'toldBy',
];

/** The words of a name in camelCase, kebab-case or capitals. */
const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

/** Every name that a file declares: classes, functions, members, parameters, variables. */
function declaredIn({ tree }: Source): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = (node as ts.NamedDeclaration).name;
    const isDeclaration =
      ts.isDeclarationStatement(node) ||
      ts.isClassElement(node) ||
      ts.isTypeElement(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isVariableDeclaration(node);
    if (isDeclaration && name && ts.isIdentifier(name)) names.push(name.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return names;
}

/** The names that a file exports. */
function exportedBy({ tree }: Source): string[] {
  return tree.statements.flatMap((statement) => {
    // A name that is passed on has two places to import it from.
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      if (!exportClause) return [`everything of ${statement.moduleSpecifier!.getText()}`];
      return ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name.getText())
        : [exportClause.name.getText()];
    }
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    const { name } = statement as ts.Statement & { readonly name?: ts.Node };
    return name ? [name.getText()] : [];
  });
}

/** Doc comments and comments of a file, without their marks. */
const commentsOf = ({ text }: Source): string[] =>
  textsOf(text.matchAll(/\/\*\*([\s\S]*?)\*\/|(?<=^\s*)\/\/(.*)$/gm));

/** Titles of tests. */
const titlesOf = ({ text }: Source): string[] =>
  Array.from(
    text.matchAll(/\b(?:it|describe)(?:\.each)?\(\s*(['"`])(.*?)\1/g),
    ([, , title]) => title!,
  );

const docCommentsOf = ({ text }: Source): string[] =>
  textsOf(text.matchAll(/\/\*\*([\s\S]*?)\*\//g));

function textsOf(found: Iterable<RegExpMatchArray>): string[] {
  return Array.from(found, ([, block, line]) =>
    (block ?? line ?? '')
      .replace(/^\s*\*/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

describe('names', () => {
  it('use the terms of the field', () => {
    const replaced = new Set(REPLACED);
    const back = sources.flatMap((source) =>
      declaredIn(source)
        .filter((name) => replaced.has(name))
        .map((name) => `${source.file}: ${name}`),
    );

    const found = [...new Set(back)].filter((name) => !FIELDS_OF_ANSWERS.includes(name));
    expect(found).toEqual([]);
  });

  it('and names of files have no such word in them', () => {
    const words = new Set(REPLACED_WORDS.flatMap((word) => [word, `${word}s`]));
    const found = new Set(
      sources.flatMap((source) =>
        [...declaredIn(source), basename(source.file, '.ts')].filter((name) =>
          wordsOf(name).some((word) => words.has(word)),
        ),
      ),
    );

    expect([...found].sort()).toEqual([...STILL_THERE].sort());
  });

  it('are exported once', () => {
    const places = new Map<string, Set<string>>();
    for (const source of sources.filter(({ file }) => /^src\/.*(?<!\.spec)\.ts$/.test(file)))
      for (const name of exportedBy(source))
        places.set(name, (places.get(name) ?? new Set()).add(source.file));
    const twice = [...places].filter(([, where]) => where.size > 1);

    expect(twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([]);
  });
});

/** What is said beside the code: comments, titles of tests, and READMEs. */
const texts: readonly { readonly file: string; readonly parts: readonly string[] }[] = [
  ...sources.map((source) => ({
    file: source.file,
    parts: [...commentsOf(source), ...titlesOf(source)],
  })),
  ...[...READMES, ...papersIn('docs')].map((file) => ({
    file,
    parts: readFileSync(join(ROOT, file), 'utf8').split('\n'),
  })),
];

const told = (file: string, text: string): string => `${file}: ${text.slice(0, 60)}`;

describe('comments', () => {
  it('begin with a sentence, not in mid-air', () => {
    const MID_AIR =
      /^(Of|Likewise|The same (as|for|in)|In (their|its) order|Those|Whose|By itself|Also|Like the)\b/;
    const found = sources.flatMap((source) =>
      commentsOf(source)
        .filter((comment) => MID_AIR.test(comment))
        .map((comment) => `${source.file}: ${comment.slice(0, 60)}`),
    );

    expect(found).toEqual([]);
  });

  it('of a declaration say what it is, not what is true of something above it', () => {
    const ABOUT_ANOTHER =
      /^(It|Its|They|Their|Them|That of|This|These|The same|Others?|Such|So|There|Not|Nor|Or|And|But|Then|Never|Once|Either|More|After a wait|By hand|What is left out)\b/;
    const found = sources.flatMap((source) =>
      docCommentsOf(source)
        .filter((comment) => ABOUT_ANOTHER.test(comment))
        .map((comment) => `${source.file}: ${comment.slice(0, 60)}`),
    );

    expect(found).toEqual([]);
  });

  it('of a declaration stand right above it', () => {
    const found = sources.flatMap(({ file, text }) =>
      Array.from(
        text.matchAll(/\/\*\*(?:[^*]|\*(?!\/))*\*\/\n[ \t]*(?=\n|\/\*|\/\/ (?!(?:ox|es)lint-))/g),
        ([comment]) => `${file}: ${comment.slice(0, 60)}`,
      ),
    );

    expect(found).toEqual([]);
  });

  it('cite nothing that is not in the repository', () => {
    const OUTSIDE = /\b[Dd]ecisions? \d+|wire contract|redesign|house style|\/work\/shared/;
    const found = texts.flatMap(({ file, parts }) =>
      parts.filter((part) => OUTSIDE.test(part)).map((part) => told(file, part)),
    );

    expect(found).toEqual([]);
  });

  it('name only papers that exist', () => {
    const found = texts.flatMap(({ file, parts }) =>
      parts
        .flatMap((part) =>
          Array.from(
            part.matchAll(
              /(?<![\w/.-])((?:docs|test|soak|bench|tools|scripts)\/[\w./-]+\.(?:md|ts|js|mjs|json))\b/g,
            ),
          ),
        )
        .filter(([, path]) => !existsSync(join(ROOT, path!)))
        .map(([, path]) => told(file, path!)),
    );

    expect(found).toEqual([]);
  });

  it('name attacks by codes that test/attacks/README.md explains, and nothing else by such codes', () => {
    const explained = new Set(
      Array.from(
        readFileSync(join(ROOT, 'test/attacks/README.md'), 'utf8').matchAll(/^\| ([FN]\d+) \|/gm),
        ([, code]) => code!,
      ),
    );
    const found = texts.flatMap(({ file, parts }) =>
      parts
        .flatMap((part) =>
          Array.from(
            part.matchAll(
              /(?:[(,] ?|attacks? |findings? |\b(?=[FN]\d+:))([FNOPRW]\d{1,2})(?=[),.:])/g,
            ),
          ),
        )
        .filter(([, code]) => !explained.has(code!))
        .map(([, code]) => told(file, code!)),
    );

    expect(found).toEqual([]);
  });
});
