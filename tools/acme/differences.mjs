/** What works with this server and not with Debian's Pebble 2.4, and why; by client and method. */
export const DIFFERENCES = {
  'lego: issues where CAA names the server, and not where it names another':
    'Pebble asks for no CAA records',
  'lego5: asks when to renew': 'this Pebble has no renewal information (RFC 9773)',
};
