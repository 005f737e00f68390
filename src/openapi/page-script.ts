/** What the reader is told about an operation: the page has a sidebar and a search of its own, and asks nobody but this server. */
const READER_SETTINGS = `{
  slug: 'strongroom',
  persistAuth: true,
  authentication: { preferredSecurityScheme: 'bearer' },
  showSidebar: false,
  hideSearch: true,
  hideDarkModeToggle: true,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  hideModels: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'none',
  hiddenClients: ['c', 'clojure', 'csharp', 'dart', 'fsharp', 'java', 'kotlin', 'objc', 'ocaml', 'php', 'powershell', 'r', 'swift'],
}`;

/** Cuts out of the document what one operation needs. */
export const DOCUMENT_PARTS = `/** Takes from the components what this part of the document refers to, and what that refers to. */
function addReferences(part, whole, components) {
  if (part === null || typeof part !== 'object') return;
  const [, kind, name] = /^#\\/components\\/([^/]+)\\/([^/]+)$/.exec(part.$ref ?? '') ?? [];
  if (name !== undefined && components[kind]?.[name] === undefined) {
    const found = whole.components[kind][name];
    (components[kind] ??= {})[name] = found;
    addReferences(found, whole, components);
  }
  for (const each of Object.values(part)) addReferences(each, whole, components);
}

/** A document of one operation, under the name of its tag. */
function documentOf(whole, id) {
  for (const [path, methods] of Object.entries(whole.paths))
    for (const [method, { tags: [tag], ...operation }] of Object.entries(methods)) {
      if (operation.operationId !== id) continue;
      const components = { securitySchemes: whole.components.securitySchemes };
      addReferences(operation, whole, components);
      const { openapi, servers, security, info: { version } } = whole;
      return { openapi, servers, security, info: { title: tag, version }, components, paths: { [path]: { [method]: operation } } };
    }
}`;

/**
 * What the page does: it searches its sidebar, and gives the reader one operation at a time. Reading its program takes a browser
 * half a second of processor time, so it is loaded with the first operation. It keeps what was typed, a token among it, in
 * the store of the origin, where every later page could read it: it is given that of the tab.
 */
export const PAGE_SCRIPT = `Object.defineProperty(window, 'localStorage', { value: window.sessionStorage });
const at = (id) => document.getElementById(id);
const links = [...document.querySelectorAll('#sidebar li a')];
const idOf = (link) => new URL(link.href).searchParams.get('operation');

/** Remembers what is made, unless that fails: the next one asks again. */
function once(make) {
  let made;
  return () => (made ??= make().catch((error) => { made = undefined; throw error; }));
}
const wholeDocument = once(async () => {
  const answer = await fetch('/api/docs/json');
  if (!answer.ok) throw new Error('The document: ' + answer.status);
  return answer.json();
});
const reader = once(() => new Promise((done, failed) => {
  const script = document.createElement('script');
  script.onload = () => done(window.Scalar);
  script.onerror = () => failed(new Error('The reader was not loaded.'));
  script.src = '/api/docs/reader.js';
  document.head.append(script);
}));

${DOCUMENT_PARTS}
const isDark = () => (sessionStorage.getItem('mode') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
const colour = () => (document.documentElement.style.colorScheme = isDark() ? 'dark' : 'light');

let shown;
async function draw(id) {
  shown?.destroy();
  shown = undefined;
  const [what, where] = ['i', 'small'].map((part) => linkOf(id).querySelector(part).textContent);
  at('operation').replaceChildren(Object.assign(document.createElement('p'), { textContent: what + ' ' + where + ': loading.' }));
  try {
    const [whole, scalar] = await Promise.all([wholeDocument(), reader()]);
    if (current() !== id) return;
    const place = document.createElement('div');
    at('operation').replaceChildren(place);
    shown = scalar.createApiReference(place, { ...${READER_SETTINGS}, content: documentOf(whole, id), forceDarkModeState: isDark() ? 'dark' : 'light' });
  } catch (error) {
    console.error(error);
    at('operation').firstChild.textContent = 'The operation could not be loaded. Try again; the document itself is at /api/docs/json.';
  }
}

const linkOf = (id) => links.find((link) => idOf(link) === id);
/** The operation that the address names; null where none has this name. */
const current = () => {
  const id = new URL(location.href).searchParams.get('operation');
  return linkOf(id) ? id : null;
};
function show() {
  const id = current();
  for (const link of document.querySelectorAll('#sidebar a[aria-current]')) link.removeAttribute('aria-current');
  const link = id === null ? at('home') : linkOf(id);
  link.setAttribute('aria-current', 'page');
  if (id !== null) link.closest('details').open = true;
  document.title = id === null ? 'Strongroom API' : link.childNodes[1].data + ' · Strongroom API';
  at('introduction').hidden = id !== null;
  at('operation').hidden = id === null;
  const tag = link.closest('details')?.firstChild.textContent;
  for (const rules of document.querySelectorAll('#rules > section')) rules.hidden = rules.dataset.tag !== tag;
  menu(false);
  if (id !== null) draw(id);
}
function go(href) {
  history.pushState(null, '', href);
  scrollTo(0, 0);
  show();
}
function menu(isOpen) {
  document.body.classList.toggle('menu', isOpen);
  at('menu').setAttribute('aria-expanded', String(isOpen));
}

/** Each operation by all that names it; made with the first search. */
let texts;
function search() {
  const words = at('search').value.toLowerCase().split(/\\s+/).filter(Boolean);
  texts ??= new Map(links.map((link) => [link, [link.closest('details').firstChild.textContent, link.textContent, idOf(link)].join(' ').toLowerCase()]));
  at('sidebar').classList.toggle('searching', words.length > 0);
  for (const [link, text] of texts) link.parentElement.hidden = !words.every((word) => text.includes(word));
  let isFound = false;
  for (const tag of document.querySelectorAll('#sidebar details')) {
    const isHit = tag.querySelector('li:not([hidden])') !== null;
    isFound ||= isHit;
    tag.hidden = !isHit;
    tag.open = words.length > 0 ? isHit : tag.querySelector('a[aria-current]') !== null;
  }
  for (const heading of document.querySelectorAll('#sidebar h2')) heading.hidden = words.length > 0;
  at('nothing').hidden = isFound;
}

at('sidebar').addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link.href);
});
at('search').addEventListener('input', search);
at('search').addEventListener('keydown', (event) => {
  const first = at('sidebar').querySelector('li:not([hidden]) a');
  if (event.key === 'Enter' && first !== null && at('search').value.trim() !== '') go(first.href);
});
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]');
  const isAsked = (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
  if (!isAsked) return;
  event.preventDefault();
  menu(true);
  at('search').focus();
});
at('menu').addEventListener('click', () => menu(!document.body.classList.contains('menu')));
at('mode').addEventListener('click', () => {
  sessionStorage.setItem('mode', isDark() ? 'light' : 'dark');
  colour();
  if (current() !== null) draw(current());
});
addEventListener('popstate', show);

/** Links of earlier pages name tag, method and path in the fragment. */
const [, method, path] = /^#tag\\/[^/]+\\/([A-Z]+)(\\/.+)$/.exec(decodeURIComponent(location.hash)) ?? [];
const old = path && links.find((link) => link.querySelector('i').textContent === method && link.querySelector('small').textContent === path);
if (old) history.replaceState(null, '', old.href);
colour();
show();
// Whoever reads on finds the reader's program in the browser's cache.
if (current() === null) addEventListener('load', () => {
  for (const href of ['/api/docs/reader.js', '/api/docs/json'])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href, as: href.endsWith('.js') ? 'script' : 'fetch' }));
});
`;
