import type { Command } from './command.js';

/** Every command by its name. Loaded when called: the server needs none of them. */
export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {};
