import type { AppContext } from './app-context.js';
import { AddressPolicy } from './outgoing/address-policy.js';
import { lookUpPlaces, SystemNetwork } from './outgoing/network.js';
import { Outgoing } from './outgoing/outgoing.js';
import { Probes } from './outgoing/probes.js';

/** What opens every connection that the settings of callers lead to. */
export function outgoingOn({ config, network }: AppContext): Outgoing {
  const { allowedNetworks, proxy, threads } = config.outgoing;
  const ownPorts = [config.port, config.metricsPort ?? config.port];
  const through = proxy === undefined ? null : new URL(proxy);
  const system = new SystemNetwork(through, [], true, undefined, lookUpPlaces(threads));
  return new Outgoing(network ?? system, new AddressPolicy(allowedNetworks, ownPorts));
}

/** What looks at hosts whose names are to be proved. */
export function probesOn({ config, network, log }: AppContext): Probes {
  const { permittedRanges, excludedRanges: excluded, dnsServers, httpPort, tlsPort } = config.acme;
  const opensLoopback = httpPort !== undefined || tlsPort !== undefined;
  if (opensLoopback)
    log.warn('ACME_HTTP_PORT or ACME_TLS_PORT is set: names are proved at ports of a test.');
  const ownPorts = [config.port, config.metricsPort ?? config.port];
  const addresses = new AddressPolicy(permittedRanges, ownPorts, { excluded, opensLoopback });
  const ports = {
    ...(httpPort === undefined ? {} : { http: httpPort }),
    ...(tlsPort === undefined ? {} : { tls: tlsPort }),
  };
  return new Probes(network ?? new SystemNetwork(null, dnsServers, false), addresses, ports);
}
