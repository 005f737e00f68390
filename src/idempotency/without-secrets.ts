/** An answer without its secrets, and where they were. */
export interface PublicPart {
  readonly body: unknown;
  /** The paths that led to a secret; none where the answer had none. */
  readonly omitted: readonly string[];
}

/** Takes the members at these paths out of an answer. What is null or not there is no secret. */
export function withoutSecrets(answer: unknown, paths: readonly string[]): PublicPart {
  let body = answer;
  const omitted = paths.filter((path) => {
    const rest = without(body, path.split('.'));
    const isFound = rest !== body;
    body = rest;
    return isFound;
  });
  return { body, omitted };
}

/** A copy without the member, or the same value where it has none. */
function without(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => without(item, [first, ...rest]));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const { [first]: member, ...others } = value as Record<string, unknown>;
  if (member === undefined || member === null) return value;
  if (rest.length === 0) return others;
  const inner = without(member, rest);
  return inner === member ? value : { ...value, [first]: inner };
}
