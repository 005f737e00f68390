import { describe, expect, it } from '@jest/globals';
import { FramedEvent } from './event-frame.js';
import { EventAuthorizer } from '../authorization/event-authorizer.js';
import { toSubscriptionFilter } from './subscription-filter.js';
import { Round } from './round.js';

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
const aRound = (events = EVENTS) => {
  const asked: number[] = [];
  const round = new Round((after) => {
    asked.push(after);
    return after < 0 ? null : events.filter(({ seq }) => seq > after);
  });
  return { round, asked };
};
const textOf = (packet: { bare: Buffer } | null | undefined) => packet?.bare.toString();

describe('a round', () => {
  it('finds out once what goes to listeners that are alike', () => {
    const { round, asked } = aRound();
    const listener = { authorizer: authorizer(), filters: all };
    const first = round.passage(0, listener);
    expect(round.passage(0, { ...listener })).toBe(first);
    expect(asked).toEqual([0]);
    expect(first).toMatchObject({ after: 0, seq: 3, count: 3, isLost: false });
    expect(textOf(first!.packet)).toBe(EVENTS.map(({ frame }) => frame).join(''));
  });

  it('makes one packet for all who hear everything, whoever they are', () => {
    const { round } = aRound();
    const one = round.passage(0, { authorizer: authorizer(), filters: all });
    const other = round.passage(0, { authorizer: authorizer(), filters: below('/**') });
    expect(other!.packet).toBe(one!.packet);
    expect(textOf(round.passage(1, { authorizer: authorizer(), filters: all })!.packet)).toBe(
      EVENTS[1]!.frame + EVENTS[2]!.frame,
    );
  });

  it('gives nobody what another one hears', () => {
    const { round } = aRound();
    round.passage(0, { authorizer: authorizer(), filters: all });
    const narrow = { authorizer: authorizer({ secretPath: '/a' }), filters: all };
    const text = textOf(round.passage(0, narrow)!.packet)!;
    expect(text).toContain('"secretPath":"/a"');
    expect(text).not.toContain('/b');
    const asked = round.passage(0, { authorizer: authorizer(), filters: below('/b') });
    expect(asked).toMatchObject({ seq: 3, count: 2 });
    expect(textOf(asked!.packet)).not.toContain('/a');
    const nothing = round.passage(0, { authorizer: authorizer(), filters: below('/c') });
    expect(nothing).toMatchObject({ seq: 3, count: 0, packet: null });
  });

  it('ends before a gap, and before more than a write may hold', () => {
    const gap = aRound([event(1, '/a'), event(3, '/a')]).round;
    const listener = { authorizer: authorizer(), filters: all };
    expect(gap.passage(0, listener)).toMatchObject({ seq: 1, count: 1, isLost: true });
    const long = '/x'.repeat(20_000);
    const { round } = aRound([1, 2, 3, 4, 5, 6].map((seq) => event(seq, long)));
    const part = round.passage(0, listener)!;
    expect(part).toMatchObject({ seq: 4, count: 4, isLost: false });
    expect(round.passage(part.seq, listener)).toMatchObject({ seq: 6, count: 2 });
  });

  it('counts what a write may hold in bytes', () => {
    const long = '/水'.repeat(10_000);
    const { round } = aRound([1, 2, 3, 4, 5, 6].map((seq) => event(seq, long)));
    expect(round.passage(0, { authorizer: authorizer(), filters: all })).toMatchObject({ seq: 4 });
  });

  it('has nothing for who is behind what is kept', () => {
    expect(aRound().round.passage(-1, { authorizer: authorizer(), filters: all })).toBeNull();
  });
});

describe('a packet', () => {
  it('is a chunk, in bytes, and the frames without it', () => {
    const { round } = aRound([event(1, '/é')]);
    const { packet } = round.passage(0, { authorizer: authorizer(), filters: all })!;
    const { frame } = event(1, '/é');
    const size = Buffer.byteLength(frame).toString(16);
    expect(packet!.chunk.toString()).toBe(`${size}\r\n${frame}\r\n`);
    expect(packet!.bare.toString()).toBe(frame);
  });
});
