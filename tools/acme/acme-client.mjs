// npm acme-client, as a program would use it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:tls';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { once } from 'node:events';
import * as acme from 'acme-client';

/** A host that proves a name by its handshakes (RFC 8737). */
async function proofHost(port) {
  const proofs = new Map();
  const server = createServer({
    ALPNProtocols: ['acme-tls/1'],
    SNICallback: (name, done) => done(null, proofs.get(name)),
  });
  server.on('tlsClientError', () => {}).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { proofs, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** Puts up what proves a name, each kind in its place. */
async function prove({ webroot, env }, proofs, [authorization, challenge, proof]) {
  const { value } = authorization.identifier;
  if (challenge.type === 'http-01')
    return writeFileSync(join(webroot, '.well-known/acme-challenge', challenge.token), proof);
  if (challenge.type === 'dns-01') {
    const body = JSON.stringify({ host: `_acme-challenge.${value}.`, value: proof });
    return fetch(`${env.RESPONDER}/set-txt`, { method: 'POST', body });
  }
  const [key, cert] = await acme.crypto.createAlpnCertificate(authorization, proof);
  const { createSecureContext } = await import('node:tls');
  proofs.set(value, createSecureContext({ key, cert }));
}

// oxlint-disable-next-line max-lines-per-function -- what one client does, from its account's beginning to its end
export async function acmeClient(client) {
  const { step, target, folder, ports, check, isNew, revoked } = client;
  acme.axios.defaults.httpsAgent = new Agent({ ca: readFileSync(target.trust) });
  const { eab, directory: directoryUrl } = target;
  const user = new acme.Client({
    ...{ directoryUrl, accountKey: await acme.crypto.createPrivateEcdsaKey() },
    externalAccountBinding: { kid: eab.kid, hmacKey: eab.key },
    ...{ backoffMin: 100, backoffMax: 1_000 },
  });
  const host = await proofHost(ports.tls);
  const file = (of) => join(folder, `${of.replace('*', '_')}.pem`);
  const get = async (name, type, out = name) => {
    const [key, csr] = await acme.crypto.createCsr({ altNames: [name] });
    const chain = await user.auto({
      ...{ csr, email: 'ops@example.org', termsOfServiceAgreed: true },
      ...{ skipChallengeVerification: true, challengePriority: [type] },
      challengeCreateFn: (...args) => prove(client, host.proofs, args),
      challengeRemoveFn: async () => undefined,
    });
    writeFileSync(file(out), chain);
    return { key, chain, isGood: await check(file(out), [name]) };
  };
  const [name, wild] = ['http.client.example.net', '*.client.example.net'];
  await step('issues by http-01', async () => (await get(name, 'http-01')).isGood);
  await step('issues a wildcard by dns-01', async () => (await get(wild, 'dns-01')).isGood);
  await step(
    'issues by tls-alpn-01',
    async () => (await get('tls.client.example.net', 'tls-alpn-01')).isGood,
  );
  await step('gets another key', async () => {
    await user.updateAccountKey(await acme.crypto.createPrivateRsaKey());
    return true;
  });
  let renewed;
  await step('renews', async () => {
    renewed = await get(name, 'http-01', 'renewed');
    return isNew(file(name), file('renewed'));
  });
  await step('revokes by its account', async () => {
    await user.revokeCertificate(renewed.chain, { reason: 4 });
    return revoked(file('renewed'));
  });
  await step('deactivates its account', async () => {
    const { status } = await user.updateAccount({ status: 'deactivated' });
    return status === 'deactivated';
  });
  await host.close();
}
