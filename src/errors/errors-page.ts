import type { CodeEntry } from './code-table.js';
import { ERROR_CODES } from './error-codes.js';
import { ERROR_STATUS } from './error-names.js';

const TITLE = 'Errors of the Strongroom API';

/** Markdown, of which the page knows backticks alone. */
const INTRODUCTION = [
  'The body of an error is `{reqId, statusCode, error, message, details?}`. `message` says what is wrong and what to do; with 422 it is a list with the path of each field.',
  'The header `Link: </api/docs/errors#code>; rel="help"` of every error leads to its code in this list. Codes never change their meaning; messages may. Report the `reqId` when you ask for help: it holds nothing secret.',
  'Properties of a body or query that no field has are ignored, except in the bodies of organization roles, where they are a 422: existing clients send properties of their own.',
];

interface Group {
  readonly status: number;
  readonly codes: readonly (readonly [code: string, entry: CodeEntry])[];
}

/** The codes of each status, in the order of the statuses. */
function groups(): Group[] {
  const all = Object.entries(ERROR_CODES);
  const statuses = [...new Set(Object.values(ERROR_STATUS))].sort((a, b) => a - b);
  return statuses.map((status) => ({
    status,
    codes: all.filter(([, [error]]) => ERROR_STATUS[error] === status),
  }));
}

/** The list of all errors as Markdown: `docs/errors.md`. */
export function errorsMarkdown(): string {
  const parts = groups().flatMap(({ status, codes }) => [
    `## ${status}`,
    ...codes.flatMap(([code, [error, meaning, next]]) => [
      `### ${code}`,
      `\`${error}\`. ${meaning}`,
      `Next: ${next}`,
    ]),
  ]);
  return `${[`# ${TITLE}`, ...INTRODUCTION, ...parts].join('\n\n')}\n`;
}

/** Text as HTML shows it, also within quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const paragraph = (text: string): string =>
  `<p>${escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>')}</p>`;

/** The body of the page of errors, with an anchor for each code. */
export function errorsHtml(): { readonly title: string; readonly body: string } {
  const sections = groups().flatMap(({ status, codes }) => [
    `<h2>${status}</h2>`,
    ...codes.map(
      ([code, [error, meaning, next]]) =>
        `<section id="${code}"><h3><code>${code}</code></h3>${paragraph(`\`${error}\`. ${meaning}`)}${paragraph(`Next: ${next}`)}</section>`,
    ),
  ]);
  const home = '<p><a href="/api/docs">All operations</a></p>';
  const body = [`<h1>${TITLE}</h1>`, home, ...INTRODUCTION.map(paragraph), ...sections].join('\n');
  return { title: TITLE, body };
}
