import { describe, expect, it } from '@jest/globals';
import { FramedEvent } from './event-frame.js';
import { EventAuthorizer } from '../authorization/event-authorizer.js';
import { toSubscriptionFilter } from './subscription-filter.js';
import { FanOut } from './fanout.js';

const rules = (conditions?: object) => [
  {
    subject: 'secret-event-subscriptions',
    action: 'subscribe-to-update-events',
    ...(conditions ? { conditions } : {}),
    source: 'role',
  },
];
const authorizer = (conditions?: object) =>
  new EventAuthorizer(
    rules(conditions) as unknown as ConstructorParameters<typeof EventAuthorizer>[0],
  );

const all = [toSubscriptionFilter({})];
const below = (secretPath: string) => [
  toSubscriptionFilter({ conditions: { environmentSlug: 'dev', secretPath } }),
];

const event = (seq: number, ...paths: string[]) =>
  new FramedEvent(
    {
      seq,
      stamp: seq,
      type: 'secret:update',
      items: paths.map((secretPath) => ({ environment: 'dev', secretPath, secretKey: `K${seq}` })),
      createdAt: 0,
    },
    `id-${seq}`,
  );

const EVENTS = [event(1, '/a'), event(2, '/a', '/b'), event(3, '/b')];
const aFanOut = (events = EVENTS) => {
  const asked: number[] = [];
  const fanOut = new FanOut((after) => {
    asked.push(after);
    return after < 0 ? null : events.filter(({ seq }) => seq > after);
  });
  return { fanOut, asked };
};
const textOf = (chunk: { body: Buffer } | null | undefined) => chunk?.body.toString();

describe('FanOut', () => {
  it('selects once for streams with the same authorizer and filters', () => {
    const { fanOut, asked } = aFanOut();
    const audience = { authorizer: authorizer(), filters: all };
    const first = fanOut.deliveryFor(0, audience);
    expect(fanOut.deliveryFor(0, { ...audience })).toBe(first);
    expect(asked).toEqual([0]);
    expect(first).toMatchObject({ after: 0, seq: 3, count: 3, hasGap: false });
    expect(textOf(first!.chunk)).toBe(EVENTS.map(({ frame }) => frame).join(''));
  });

  it('encodes once what goes to all that receive every event', () => {
    const { fanOut } = aFanOut();
    const one = fanOut.deliveryFor(0, { authorizer: authorizer(), filters: all });
    const other = fanOut.deliveryFor(0, { authorizer: authorizer(), filters: below('/**') });
    expect(other!.chunk).toBe(one!.chunk);
    expect(textOf(fanOut.deliveryFor(1, { authorizer: authorizer(), filters: all })!.chunk)).toBe(
      EVENTS[1]!.frame + EVENTS[2]!.frame,
    );
  });

  it('sends nobody what only another audience receives', () => {
    const { fanOut } = aFanOut();
    fanOut.deliveryFor(0, { authorizer: authorizer(), filters: all });
    const narrow = { authorizer: authorizer({ secretPath: '/a' }), filters: all };
    const text = textOf(fanOut.deliveryFor(0, narrow)!.chunk)!;
    expect(text).toContain('"secretPath":"/a"');
    expect(text).not.toContain('/b');
    const asked = fanOut.deliveryFor(0, { authorizer: authorizer(), filters: below('/b') });
    expect(asked).toMatchObject({ seq: 3, count: 2 });
    expect(textOf(asked!.chunk)).not.toContain('/a');
    const nothing = fanOut.deliveryFor(0, { authorizer: authorizer(), filters: below('/c') });
    expect(nothing).toMatchObject({ seq: 3, count: 0, chunk: null });
  });

  it('sends nobody items of another audience in as many events', () => {
    const { fanOut } = aFanOut([event(1, '/a', '/b'), event(2, '/a', '/b')]);
    const narrow = { authorizer: authorizer({ secretPath: '/a' }), filters: all };
    const wide = { authorizer: authorizer(), filters: all };
    const texts = [wide, narrow, wide].map((each) => textOf(fanOut.deliveryFor(0, each)!.chunk));

    expect(texts.map((text) => text!.includes('/b'))).toEqual([true, false, true]);
  });

  it('ends a delivery before a gap, and before more than one write may hold', () => {
    const gap = aFanOut([event(1, '/a'), event(3, '/a')]).fanOut;
    const audience = { authorizer: authorizer(), filters: all };
    expect(gap.deliveryFor(0, audience)).toMatchObject({ seq: 1, count: 1, hasGap: true });
    const long = '/x'.repeat(20_000);
    const { fanOut } = aFanOut([1, 2, 3, 4, 5, 6].map((seq) => event(seq, long)));
    const part = fanOut.deliveryFor(0, audience)!;
    expect(part).toMatchObject({ seq: 4, count: 4, hasGap: false });
    expect(fanOut.deliveryFor(part.seq, audience)).toMatchObject({ seq: 6, count: 2 });
  });

  it('counts the size of a write in bytes', () => {
    const long = '/水'.repeat(10_000);
    const { fanOut } = aFanOut([1, 2, 3, 4, 5, 6].map((seq) => event(seq, long)));
    expect(fanOut.deliveryFor(0, { authorizer: authorizer(), filters: all })).toMatchObject({
      seq: 4,
    });
  });

  it('returns null for a stream that is behind the events in memory', () => {
    expect(aFanOut().fanOut.deliveryFor(-1, { authorizer: authorizer(), filters: all })).toBeNull();
  });
});

describe('HttpChunk', () => {
  it('holds the frames with and without chunked transfer encoding, its size in bytes', () => {
    const { fanOut } = aFanOut([event(1, '/é')]);
    const { chunk } = fanOut.deliveryFor(0, { authorizer: authorizer(), filters: all })!;
    const { frame } = event(1, '/é');
    const size = Buffer.byteLength(frame).toString(16);
    expect(chunk!.encoded.toString()).toBe(`${size}\r\n${frame}\r\n`);
    expect(chunk!.body.toString()).toBe(frame);
  });
});
