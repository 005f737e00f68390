/** Words of why somebody may not do something. */
export const rightWords = {
  asking: 'Asking what you may do …',
  needs: (action: string, subject: string) =>
    `You may not: it needs the right “${action}” on “${subject}”, which an administrator can give.`,
} as const;
