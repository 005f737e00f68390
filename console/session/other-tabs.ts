/** What the tabs of a browser, which share the cookie, tell one another. No message holds a token or a value. */
type Message = 'in' | 'out' | 'locked' | Kept;

/** How many changes a tab keeps that were not applied. */
interface Kept {
  readonly tab: string;
  readonly kept: number;
}

const channel = new BroadcastChannel('strongroom-session');
const TAB = `${performance.timeOrigin} ${Math.random()}`;
const keptBy = new Map<string, number>();

export const tellTabs = (message: 'in' | 'out' | 'locked'): void => channel.postMessage(message);

/** Tells the other tabs how many changes this one keeps after a sign-out. */
export const tellKept = (kept: number): void =>
  channel.postMessage({ tab: TAB, kept } satisfies Kept);

/** Hears the other tabs: what happened to the session, and how many changes they keep in all. */
export function hearTabs(
  onSession: (message: 'in' | 'out' | 'locked') => void,
  onKept: (count: number) => void,
): void {
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (typeof data === 'string') {
      // Whoever still keeps something tells it again.
      keptBy.clear();
      onSession(data);
    } else {
      keptBy.set(data.tab, data.kept);
    }
    onKept([...keptBy.values()].reduce((sum, each) => sum + each, 0));
  };
}
