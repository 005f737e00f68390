/**
 * What the scripts of all pages of signing in begin with. Whatever comes from outside is put in as text. `reason` of an error is
 * its stable code, which the header Link names.
 */
export const PAGE_BASE = `'use strict';
const at = (id) => document.getElementById(id);
const show = (id) => {
  for (const part of document.querySelectorAll('section')) part.hidden = part.id !== id;
  say('');
  // The next step of a form goes on where the one before was: keyboards and screen readers would else begin at the top.
  at(id).querySelector('h1 + form input')?.focus();
};
const say = (text) => { at('message').textContent = text; };
const wording = ({ message }) =>
  Array.isArray(message) ? message.map((each) => each.message).join('; ') : String(message);

async function send(method, path, body, token) {
  const headers = { ...(body && { 'Content-Type': 'application/json' }), ...(token && { Authorization: 'Bearer ' + token }) };
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const json = await answer.json();
  const reason = /#([^>]*)>/.exec(answer.headers.get('Link') ?? '')?.[1];
  if (!answer.ok) throw Object.assign(new Error(wording(json)), { status: answer.status, reason });
  return json;
}

const onClick = (id, work) => at(id)?.addEventListener('click', () => work().catch((error) => say(error.message)));

function aButton(text, work) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: text });
  button.addEventListener('click', () => work().catch((error) => say(error.message)));
  return button;
}

const onSubmit = (id, work) => at(id)?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = event.target.querySelector('button');
  button.disabled = true;
  say('');
  try {
    await work(Object.fromEntries(new FormData(event.target)));
  } catch (error) {
    say(error.message);
  } finally {
    button.disabled = false;
  }
});

`;
