/** Words of what all screens are made of. */
export const widgetWords = {
  close: 'Close',
  cancel: 'Cancel',
  copy: 'Copy',
  copied: 'Copied',
  asOf: (time: string) => `As of ${time}`,
  again: 'Refresh',
  asCurl: 'As curl',
  copyLines: 'Copy these lines',
  copiedFor: (seconds: number) => `Copied. The clipboard is overwritten in ${seconds} s.`,
  cleared: 'The clipboard is cleared.',
  notCopied: 'The browser did not let this page copy.',
  dismiss: 'Dismiss',
  messages: 'Messages',
} as const;
