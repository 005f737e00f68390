import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aHolder, aRole, aStage, SECRETS } from '../support/attacks/access-stage.js';
import { manyHolders } from '../support/attacks/many-holders.js';

const server = useApp();

const HOLDERS = Number(process.env['HOLDERS'] ?? 10_000);
const DENY: Rule = { ...SECRETS, inverted: true };

it(`weighs the edit of a role that ${HOLDERS} members hold, one of whom it binds`, async () => {
  const stage = await aStage(server);
  const roleId = await aRole(stage, 'guardrail', [DENY]);
  await aRole(stage, 'editor', [{ subject: 'role', action: ['read', 'edit'] }]);
  const editor = await aHolder(server, stage, 'editor');
  const same = { roleId, areDistinct: false };
  await manyHolders(server, stage, { ...same, count: HOLDERS, beside: 'no-access' });
  const edit = async (permissions: readonly Rule[], by = editor) => {
    const start = performance.now();
    const { status } = await by.http.patch(`${stage.roles}/${roleId}`).send({ permissions });
    const milliseconds = Math.round(performance.now() - start);
    process.stdout.write(`edit of a role with ${HOLDERS} holders: ${status}, ${milliseconds} ms\n`);
    return status;
  };
  expect(await edit([])).toBe(200);
  expect(await edit([DENY], stage.admin)).toBe(200);
  await manyHolders(server, stage, { ...same, count: 1, beside: 'viewer' });
  expect(await edit([])).toBe(403);
  expect(await edit([], stage.admin)).toBe(200);
});

it(`looks for the last administrator among ${HOLDERS} members`, async () => {
  const stage = await aStage(server);
  const roleId = await aRole(stage, 'guardrail', [DENY]);
  const same = { roleId, areDistinct: false };
  await manyHolders(server, stage, { ...same, count: HOLDERS, beside: 'viewer' });
  const member = await aHolder(server, stage, 'viewer');
  await aRole(stage, 'helpdesk', [
    { subject: 'identity', action: ['read', 'edit', 'assign-role'] },
  ]);
  const helpdesk = await aHolder(server, stage, 'member', 'helpdesk');
  for (const [by, role] of [
    [stage.admin, 'member'],
    [stage.admin, 'viewer'],
    [helpdesk, 'member'],
    [helpdesk, 'no-access'],
  ] as const) {
    const start = performance.now();
    await by.http
      .patch(`${stage.memberships}/${member.id}`)
      .send({ roles: [{ role }] })
      .expect(200);
    const milliseconds = Math.round(performance.now() - start);
    process.stdout.write(`roles of one among ${HOLDERS} members: ${milliseconds} ms\n`);
  }
});
