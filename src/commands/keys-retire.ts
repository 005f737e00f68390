import { setTimeout as delay } from 'node:timers/promises';
import { DataKeys, type SpareKeys } from '../keys/data-keys.js';
import type { Command } from './command.js';
import { auditOf, durationOf, optionsOf, projectOf, requestOf } from './key-work.js';

export const keysRetire: Command = {
  summary: 'removes data keys that nothing is sealed under any more',
  synopsis: '[--project ID] [--wait DURATION]',
  options: {
    '--project ID': 'one project only, by id',
    '--wait DURATION': 'how long writes that began before may still take; 15s without it',
  },
  async run(run) {
    const options = optionsOf(run, ['project', 'wait']);
    const projectId = projectOf(options.project);
    const wait = durationOf('wait', options.wait ?? '15s');
    const { database, say } = run;
    const keys = new DataKeys(database, run.rootKeys);
    const audit = auditOf(run);
    const request = requestOf('keys:retire');
    const remove = (spare: SpareKeys) =>
      database.transaction(async (tx) => {
        const versions = await keys.removeUnused(tx, spare);
        if (versions.length === 0) return 0;
        const { projectId: id, orgId } = spare;
        const record = { action: 'project-key.retire', projectId: id, target: { versions } };
        await audit.recordSystem(tx, orgId, record, request);
        return versions.length;
      });

    // A read that has a row of before its re-sealing in hand still has to find the key.
    await delay(wait);
    let [removed, projects] = [0, 0];
    for await (const spare of keys.spares(projectId)) {
      const count = await remove(spare);
      removed += count;
      if (count > 0) projects += 1;
    }
    say(`${removed} data keys of ${projects} projects removed.`);
    const left = await keys.countOlder(projectId);
    if (left > 0) say(`${left} older data keys are still needed: run keys:rotate first.`);
    return 0;
  },
};
