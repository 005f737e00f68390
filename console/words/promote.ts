/** Words of marked rows, and of what is done with them. */
export const promoteWords = {
  mark: (name: string) => `Mark ${name}`,
  marked: (count: number) => `${count} marked`,
  column: 'Marked',
  copy: 'Copy to …',
  unmark: 'Unmark',
  title: (count: number) => (count === 1 ? 'Copy 1 secret' : `Copy ${count} secrets`),
  from: 'From',
  to: 'to',
  counts: {
    copied: (count: number) =>
      count === 1 ? '1 value would be read and copied' : `${count} values would be read and copied`,
    same: (count: number) => `${count} the same already`,
    unreadable: (count: number) => `${count} you may not read`,
    missing: (count: number) => `${count} not set there`,
  },
  help: 'The values alone are copied: not comments, tags or metadata. Each is read once, which the audit log tells, and stays masked here.',
  read: 'Read, and show what it would do',
  sameEnvironment: 'Choose two environments.',
  tooMany: (most: number) => `At most ${most} are copied at a time.`,
  back: 'Back',
} as const;
