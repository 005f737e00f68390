import type { OpenAPIObject } from '@nestjs/swagger';
import { VERSION } from '../version.js';
import { type Route, routesOf } from './parts.js';

/** An entry of the sidebar, as the reader of the page makes them itself (`@scalar/workspace-store`, `TraversedEntry`). */
type Entry = Readonly<Record<string, unknown>> & { readonly id: string };

/** Where the reader looks for a sidebar that is made already. */
const NAVIGATION = 'x-scalar-navigation';

/** Errors that say nothing of one operation: the page tells them once, and walks through half as much at opening. */
const EVERYWHERE = ['408', '413', '415', '429', '431', '500', '503', '504'];
const TOLD_ONCE =
  '**Left out below.** Any operation may answer 408, 429, 431, 500, 503 or 504, and with a body 413 or 415; good answers have the ' +
  'headers `X-Request-Id` and `X-RateLimit-*`. [The document](/api/docs/json) repeats them for each.';

/** The name that the reader gives to its first document. */
const DOCUMENT = 'api-1';

/** The document as the page reads it: with a sidebar, the product's version, and without what every operation has. */
export function readerDocument(document: OpenAPIObject): OpenAPIObject {
  const description = `This server is Strongroom ${VERSION}. ${document.info.description}\n\n${TOLD_ONCE}`;
  const own = structuredClone({ ...document, info: { ...document.info, description } });
  for (const { operation } of routesOf(own)) {
    for (const status of EVERYWHERE) delete operation.responses[status];
    for (const answer of Object.values(operation.responses)) delete answer.headers;
  }
  return { ...own, [NAVIGATION]: navigationOf(document) } as OpenAPIObject;
}

/**
 * Makes the sidebar of the page. The reader then spares itself a second walk through the whole document, which takes
 * longer than all else of opening the page.
 */
function navigationOf(document: OpenAPIObject): Entry {
  const routes = routesOf(document);
  const { 'x-tagGroups': groups } = document as unknown as {
    'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[];
  };
  const described = new Map(document.tags?.map((tag) => [tag.name, tag.description]));
  const inGroups = groups.map(({ name, tags }) => {
    const children = tags.map((tag) => tagEntry(tag, described.get(tag), routes));
    return group('tag-group', name, children, { isGroup: true, isTagGroup: true });
  });
  const introduction = {
    id: `${DOCUMENT}/description/introduction`,
    title: 'Introduction',
    type: 'text',
  };
  const { title } = document.info;
  const children = [introduction, ...inGroups];
  return { id: DOCUMENT, type: 'document', title, name: DOCUMENT, children };
}

function group(kind: string, name: string, children: readonly Entry[], more: object): Entry {
  const xKeys = { 'x-scalar-order': children.map(({ id }) => id) };
  const id = `${DOCUMENT}/${kind}/${slugOf(name)}`;
  return { id, title: name, name, type: 'tag', isWebhooks: false, xKeys, children, ...more };
}

function tagEntry(tag: string, description: string | undefined, routes: readonly Route[]): Entry {
  const own = routes.filter(({ operation }) => operation.tags.includes(tag));
  const operations = own.map((route) => operationEntry(`${DOCUMENT}/tag/${slugOf(tag)}`, route));
  return group('tag', tag, operations, { description, isGroup: false });
}

function operationEntry(parent: string, { method, path, operation }: Route): Entry {
  const pointer = path.replaceAll('~', '~0').replaceAll('/', '~1');
  return {
    id: `${parent}/${method.toUpperCase()}${path}`,
    title: operation.summary,
    path,
    method,
    ref: `#/paths/${pointer}/${method}`,
    type: 'operation',
    isDeprecated: operation.deprecated === true,
  };
}

/** `Secrets, v4` → `secrets-v4`, `OAuth 2.0` → `oauth-20`. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
