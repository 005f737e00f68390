type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A request that reads, as a command; `path` without `/api`. */
export function readCommand(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value).replaceAll('!', '%21')}`],
  );
  const address = [path, ...(given.length > 0 ? [given.join('&')] : [])].join('?');
  return `curl "$BASE${address}" \\\n  -H "Authorization: Bearer $TOKEN"`;
}
