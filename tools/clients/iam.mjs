// Stands in for Google's IAM Credentials API, of which clients call one method over gRPC.
import { createSecureServer } from 'node:http2';
import { buffer } from 'node:stream/consumers';

/** The name under which clients ask for it. */
export const IAM = 'iamcredentials.googleapis.com';

/** Length-delimited fields of a message of protocol buffers, by number; nothing else is in those that are read here. */
function fieldsOf(message) {
  const fields = {};
  for (let at = 0; at < message.length;) {
    const number = message[at++] >> 3;
    let [length, shift] = [0, 0];
    do length |= (message[at] & 127) << (7 * shift++);
    while (message[at++] & 128);
    fields[number] = message.subarray(at, (at += length)).toString();
  }
  return fields;
}

function field(number, value) {
  const bytes = Buffer.from(value);
  const length = [];
  for (let left = bytes.length; left > 0 || length.length === 0; left >>= 7)
    length.push((left & 127) | (left > 127 ? 128 : 0));
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes]);
}

/** Google's `signJwt` (gRPC), which signs what it is sent with the key of the account and adds its times. */
export function openIam({ cert, key }, token) {
  return createSecureServer({ cert, key }, async (req, res) => {
    // One message, after a byte for its compression and four for its length.
    const { 5: payload } = fieldsOf((await buffer(req)).subarray(5));
    const answer = Buffer.concat([field(1, 'stand-in'), field(2, token(JSON.parse(payload)))]);
    const head = Buffer.alloc(5);
    head.writeUInt32BE(answer.length, 1);
    res.writeHead(200, { 'content-type': 'application/grpc', trailer: 'grpc-status' });
    res.addTrailers({ 'grpc-status': '0' });
    res.end(Buffer.concat([head, answer]));
  });
}
