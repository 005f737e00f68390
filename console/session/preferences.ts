// The only module that writes to the browser's storage, and all that may be in it.
const KEYS = {
  theme: ['system', 'light', 'dark'],
  density: ['dense', 'roomy'],
  letters: ['on', 'off'],
} as const;

type Key = keyof typeof KEYS;
export type Preference<K extends Key> = (typeof KEYS)[K][number];

/** What somebody chose in this browser; the first of the choices where they chose none. */
export function preference<K extends Key>(key: K): Preference<K> {
  const kept = readStore(key);
  const choices: readonly string[] = KEYS[key];
  return (kept !== null && choices.includes(kept) ? kept : choices[0]) as Preference<K>;
}

export function choose<K extends Key>(key: K, value: Preference<K>): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Without a store it holds for this page.
  }
  document.documentElement.dataset[key] = value;
}

/** Whether a letter alone does something: whoever speaks to the machine, or hits keys by chance, switches that off. */
export const areLettersOn = (): boolean => preference('letters') === 'on';

/** Before anything is drawn, so that nothing jumps. */
export function applyPreferences(): void {
  for (const key of Object.keys(KEYS) as Key[]) {
    document.documentElement.dataset[key] = preference(key);
  }
}

function readStore(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
