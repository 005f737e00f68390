import { ReferenceReindex } from '../secrets/references/reference-reindex.js';
import { KeyRing } from '../keys/key-ring.js';
import { SecretVault } from '../secrets/secret-vault.js';
import { type Command, CommandError, type CommandRun } from './command.js';

/** Fills the index of references with secrets that were written before there was one. */
export const referencesReindex: Command = {
  summary: 'enters older secrets into the index of references; --all takes every secret anew',
  run: async ({ database, rootKeys, args, say }: CommandRun) => {
    if (args.some((arg) => arg !== '--all') || args.length > 1)
      throw new CommandError('Usage: references:reindex [--all]');
    const reindex = new ReferenceReindex(
      database,
      new SecretVault(new KeyRing(database, rootKeys)),
    );
    if (args.length > 0) await reindex.startAll();
    const projects = await reindex.listProjects();
    let [secrets, failed] = [0, 0];
    for (const project of projects) {
      try {
        for (
          let page = await reindex.nextPage(project);
          page;
          page = await reindex.nextPage(project)
        )
          secrets += page;
      } catch {
        failed++;
        say(`Project ${project.id} could not be read to its end; the next run goes on there.`);
      }
    }
    say(`${secrets} secrets of ${projects.length} projects entered, ${failed} projects not done.`);
    return failed === 0 ? 0 : 1;
  },
};
