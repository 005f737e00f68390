import type { Application } from 'express';

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods that routes at this path answer to; none where there is no such path. */
export function allowedMethods(express: Application, path: string): readonly string[] {
  const { stack } = express.router as unknown as { stack: readonly Layer[] };
  const methods = stack
    .filter((layer) => layer.route && matches(layer, path))
    .flatMap((layer) => Object.keys(layer.route!.methods).filter((name) => name !== '_all'));
  return [...new Set(methods)].map((name) => name.toUpperCase());
}

function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
