interface At {
  readonly environment: string;
  readonly path: string;
}

/** One folder takes over from another. */
export interface FolderImport {
  readonly from: At;
  readonly to: At;
}

/** Stops of a circle that a refusal lists before it only says that there are more. */
const MAX_NAMED = 20;

const nameOf = ({ environment, path }: At): string => `${environment}:${path}`;

/** The way round, from a folder back to itself, or null if no import leads back. */
export function findCircle(edges: readonly FolderImport[]): string[] | null {
  const sources = new Map<string, string[]>();
  for (const { from, to } of edges) {
    sources.set(nameOf(from), [...(sources.get(nameOf(from)) ?? []), nameOf(to)]);
  }
  const done = new Set<string>();
  for (const start of sources.keys()) {
    const circle = circleFrom(start, sources, done);
    if (circle) return circle;
  }
  return null;
}

/** Depth first, without recursion: a chain of imports may be long. */
function circleFrom(
  start: string,
  sources: ReadonlyMap<string, readonly string[]>,
  done: Set<string>,
): string[] | null {
  const trail: { name: string; next: number }[] = [{ name: start, next: 0 }];
  const onTrail = new Set([start]);
  for (let top = trail.at(-1); top; top = trail.at(-1)) {
    const source = sources.get(top.name)?.[top.next++];
    if (source === undefined) {
      trail.pop();
      onTrail.delete(top.name);
      done.add(top.name);
    } else if (onTrail.has(source)) {
      const names = trail.map(({ name }) => name);
      return [...names.slice(names.indexOf(source)), source];
    } else if (!done.has(source)) {
      trail.push({ name: source, next: 0 });
      onTrail.add(source);
    }
  }
  return null;
}

/** `dev:/a > dev:/b > dev:/a` */
export function describeCircle(circle: readonly string[]): string {
  const named = circle.slice(0, MAX_NAMED);
  return [...named, ...(circle.length > named.length ? ['…'] : [])].join(' > ');
}
