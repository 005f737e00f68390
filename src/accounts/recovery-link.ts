/** The code stands in the fragment: no server on the way sees it, and nobody who follows links uses it up. */
export const recoveryLink = (origin: string, code: string, email: string): string =>
  `${origin}/reset#${new URLSearchParams({ code, email }).toString()}`;
