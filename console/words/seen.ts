import type { Seen } from '../seen/model';

/** Words of what an identity has seen, and of ending its access. */
export const seenWords = {
  title: 'Exposure',
  whose: 'Identity',
  choose: 'Choose an identity',
  chooseHelp: 'You see which secrets it has read, and which of those values are still valid.',
  typeId: 'name or id',
  counts: (current: number, replaced: number, gone: number) =>
    [
      `${current} still valid`,
      ...(replaced > 0 ? [`${replaced} with a newer version`] : []),
      ...(gone > 0 ? [`${gone} gone`] : []),
    ].join(', '),
  progress: 'With a newer version',
  onlyCurrent: 'still valid',
  all: 'everything it has read',
  show: 'Show',
  secret: 'Secret',
  where: 'Where',
  status: 'Today',
  version: 'Version read',
  last: 'Last read',
  times: 'Reads',
  versionOf: (version: number) => `v${version}`,
  statuses: {
    current: 'still valid',
    replaced: 'newer version',
    gone: 'gone',
  } satisfies Record<Seen['status'], string>,
  replacedBy: (version: number) => `now v${version}`,
  entryOf: (name: string) => `the audit entry about ${name}`,
  goneHelp:
    'Gone means deleted, renamed or moved. A value that was renamed or moved is still valid where it is now. A newer version may hold the same value: after a rollback, or where it was set back.',
  older: 'Show older reads',
  unnamed: (count: number) =>
    `${count.toLocaleString()} more were part of reads that were too large for the log to name each secret.`,
  nothing: 'It has read no secret',
  nothingHelp:
    'The log has no read by this identity. Reads from before the log began are not known.',
  done: 'Nothing that it has read is the present version',
  doneHelp:
    'Every version that it has read has a newer one, or was deleted, renamed or moved. A newer version may hold the same value: after a rollback, or where it was set back.',
  left: 'Retire this identity',
  leftHelp: 'In this order: revoke its sign-in methods, change the secrets it has read, delete it.',
  waysIn: 'Sign-in methods',
  sessions: 'console sessions',
  noWays: 'none: it can no longer sign in',
  takeAway: 'Revoke its sign-in methods …',
  takeAwayNow: 'Revoke them',
  takeAwayTitle: (name: string) => `Revoke every sign-in method of ${name}?`,
  takeAwayHelp:
    'Its client secrets, stored tokens and workload sign-ins are removed for good, and access tokens issued through them are refused from the next request on.',
  cancel: 'Cancel',
  taken: 'revoked',
  takenAll: 'Its sign-in methods and their tokens are revoked.',
  remove: 'Delete the identity …',
  removeNow: 'Delete it',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeHelp:
    'It is removed from every project, with its roles and privileges. What it has read is then no longer listed, so check that first.',
  stillHolds: (count: number) =>
    count === 1
      ? '1 version that it has read is still valid.'
      : `${count} versions that it has read are still valid.`,
  typeName: (name: string) => `Type ${name} to go on.`,
  removed: (name: string) => `${name} is deleted.`,
  toIdentity: 'Open the identity',
} as const;
