// Clients that get certificates for others: what each is told, and what it has to manage.
import { appendFileSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../run.js';

const HOOK = join(import.meta.dirname, 'hook.mjs');

// oxlint-disable-next-line max-lines-per-function -- what one client does, from its account's beginning to its end
export async function certbot({ step, exec, target, folder, ports, check, isNew, revoked }) {
  const { directory, eab } = target;
  const places = ['config', 'work', 'logs'].flatMap((at) => [`--${at}-dir`, join(folder, at)]);
  const common = [...places, '--server', directory, '-n', '--agree-tos', '--key-type', 'ecdsa'];
  const alone = ['--standalone', '--http-01-port', ports.http];
  const live = (name, file) => join(folder, 'config', 'live', name, `${file}.pem`);
  const certbotDo = (verb, ...args) => exec(verb, ...args, ...common);
  await step('registers with a binding', () =>
    certbotDo('register', '-m', 'ops@example.org', '--eab-kid', eab.kid, '--eab-hmac-key', eab.key),
  );
  const [one, two, wild] = ['one', 'two', 'wild'].map((each) => `${each}.certbot.example.net`);
  await step('issues for two names by http-01', async () => {
    await certbotDo('certonly', ...alone, '-d', one, '-d', `www.${one}`);
    return check(live(one, 'fullchain'), [one, `www.${one}`]);
  });
  await step('issues a wildcard by dns-01', async () => {
    const manual = ['--manual', '--preferred-challenges', 'dns'];
    const hooks = ['--manual-auth-hook', `${HOOK} certbot`];
    hooks.push('--manual-cleanup-hook', `${HOOK} certbot-clean`);
    await certbotDo('certonly', ...manual, ...hooks, '-d', `*.${wild}`, '-d', wild);
    return check(live(wild, 'fullchain'), [`*.${wild}`, wild]);
  });
  await step('renews', async () => {
    const before = live(one, 'fullchain');
    copyFileSync(before, join(folder, 'before.pem'));
    await certbotDo('renew', '--force-renewal', '--no-random-sleep-on-renew', '--cert-name', one);
    return isNew(join(folder, 'before.pem'), before);
  });
  await step('changes its account', () => certbotDo('update_account', '-m', 'dev@example.org'));
  const keep = ['--no-delete-after-revoke', '--reason'];
  await step('revokes by its account', async () => {
    await certbotDo('revoke', '--cert-name', one, ...keep, 'superseded');
    return revoked(live(one, 'cert'));
  });
  await step('revokes by the key of the certificate', async () => {
    await certbotDo('certonly', ...alone, '-d', two);
    const files = ['--cert-path', live(two, 'cert'), '--key-path', live(two, 'privkey')];
    await certbotDo('revoke', ...files, ...keep, 'keycompromise');
    return revoked(live(two, 'cert'));
  });
  await step('deactivates its account', () => certbotDo('unregister'));
}

// oxlint-disable-next-line max-lines-per-function -- as above
export async function lego({ step, exec, target, folder, names, ports, check, isNew, revoked }) {
  const { directory, eab } = target;
  const legoDo = (domain, how, ...verb) => {
    const bound = ['--eab', '--kid', eab.kid, '--hmac', eab.key];
    const who = ['--path', folder, '--server', directory, '-a', '-m', 'ops@example.org'];
    return exec(...who, ...bound, '-d', domain, ...how, ...verb);
  };
  const file = (name) => join(folder, 'certificates', `${name.replace('*', '_')}.crt`);
  const http = ['--http', '--http.port', `:${ports.http}`];
  const ways = {
    'http-01, RSA': [['-k', 'rsa2048', ...http], 'http.lego.example.net'],
    'tls-alpn-01, P-384': [
      ['-k', 'ec384', '--tls', '--tls.port', `:${ports.tls}`],
      'tls.lego.example.net',
    ],
    'dns-01, a wildcard': [['--dns', 'exec', '--dns.disable-cp'], '*.lego.example.net'],
  };
  for (const [way, [how, name]] of Object.entries(ways))
    await step(`issues by ${way}`, async () => {
      await legoDo(name, how, 'run');
      return check(file(name), [name]);
    });
  await step('issues where CAA names the server, and not where it names another', async () => {
    const caa = (host, value) => {
      const body = JSON.stringify({ host, policies: [{ tag: 'issue', value }] });
      return fetch(`${names.url}/add-caa`, { method: 'POST', body });
    };
    await caa('caa.lego.example.net', 'ca.example.net; validationmethods=http-01');
    await caa('other.lego.example.net', 'ca.example.com');
    await legoDo('caa.lego.example.net', http, 'run');
    const issued = legoDo('other.lego.example.net', http, 'run').then(
      () => true,
      (error) => !error.message.includes('urn:ietf:params:acme:error:caa'),
    );
    if (await issued) throw new Error('CAA does not keep it from issuing');
    return check(file('caa.lego.example.net'), ['caa.lego.example.net']);
  });
  const name = 'http.lego.example.net';
  await step('renews', async () => {
    copyFileSync(file(name), join(folder, 'before.pem'));
    await legoDo(name, http, 'renew', '--days', '9000', '--no-random-sleep');
    return isNew(join(folder, 'before.pem'), file(name));
  });
  await step('revokes', async () => {
    await legoDo(name, http, 'revoke', '--keep', '--reason', '4');
    return revoked(file(name));
  });
}

// oxlint-disable-next-line max-lines-per-function -- what one client does, from its account's beginning to its end
export async function dehydrated({ step, exec, target, folder, webroot, check, isNew, revoked }) {
  const { directory, eab, trust } = target;
  const config = join(folder, 'config');
  writeFileSync(
    config,
    [
      ...[`CA=${directory}`, `BASEDIR=${folder}`, `CURL_OPTS="--cacert ${trust}"`],
      ...[`EAB_KID=${eab.kid}`, `EAB_HMAC_KEY=${eab.key}`, 'CONTACT_EMAIL=ops@example.org'],
      ...[`WELLKNOWN=${join(webroot, '.well-known', 'acme-challenge')}`, `HOOK=${HOOK}`, ''],
    ].join('\n'),
  );
  const [name, wild] = ['http.dehydrated.example.net', 'dehydrated.example.net'];
  const file = (of) => join(folder, 'certs', of, 'fullchain.pem');
  const dehydratedDo = (...args) => exec(...args, '-f', config);
  await step('registers with a binding', () => dehydratedDo('--register', '--accept-terms'));
  await step('changes its account', () => {
    appendFileSync(config, 'CONTACT_EMAIL=dev@example.org\n');
    return dehydratedDo('--account');
  });
  await step('issues by http-01', async () => {
    await dehydratedDo('-c', '-d', name);
    return check(file(name), [name]);
  });
  await step('issues a wildcard by dns-01', async () => {
    await dehydratedDo('-c', '-t', 'dns-01', '-d', `*.${wild}`, '--alias', wild);
    return check(file(wild), [`*.${wild}`]);
  });
  await step('renews', async () => {
    copyFileSync(file(name), join(folder, 'before.pem'));
    await dehydratedDo('-c', '-x', '-d', name);
    return isNew(join(folder, 'before.pem'), file(name));
  });
  await step('revokes', async () => {
    copyFileSync(join(folder, 'certs', name, 'cert.pem'), join(folder, 'revoked.pem'));
    await dehydratedDo('-r', join(folder, 'certs', name, 'cert.pem'));
    return revoked(join(folder, 'revoked.pem'));
  });
  await step('deactivates its account', () => dehydratedDo('--deactivate'));
}

// oxlint-disable-next-line max-lines-per-function -- what one client does, from its account's beginning to its end
export async function uacme({ step, exec, target, folder, check, isNew, revoked }) {
  const { directory, eab } = target;
  const uacmeDo = (...args) =>
    exec(
      '-v',
      '-y',
      '-c',
      folder,
      '-a',
      directory,
      '-h',
      HOOK,
      '-e',
      `${eab.kid}:${eab.key}`,
      ...args,
    );
  const [name, wild] = ['http.uacme.example.net', '*.uacme.example.net'];
  const file = (of) => join(folder, of, 'cert.pem');
  await step('registers with a binding', () => uacmeDo('new', 'ops@example.org'));
  await step('changes its account', () => uacmeDo('update', 'dev@example.org'));
  await step('issues by http-01', async () => {
    await uacmeDo('issue', name);
    return check(file(name), [name]);
  });
  await step('issues a wildcard by dns-01', async () => {
    await uacmeDo('issue', wild);
    return check(file(wild.replace('*.', '')), [wild]);
  });
  await step('issues for an IP address', async () => {
    await uacmeDo('issue', '127.0.0.1');
    return check(file('127.0.0.1'), ['127.0.0.1']);
  });
  await step('gets another key', () => uacmeDo('newkey'));
  await step('renews', async () => {
    copyFileSync(file(name), join(folder, 'before.pem'));
    await uacmeDo('-f', 'issue', name);
    return isNew(join(folder, 'before.pem'), file(name));
  });
  await step('revokes', async () => {
    copyFileSync(file(name), join(folder, 'revoked.pem'));
    await uacmeDo('revoke', file(name));
    return revoked(join(folder, 'revoked.pem'));
  });
  await step('deactivates its account', () => uacmeDo('deactivate'));
}

export async function acmeTiny({ step, exec, target, folder, webroot, check, isNew }) {
  const name = 'acme-tiny.example.net';
  const file = (of) => join(folder, of);
  mkdirSync(folder, { recursive: true });
  for (const key of ['account.key', 'host.key'])
    await run('openssl', ['genrsa', '-traditional', '-out', file(key), '2048']);
  const subject = ['-subj', '/', '-addext', `subjectAltName=DNS:${name}`];
  await run('openssl', ['req', '-new', '-key', file('host.key'), ...subject, '-out', file('csr')]);
  const issue = async (out) => {
    const from = ['--account-key', file('account.key'), '--csr', file('csr'), '--disable-check'];
    const to = ['--acme-dir', join(webroot, '.well-known', 'acme-challenge')];
    const chain = await exec(...from, ...to, '--directory-url', target.openDirectory, '--quiet');
    writeFileSync(file(out), chain);
    return check(file(out), [name]);
  };
  await step('issues by http-01', () => issue('first.pem'));
  await step('renews', async () => {
    await issue('second.pem');
    return isNew(file('first.pem'), file('second.pem'));
  });
}
