import { describe, expect, it } from '@jest/globals';
import { EventResets, type StreamReset } from './event-resets.js';
import { EventAuthorizer } from '../authorization/event-authorizer.js';
import { toSubscriptionFilter } from './subscription-filter.js';

const folders = Array.from({ length: 1_000 }, (_, n) => ({
  environment: 'dev',
  secretPath: `/folder-${n}`,
}));
const resets = new EventResets(
  { atHead: async () => ({ seq: 1, stamp: 1, cursor: 'now' }) } as unknown as ConstructorParameters<
    typeof EventResets
  >[0],
  { listFolders: async () => folders } as unknown as ConstructorParameters<typeof EventResets>[1],
);
const rule = {
  subject: 'secret-event-subscriptions',
  action: 'subscribe-to-update-events',
  source: 'role',
};
const authorizer = new EventAuthorizer([rule] as unknown as ConstructorParameters<
  typeof EventAuthorizer
>[0]);

const aboutNames = (secretName: object, inverted = false) => ({
  subject: 'secrets',
  action: 'describeSecret',
  conditions: { eventType: 'secret:update', secretPath: '/folder-7', secretName },
  source: 'role',
  ...(inverted ? { inverted } : {}),
});
const authorizedBy = (...rules: object[]) =>
  new EventAuthorizer(rules as unknown as ConstructorParameters<typeof EventAuthorizer>[0]);
const pathsOf = ({ frames }: StreamReset) =>
  [...frames.join('').matchAll(/"secretPath":"([^"]*)","secretKey":"\*"/g)].map(([, path]) => path);

describe('EventResets', () => {
  it('names a folder if events of some of its secrets can be received', async () => {
    const some = authorizedBy(aboutNames({ $in: ['KEY'] }));

    expect(pathsOf(await resets.build('project', [toSubscriptionFilter({})], some))).toEqual([
      '/folder-7',
    ]);
  });

  it('names no folder in which every name is forbidden', async () => {
    const none = authorizedBy(aboutNames({ $in: ['KEY'] }), aboutNames({ $glob: '*' }, true));

    expect(pathsOf(await resets.build('project', [toSubscriptionFilter({})], none))).toEqual([]);
  });

  it('names a folder if only some of its secrets are forbidden', async () => {
    const most = authorizedBy(rule, aboutNames({ $in: ['KEY'] }, true));

    expect(pathsOf(await resets.build('project', [toSubscriptionFilter({})], most))).toHaveLength(
      1_000,
    );
  });

  it('names a folder that is gone from its environment, though another has the path', async () => {
    const asked = { environmentSlug: 'staging', secretPath: '/folder-7' };
    const filters = [toSubscriptionFilter({ conditions: asked })];
    const reset = await resets.build('project', filters, authorizer);

    expect(pathsOf(reset)).toEqual(['/folder-7']);
    expect(reset.frames.join('')).toContain('"environment":"staging"');
  });

  it('lets requests have their turn while it checks many folders', async () => {
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);

    const { frames } = await resets.build('project', [toSubscriptionFilter({})], authorizer);
    isOver = true;

    expect(turns).toBeGreaterThanOrEqual(15);
    expect(frames.join('').match(/"secretKey":"\*"/g)).toHaveLength(1_000);
  });
});
