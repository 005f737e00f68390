import { randomUUID } from 'node:crypto';
import { PASSWORD } from './accounts.js';
import type { Client, TestApp } from './harness.js';

export const INVITE = '/api/v1/invite-org/signup';
export const RESEND = '/api/v1/invite-org/signup-resend';
const VERIFY = '/api/v1/invite-org/verify';
const COMPLETE = '/api/v3/signup/complete-account';

/** What the link of an invitation says in its fragment. */
export interface InvitationLink {
  readonly email: string;
  readonly organizationId: string;
  readonly code: string;
}

export const aNewEmail = () => `ann-${randomUUID()}@example.org`;

export const linkIn = (link: string) =>
  Object.fromEntries(new URLSearchParams(link.split('#')[1])) as unknown as InvitationLink;

export const invite = (
  http: Client,
  organizationId: string,
  emails: readonly string[],
  more: object = {},
) => http.post(INVITE).send({ inviteeEmails: emails, organizationId, ...more });

/** The link that the inviter is given, where the server sends no mail. */
export async function aLink(
  http: Client,
  orgId: string,
  email: string,
  more: object = {},
): Promise<InvitationLink> {
  const { body } = await invite(http, orgId, [email], more).expect(200);
  const { completeInviteLinks } = body as { completeInviteLinks: { link: string }[] };
  return linkIn(completeInviteLinks[0]!.link);
}

/** The link that takes the place of the one before, where the server sends no mail. */
export async function aLinkAgain(http: Client, membershipId: string): Promise<InvitationLink> {
  const { body } = await http.post(RESEND).send({ membershipId }).expect(200);
  return linkIn((body as { completeInviteLink: { link: string } }).completeInviteLink.link);
}

/** Opening links and completing accounts, on one server. */
export const acceptanceOn = (server: TestApp) => {
  const open = (link: InvitationLink, token?: string) =>
    (token === undefined ? server.http : server.as(token)).post(VERIFY).send(link);
  const complete = (token: string, email: string, more: object = {}) =>
    server
      .as(token)
      .post(COMPLETE)
      .send({ email, firstName: 'Ann', password: PASSWORD, ...more });
  const tokenOf = async (link: InvitationLink) =>
    ((await open(link).expect(200)).body as { token: string }).token;
  const placeOf = async (email: string, orgId: string) => {
    const rows = await server.database.source.query<
      { id: string; userId: string; status: string; role: string; inviterId: string }[]
    >(
      `select m.id, m.user_id "userId", m.status, m.role, m.inviter_id "inviterId"
       from organization_memberships m join users u on u.id = m.user_id
       where u.email = $1 and m.org_id = $2`,
      [email, orgId],
    );
    return rows[0];
  };
  return { open, complete, tokenOf, placeOf };
};
