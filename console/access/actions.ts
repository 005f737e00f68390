/** What may be done to secrets. In a file of its own: the addresses of screens are loaded before the screens. */
export const ACTIONS = ['describeSecret', 'readValue', 'create', 'edit', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

export const isAction = (text: unknown): text is Action => ACTIONS.includes(text as Action);
