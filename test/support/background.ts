/** The chain of the audit log, the bell after a commit, and ends of temporary access that are to be told. */
const BACKGROUND =
  /audit_(links|pending|checkpoints)|pg_notify|temporary_access_end_time (<|-)|_notified_for/;

/** Whether the server sends the statement by itself, whatever is asked of it. */
export const isBackground = (text: string): boolean => BACKGROUND.test(text);
