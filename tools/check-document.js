// `npm run check:document`: linters without an error or a warning, and generated clients that compile.
import { join } from 'node:path';
import { checkPythonClient } from './python-client.js';
import { checkTypeScriptClients } from './typescript-clients.js';
import { writeDocument } from './document.js';
import { attempt, bin, installPackages, TOOLS, withFolder } from './run.js';

installPackages();

const LINTERS = [
  [
    'Redocly',
    'redocly',
    (file) => ['lint', file, '--config', 'redocly.yaml', '--format', 'stylish'],
  ],
  [
    'Spectral',
    'spectral',
    (file) => ['lint', file, '--ruleset', join(TOOLS, 'spectral.yaml'), '--fail-severity', 'hint'],
  ],
];

/** Returns what it complains of; null where it does not. Redocly ends with 0 after warnings. */
function complaint([name, program, argumentsFor], file) {
  const { status, stdout, stderr } = attempt(bin(program), argumentsFor(file));
  const isClean = status === 0 && !/\bwarning\b/i.test(stdout.replace(/You have no warnings/i, ''));
  return isClean ? null : `${name}:\n${stdout}${stderr}`;
}

const failures = [];
await withFolder(async (folder) => {
  const file = join(folder, 'openapi.json');
  await writeDocument(file);
  for (const linter of LINTERS) {
    const found = complaint(linter, file);
    console.log(`${linter[0]}: ${found === null ? '0 errors, 0 warnings' : 'complaints'}`);
    if (found !== null) failures.push(found);
  }
  for (const check of [checkTypeScriptClients, checkPythonClient]) {
    try {
      await check(file, folder);
    } catch (error) {
      failures.push(error.message);
    }
  }
});
for (const failure of failures) console.error(`\n${failure}`);
process.exit(failures.length === 0 ? 0 : 1);
