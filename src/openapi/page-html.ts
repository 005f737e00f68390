import type { OpenAPIObject } from '@nestjs/swagger';
import { escapeHtml } from '../errors/errors-page.js';
import { VERSION } from '../version.js';
import { type Route, routesOf } from './parts.js';

interface Group {
  readonly name: string;
  readonly tags: readonly string[];
}

/** The first screen as a browser draws it before any script: a sidebar of every operation, and what holds for all. */
export function pageHtml(document: OpenAPIObject): string {
  const { 'x-tagGroups': groups } = document as unknown as { 'x-tagGroups': readonly Group[] };
  const routes = routesOf(document);
  const sidebar = groups.map(
    ({ name, tags }) => `<h2>${escapeHtml(name)}</h2>${tags.map(tagHtml(routes)).join('')}`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strongroom API</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/api/docs/page.css">
<script src="/api/docs/page.js" defer></script></head>
<body><header><button type="button" id="menu" aria-controls="sidebar" aria-expanded="false">Menu</button><b>Strongroom API</b></header>
<nav id="sidebar" aria-label="Operations"><div id="top"><input type="search" id="search" aria-label="Search the operations"
placeholder="Search (press /)" autocomplete="off" spellcheck="false"><button type="button" id="mode">Light or dark</button></div>
<a id="home" href="/api/docs">Introduction</a><p id="nothing" role="status" hidden>No operation has all of these words.</p>
${sidebar.join('\n')}</nav>
<main><div id="introduction"><h1>Strongroom API</h1>
<p>This server is Strongroom ${VERSION}. The document: <a href="/api/docs/json">JSON</a>, <a href="/api/docs/yaml">YAML</a>.
<a href="/api/docs/errors">Errors and what to do about them</a>.</p>
${markdownHtml(document.info.description ?? '')}</div><div id="operation" hidden></div><div id="rules">${document.tags!.map(rulesHtml).join('\n')}</div></main></body></html>
`;
}

const tagHtml = (routes: readonly Route[]) => (tag: string) => {
  const own = routes.filter(({ operation }) => operation.tags.includes(tag));
  return `<details><summary>${escapeHtml(tag)}</summary><ul>${own.map(linkHtml).join('')}</ul></details>\n`;
};

function linkHtml({ method, path, operation }: Route): string {
  const { operationId, summary, deprecated } = operation;
  const name = `<i class="${method}">${method.toUpperCase()}</i>${escapeHtml(summary)}`;
  const link = `<a href="/api/docs?operation=${operationId}"${deprecated ? ' class="old"' : ''}>${name}<small>${escapeHtml(path)}</small></a>`;
  return `<li>${link}</li>`;
}

/** What holds for all operations of a tag; the page shows it below each of them. */
const rulesHtml = ({ name, description = '' }: { name: string; description?: string }): string =>
  `<section data-tag="${escapeHtml(name)}" hidden><h2>${escapeHtml(name)}: what holds for all</h2>${markdownHtml(description)}</section>`;

/** Markdown, of which the page knows paragraphs, bold, code and links to this server. */
function markdownHtml(text: string): string {
  const marked = escapeHtml(text)
    .replace(/`([^`]*)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]*)\*\*/g, '<b>$1</b>')
    .replace(/\[([^\]]*)\]\((\/[^)]*)\)/g, '<a href="$2">$1</a>');
  return marked
    .split(/\n{2,}/)
    .map((each) => `<p>${each}</p>`)
    .join('\n');
}
