import type { Seen } from '../seen/model';

/** Words of what an identity has seen, and of ending its access. */
export const seenWords = {
  title: 'Exposure',
  whose: 'Identity',
  choose: 'Choose an identity',
  chooseHelp:
    'Which versions of which secrets it was shown, by the log of reads, and which of these still hold.',
  typeId: 'name or id',
  counts: (current: number, replaced: number, gone: number) =>
    [
      current === 1 ? '1 still holds' : `${current} still hold`,
      ...(replaced > 0 ? [`${replaced} replaced`] : []),
      ...(gone > 0 ? [`${gone} gone from ${gone === 1 ? 'its place' : 'their places'}`] : []),
    ].join(', '),
  progress: 'Replaced',
  onlyCurrent: 'still valid',
  all: 'everything it was shown',
  show: 'Show',
  secret: 'Secret',
  where: 'Where',
  status: 'Today',
  version: 'Was shown',
  last: 'Last shown',
  times: 'Times',
  versionOf: (version: number) => `v${version}`,
  statuses: {
    current: 'still valid',
    replaced: 'replaced',
    gone: 'gone from its place',
  } satisfies Record<Seen['status'], string>,
  replacedBy: (version: number) => `now v${version}`,
  entryOf: (name: string) => `the entry of the log about ${name}`,
  goneHelp:
    'Gone from its place: deleted, renamed or moved. A value that was moved or renamed still holds where it is now.',
  older: 'Look at older reads',
  unnamed: (count: number) =>
    `${count.toLocaleString()} more were shown in reads so large that the log only counts them.`,
  nothing: 'It was shown no value',
  nothingHelp: 'No read by it is in the log. Reads before the log began are not known.',
  done: 'Nothing that it was shown is still there',
  doneHelp: 'Every version that it was shown has been replaced, or is gone from its place.',
  left: 'It has left',
  leftHelp: 'In this order: take its ways in away, change what it has seen, delete it.',
  waysIn: 'Ways in',
  sessions: 'sessions in the console',
  noWays: 'none: it cannot sign in any more',
  takeAway: 'Take its ways in away …',
  takeAwayNow: 'Take them away',
  takeAwayTitle: (name: string) => `Take every way in of ${name} away?`,
  takeAwayHelp:
    'Client secrets, stored tokens and what workloads sign in by go for good, and the tokens that came of them end with the next request.',
  cancel: 'Cancel',
  taken: 'gone',
  takenAll: 'Its ways in are gone, and its tokens with them.',
  remove: 'Delete the identity …',
  removeNow: 'Delete it',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeHelp:
    'It leaves every project, with its roles and privileges. What it has seen is then no longer listed: look at that first.',
  stillHolds: (count: number) =>
    count === 1
      ? '1 version that it was shown still holds.'
      : `${count} versions that it was shown still hold.`,
  typeName: (name: string) => `Type ${name} to go on.`,
  removed: (name: string) => `${name} is deleted.`,
  toIdentity: 'The identity',
} as const;
