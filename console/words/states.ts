/** Words of what stands in place of a list or a screen. */
export const stateWords = {
  loading: 'Loading',
  retry: 'Try again',
  waiting: (seconds: number) => `Try again in ${seconds} s`,
  refused: 'The server refused this',
  unreachable: 'No answer',
  notDone: 'Nothing was done',
  forbidden: 'You may not see this',
  forbiddenRule: 'What is missing',
  request: 'Request',
  help: 'What to do about it',
} as const;
