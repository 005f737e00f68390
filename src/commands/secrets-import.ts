import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { ApiClient } from './api-client.js';
import { argumentsOf } from './arguments.js';
import { type Command, CommandError, type CommandRun } from './command.js';
import { canonicalPath } from './folder-paths.js';
import { fileProblem } from './files.js';
import { applyImport, describePlan, isEmptyPlan, planImport } from './import-plan.js';
import { formatOf, parseSecrets } from './secret-files.js';
import { requireScope, SCOPE_OPTIONS } from './secrets-export.js';

/** Bytes. Ten thousand secrets of a page each. */
const MAX_FILE = 64 * 1024 * 1024;

export const secretsImport: Command = {
  summary:
    'brings the secrets of a .env or JSON file into a folder, after it has shown what will change',
  synopsis:
    'FILE --project SLUG --environment SLUG [--path PATH] [--format env|json] [--remove] [--plan | --yes]',
  options: {
    FILE: 'KEY=value lines, a JSON object of names and values, or what export wrote',
    ...SCOPE_OPTIONS,
    '--format FORMAT': 'env or json; by the name of the file without it',
    '--remove': 'removes from the folders of the file what the file does not have',
    '--plan': 'shows what would be done, and does nothing',
    '--yes': 'does it without asking',
    STRONGROOM_URL: 'the server; http://localhost:PORT without it',
    STRONGROOM_CLIENT_ID: 'and STRONGROOM_CLIENT_SECRET, or STRONGROOM_TOKEN: who does it',
  },
  run: importSecrets,
  runAlone: importSecrets,
};

/** Needs no database: it asks a server, with the rights of an identity. */
async function importSecrets(run: Pick<CommandRun, 'config' | 'args' | 'say'>): Promise<number> {
  const { positionals, texts, flags } = argumentsOf(run, {
    positionals: ['FILE'],
    texts: ['project', 'environment', 'path', 'format'],
    flags: ['remove', 'plan', 'yes'],
  });
  const { project, environment } = requireScope(texts);
  const file = positionals[0]!;
  const secrets = parseSecrets(formatOf(texts.format, file), await readFileText(file), file);
  const api = await ApiClient.signIn(run);
  const base = {
    projectId: await api.projectId(project),
    environment,
    secretPath: canonicalPath(texts.path ?? '/', '--path'),
  };
  const plans = await planImport(api, base, secrets, flags.has('remove'));
  run.say(`${api.url}, project ${project}, environment ${environment}:`);
  for (const line of describePlan(plans)) run.say(line);
  if (flags.has('plan') || isEmptyPlan(plans)) return 0;
  if (!flags.has('yes') && !(await isAgreed())) {
    run.say('Nothing was changed.');
    return 1;
  }
  await applyImport(api, plans);
  run.say('Done.');
  return 0;
}

async function readFileText(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > MAX_FILE)
        throw new CommandError(`${path} is larger than ${MAX_FILE / 1024 / 1024} MiB.`);
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    throw fileProblem(path, error);
  }
}

/** Asks whoever sits at the terminal. Throws a CommandError where nobody does. */
async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new CommandError('Nobody is there to ask: say --yes to do it.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('Do this? (yes/no) ')).trim());
  } finally {
    terminal.close();
  }
}
