/** Words of the screen Time. */
export const timeWords = {
  title: 'Time',
  environment: 'Environment',
  lastChanges: 'Last change',
  neverChanged: 'none',
  path: 'Folder',
  at: 'Date and time',
  go: 'Show',
  period: 'Changes of the',
  periods: { day: 'last 24 hours', week: 'last 7 days', month: 'last 30 days' },
  timeline: (place: string) => `Changes in ${place}`,
  shown: (moment: string) => `As it was at ${moment}`,
  now: 'Now',
  /** Which side of a change is shown: the other one is offered. */
  beside: { after: 'Right before a change.', before: 'Right after a change.' },
  toSide: { after: 'Show it after the change', before: 'Show it before the change' },
  backToNow: 'Back to now',
  help: 'Choose a bar to see the folder as it was before those changes, and to roll it back to that. Imported secrets are not included: they have no history here.',
  helpKeys: 'The left and right arrow keys go from change to change, with Shift a day at a time.',
  changes: 'Changes',
  when: 'When',
  who: 'Who',
  what: 'What',
  cut: (moment: string) =>
    `There are too many changes to count. The count is complete from ${moment} on.`,
  kept: (moment: string) =>
    `Older versions were deleted. The history is complete from ${moment} on.`,
  nothing: 'Nothing changed here in this period',
  nothingHelp: 'Choose a longer period, or a folder above this one.',
  lookBack: 'Look at the last 30 days',
  noFolder: (place: string) => `There is no secret in or below ${place} that you may see`,
  noFolderHelp: 'Nothing changed there in this period either. Check the name of the folder.',
  andMore: (count: number) => `and ${count} more`,
  someone: 'see the audit log',
  show: 'Show the folder',
  before: 'Before',
  after: 'After',
  showBefore: (moment: string) => `Before the change of ${moment}`,
  showAfter: (moment: string) => `After the change of ${moment}`,
  plan: 'What a rollback would do',
  name: 'Name',
  then: 'Then',
  present: 'Now',
  ifRolledBack: 'If rolled back',
  notThere: 'not there',
  gone: 'deleted',
  version: (version: number) => `v${version}`,
  outcomes: {
    create: '+ comes back',
    update: '↺ gets its former value, as a new version',
    delete: '− is deleted',
    refused: '✕ cannot be rolled back',
  } as Readonly<Record<string, string>>,
  same: 'Nothing is different now',
  sameHelp: 'Every secret in this folder is the same as it was at that moment.',
  changedBack: 'Whatever changed since then was changed back.',
  chosen: 'Roll back',
  choose: (name: string) => `Roll back ${name}`,
  staysAsItIs: 'stays as it is now',
  summary: (change: number, leftOut: number, unchanged: number) =>
    [
      change === 0
        ? 'Nothing would change'
        : change === 1
          ? '1 secret would change'
          : `${change} secrets would change`,
      ...(leftOut > 0 ? [`${leftOut} left out`] : []),
      ...(unchanged > 0
        ? [unchanged === 1 ? '1 is as it was' : `${unchanged} are as they were`]
        : []),
    ].join(', ') + '.',
  refused: (count: number) =>
    `${count === 1 ? '1 cannot' : `${count} cannot`} be rolled back. Untick ${count === 1 ? 'it' : 'them'} to roll back the others.`,
  held: 'It would wait for consent: a policy of this folder demands it.',
  rollBack: 'Roll back …',
  rollBackNow: 'Roll back',
  cancel: 'Cancel',
  confirmTitle: (place: string) => `Roll ${place} back?`,
  confirm: (moment: string) => `To how it was at ${moment}:`,
  confirmKinds: {
    delete: (count: number) =>
      count === 1 ? '1 secret is deleted' : `${count} secrets are deleted`,
    update: (count: number) =>
      count === 1
        ? '1 secret gets its former value, as a new version'
        : `${count} secrets get their former values, as new versions`,
    create: (count: number) => (count === 1 ? '1 secret comes back' : `${count} secrets come back`),
  },
  confirmLeftOut: (count: number) =>
    count === 1
      ? '1 secret that has changed is left as it is.'
      : `${count} secrets that have changed are left as they are.`,
  rolledBack: 'Rolled back',
  rolledBackTo: (moment: string) => `Rolled back to ${moment}`,
  kinds: { create: 'added', update: 'changed', delete: 'deleted' },
  done: 'Rolled back.',
  waits: 'Sent: it waits for consent.',
} as const;
