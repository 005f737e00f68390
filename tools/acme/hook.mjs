#!/usr/bin/env node
// Puts up and takes down what proves a name, as clients ask their hooks: certbot, lego, uacme and dehydrated each in their way.
// RESPONDER: where the test's name server takes TXT records; WEBROOT: what the test's web server shows.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const { RESPONDER, WEBROOT, CERTBOT_DOMAIN, CERTBOT_VALIDATION } = process.env;
const [verb, ...rest] = process.argv.slice(2);

async function text(path, host, value) {
  const body = JSON.stringify({ host: `${host.replace(/\.$/, '')}.`, value });
  const { ok } = await fetch(`${RESPONDER}/${path}`, { method: 'POST', body });
  if (!ok) process.exitCode = 1;
}

const nameOf = (domain) => `_acme-challenge.${domain.replace(/^\*\./, '')}`;
const pathOf = (token) => join(WEBROOT, '.well-known', 'acme-challenge', token);

/** Arguments: the kind of challenge, the name, the token, what proves it. */
function uacme(isBegun, [type, name, token, proof]) {
  if (type === 'dns-01') return text(isBegun ? 'set-txt' : 'clear-txt', nameOf(name), proof);
  if (type !== 'http-01') process.exitCode = 1;
  else if (isBegun) writeFileSync(pathOf(token), proof);
  else rmSync(pathOf(token), { force: true });
}

const VERBS = {
  certbot: () => text('set-txt', nameOf(CERTBOT_DOMAIN), CERTBOT_VALIDATION),
  'certbot-clean': () => text('clear-txt', nameOf(CERTBOT_DOMAIN)),
  present: ([host, value]) => text('set-txt', host, value),
  cleanup: ([host]) => text('clear-txt', host),
  deploy_challenge: ([domain, , value]) => text('set-txt', nameOf(domain), value),
  clean_challenge: ([domain]) => text('clear-txt', nameOf(domain)),
  begin: (args) => uacme(true, args),
  done: (args) => uacme(false, args),
  failed: (args) => uacme(false, args),
};

await VERBS[verb]?.(rest);
