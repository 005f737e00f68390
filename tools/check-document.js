// `npm run check:document`: linters without an error or a warning, and generated clients that compile.
// Ends with 3 where packages of it cannot be had, and nothing else is wrong.
import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkPythonClient } from './python-client.js';
import { checkTypeScriptClients } from './typescript-clients.js';
import { writeDocument } from './document.js';
import { attempt, bin, installPackages, TOOLS, withFolder } from './run.js';

/** Nothing was found out about the document, or not by all checks. */
const SKIPPED = 3;

if (!(await installPackages())) {
  console.error(
    'SKIPPED: the packages of tools cannot be installed here. The document was not checked.',
  );
  process.exit(SKIPPED);
}

/** Redocly finds what it is to ignore beside its settings, by a place that is relative to them. */
const REDOCLY_FILES = ['redocly.yaml', '.redocly.lint-ignore.yaml'];

const LINTERS = [
  [
    'Redocly',
    'redocly',
    (file) => [
      'lint',
      file,
      '--config',
      join(dirname(file), 'redocly.yaml'),
      '--format',
      'stylish',
    ],
  ],
  [
    'Spectral',
    'spectral',
    (file) => ['lint', file, '--ruleset', join(TOOLS, 'spectral.yaml'), '--fail-severity', 'hint'],
  ],
];

/** Returns what it complains of; null where it does not. Redocly ends with 0 after warnings. */
async function complaint([name, program, argumentsFor], file) {
  const { status, stdout, stderr } = await attempt(bin(program), argumentsFor(file));
  const isClean = status === 0 && !/\bwarning\b/i.test(stdout.replace(/You have no warnings/i, ''));
  return isClean ? null : `${name}:\n${stdout}${stderr}`;
}

const failures = [];
let isWhole = true;
await withFolder(async (folder) => {
  const file = join(folder, 'openapi.json');
  await writeDocument(file);
  for (const name of REDOCLY_FILES) copyFileSync(join(TOOLS, name), join(folder, name));
  const lint = async (linter) => {
    const found = await complaint(linter, file);
    console.log(`${linter[0]}: ${found === null ? '0 errors, 0 warnings' : 'complaints'}`);
    if (found !== null) failures.push(found);
  };
  const generate = async (check) => {
    try {
      if ((await check(file, folder)) === false) isWhole = false;
    } catch (error) {
      failures.push(error.message);
    }
  };
  const generators = [checkTypeScriptClients, checkPythonClient];
  await Promise.all([...LINTERS.map(lint), ...generators.map(generate)]);
});
for (const failure of failures) console.error(`\n${failure}`);
process.exit(failures.length > 0 ? 1 : isWhole ? 0 : SKIPPED);
