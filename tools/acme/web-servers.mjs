// Web servers that get their certificates by themselves.
import { spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ended } from './hosts.mjs';

const SECOND = 1_000;

async function until(what, isSo) {
  for (let n = 0; n < 240; n++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, SECOND / 4));
  }
  throw new Error(`after a minute still: ${what}`);
}

/** Runs a daemon while `work` goes on; tells what it said if that fails. */
async function during(command, args, { env, log }, work) {
  let said = '';
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text) => (said = `${said}${text}`.slice(-65_536)));
  try {
    return await work(child);
  } catch (error) {
    if (log && existsSync(log)) said += readFileSync(log, 'utf8');
    throw new Error(`${error.message}: ${said.trim().split('\n').slice(-3).join(' ')}`);
  } finally {
    await ended(child);
  }
}

const MODULES = ['mpm_event', 'authz_core', 'socache_shmcb', 'ssl', 'md'];

function apacheConfig({ target, folder, ports }, name, more) {
  const { directory, eab, trust } = target;
  const modules = MODULES.map((each) => {
    const file = `/usr/lib/apache2/modules/mod_${each}.so`;
    return `LoadModule ${each}_module ${file}`;
  });
  return [
    ...modules,
    ...[`ServerRoot ${folder}`, `PidFile ${folder}/pid`, `DefaultRuntimeDir ${folder}`],
    ...['User www-data', 'Group www-data', `ServerName ${name}`, `ErrorLog ${folder}/error.log`],
    ...[`Listen 127.0.0.1:${ports.http}`, `Listen 127.0.0.1:${ports.tls}`, 'LogLevel md:info'],
    ...['Protocols http/1.1 acme-tls/1', `MDStoreDir ${folder}/md`, `MDCACertificateFile ${trust}`],
    ...[`MDCertificateAuthority ${directory}`, 'MDCertificateAgreement accepted'],
    ...[`MDExternalAccountBinding ${eab.kid} ${eab.key}`, 'MDContactEmail ops@example.org'],
    ...[`MDPortMap http:${ports.http} https:${ports.tls}`, 'MDRenewMode always', ...more],
    ...[`MDomain ${name}`, `<VirtualHost *:${ports.tls}>`, 'SSLEngine on', `ServerName ${name}`],
    ...['</VirtualHost>', ''],
  ].join('\n');
}

export async function apache(client) {
  const { step, command, env, folder, check, isNew } = client;
  const [name, config] = ['apache.example.net', join(folder, 'httpd.conf')];
  mkdirSync(folder, { recursive: true });
  // Its workers are not root.
  for (const each of [folder, dirname(folder)]) chmodSync(each, 0o755);
  const file = join(folder, 'md', 'domains', name, 'pubcert.pem');
  const log = join(folder, 'error.log');
  const staged = join(folder, 'md', 'staging', name, 'pubcert.pem');
  const get = async (...more) => {
    writeFileSync(config, apacheConfig(client, name, more));
    await during(command, ['-f', config, '-DFOREGROUND'], { env, log }, () =>
      until('it has no certificate', () => existsSync(staged)),
    );
    // What was got is taken at the next start; a wide window would get another at once.
    writeFileSync(config, apacheConfig(client, name, ['MDRenewWindow 1s']));
    await during(command, ['-f', config, '-DFOREGROUND'], { env, log }, () =>
      until('it does not take the certificate', () => !existsSync(staged) && existsSync(file)),
    );
  };
  await step('issues by http-01', async () => {
    await get('MDCAChallenges http-01');
    return check(file, [name]);
  });
  await step('renews by tls-alpn-01', async () => {
    copyFileSync(file, join(folder, 'before.pem'));
    await get('MDCAChallenges tls-alpn-01', 'MDRenewWindow 3650d');
    return isNew(join(folder, 'before.pem'), file);
  });
}

function caddyConfig({ target, folder, ports }, name, { off, ratio }) {
  const { directory, eab, trust } = target;
  const issuer = {
    ...{ module: 'acme', ca: directory, trusted_roots_pem_files: [trust] },
    ...{ email: 'ops@example.org', external_account: { key_id: eab.kid, mac_key: eab.key } },
    challenges: { [off]: { disabled: true } },
  };
  const route = { match: [{ host: [name] }], handle: [{ handler: 'static_response', body: 'ok' }] };
  const server = { listen: [`127.0.0.1:${ports.tls}`], routes: [route] };
  const http = { http_port: ports.http, https_port: ports.tls, servers: { only: server } };
  const policy = { subjects: [name], issuers: [issuer], renewal_window_ratio: ratio };
  return JSON.stringify({
    admin: { disabled: true },
    storage: { module: 'file_system', root: join(folder, 'kept') },
    apps: { http, tls: { automation: { policies: [policy] } } },
  });
}

export async function caddy(client) {
  const { step, command, env, folder, check, isNew } = client;
  const [name, config] = ['caddy.example.net', join(folder, 'caddy.json')];
  const kept = join(folder, 'kept');
  mkdirSync(kept, { recursive: true });
  const file = () => {
    const found = readdirSync(kept, { recursive: true }).find((each) =>
      each.endsWith(`${name}.crt`),
    );
    return found && join(kept, found);
  };
  const get = async (how, isThere) => {
    writeFileSync(config, caddyConfig(client, name, how));
    const homes = { ...env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
    await during(command, ['run', '--config', config], { env: homes }, () =>
      until('no certificate', isThere),
    );
  };
  await step('issues by http-01', async () => {
    await get({ off: 'tls-alpn', ratio: 0.3 }, file);
    return check(file(), [name]);
  });
  await step('renews by tls-alpn-01', async () => {
    const before = join(folder, 'before.pem');
    copyFileSync(file(), before);
    // All but a second of the life is time to renew.
    await get({ off: 'http', ratio: 0.999_999_9 }, () => isNew(before, file()).catch(() => false));
    return isNew(before, file());
  });
}
