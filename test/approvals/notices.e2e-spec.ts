import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventSettings } from '../../src/events/event-settings.js';
import {
  closeAll,
  type EventSource,
  listen,
  payloadOf,
  refusal,
} from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { aMailServer, plainText } from '../support/mail-server.js';
import {
  aGroup,
  joinGroup,
  leaveGroup,
  joinProject,
  type SignedInPerson,
} from '../support/people.js';
import { ApprovalsScene, LITTLE_ROLE, POLICIES } from './approvals-scene.js';

const mail = aMailServer();
const server = useApp({
  get SMTP_URL() {
    return mail.url();
  },
  SMTP_FROM: 'strongroom@example.org',
});
afterEach(closeAll);

let scene: ApprovalsScene;
let approver: SignedInPerson;
let policy: { id: string };
const register = ['open', 'review', 'merge', 'bypass', 'close'].map((verb) => ({
  event: `approval:${verb}`,
}));

beforeAll(async () => {
  Object.assign(server.app.get(EventSettings), { pollInterval: 100 });
  scene = await ApprovalsScene.make(server);
  // Nothing but the policy gives sight of requests.
  approver = await scene.person(LITTLE_ROLE);
  policy = await scene.policy({ approvers: [{ type: 'user', id: approver.id }] });
});

const ask = () => ({ projectId: scene.project.id, register });
const requestsIn = ({ events }: Pick<EventSource, 'events'>) =>
  events.map((frame) => {
    const [item] = payloadOf(frame).data.payload as unknown as { requestId: string }[];
    return [frame.event, item!.requestId];
  });
const patch = (body: object) =>
  scene.admin.http.patch(`${POLICIES}/${policy.id}`).send(body).expect(200);

describe('events about requests', () => {
  it('are heard by committers and approvers without the right to read all (T286)', async () => {
    const other = await scene.person('member');
    const stranger = await scene.person('member');
    expect((await refusal(server, other.token, ask())).status).toBe(403);
    const first = await scene.propose(other, 'FIRST', 'one');
    const heard = await Promise.all(
      [approver, other].map(({ token }) => listen(server, token, ask())),
    );
    const [ofApprover, ofCommitter] = heard as [EventSource, EventSource];
    expect((await refusal(server, stranger.token, ask())).status).toBe(403);

    const second = await scene.propose(scene.writer, 'SECOND', 'hidden-value');
    await scene.review(approver, second).expect(200);
    await scene.review(approver, first).expect(200);
    await scene.merge(other, first).expect(200);
    await ofApprover.until(({ events }) => events.length === 4);
    await ofCommitter.until(({ events }) => events.length === 2);

    expect(requestsIn(ofApprover)).toEqual([
      ['approval:open', second.id],
      ['approval:review', second.id],
      ['approval:review', first.id],
      ['approval:merge', first.id],
    ]);
    expect(requestsIn(ofCommitter)).toEqual([
      ['approval:review', first.id],
      ['approval:merge', first.id],
    ]);
    expect(ofApprover.text).not.toMatch(/hidden-value|SECOND|committerId/);
    expect(payloadOf(ofApprover.events[0]!).data.payload).toEqual([
      { requestId: second.id, policyId: policy.id, status: 'open' },
    ]);
  });

  it('end with the place in the policy, by the group too, within a second (T286)', async () => {
    const byGroup = await scene.person(LITTLE_ROLE);
    const groupId = await aGroup(server, scene.orgId);
    await joinProject(server, scene.project, { groupId }, LITTLE_ROLE);
    await joinGroup(server, groupId, { userId: byGroup.id });
    await patch({
      approvers: [
        { type: 'user', id: approver.id },
        { type: 'group', id: groupId },
      ],
    });
    const stream = await listen(server, byGroup.token, ask());
    const seen = await scene.propose(scene.writer, 'SEEN', 'x');
    await stream.until(({ events }) => events.length === 1);

    await patch({ approvers: [{ type: 'user', id: approver.id }] });
    const unseen = await scene.propose(scene.writer, 'UNSEEN', 'x');
    await stream.until(({ ended }) => ended !== null, 1_000);

    expect(requestsIn({ events: stream.events.slice(0, 1) })).toEqual([['approval:open', seen.id]]);
    expect(stream.text).not.toContain(unseen.id);
    await leaveGroup(server, groupId, byGroup.id);
    expect((await refusal(server, byGroup.token, ask())).status).toBe(403);
  });
});

describe('mail to approvers', () => {
  it('is sent at a proposal and at a bypass, never at a merge, and holds no name or value of a secret', async () => {
    const reader = await scene.person(LITTLE_ROLE);
    const passer = await scene.person('member');
    await patch({
      enforcementLevel: 'soft',
      approvers: [{ type: 'user', id: reader.id }],
      bypassers: [{ type: 'user', id: passer.id }],
    });
    const first = await scene.propose(scene.writer, 'NAMED_SECRET', 'hidden-value');
    await scene.propose(scene.writer, 'NAMED_SECRET', 'hidden-value');
    const [mailed] = await mail.to(reader.email);
    expect(mailed!.text).toMatch(/^Subject: A change waits for your consent$/m);
    expect(plainText(mailed!)).toContain(first.id);
    expect(plainText(mailed!)).toMatch(/in the folder "\/held" of the environment "dev"/);
    await scene.review(reader, first).expect(200);
    await scene.merge(scene.writer, first).expect(200);

    const second = await scene.propose(scene.writer, 'OTHER_SECRET', 'hidden-value');
    await scene.merge(passer, second, { bypassReason: 'The certificate expires.' }).expect(200);
    const all = await mail.to(reader.email, 3);
    expect(all.map((each) => /^Subject: (.*)$/m.exec(each.text)![1])).toEqual([
      'A change waits for your consent',
      'A change waits for your consent',
      'A change was made without consent',
    ]);
    for (const each of all) expect(plainText(each)).not.toMatch(/hidden-value|_SECRET/);
  });
});
