/** A mail as plain text: nothing in it can be markup. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const END = 'If you did not expect this mail, do nothing: nothing happens without the link.';

export const recoveryMail = (link: string): MailText => ({
  subject: 'Set a new password',
  text: `Somebody, probably you, asked for a new password.

Open this link within one hour to set it:
${link}

${END}
`,
});

export const emailCodeMail = (code: string): MailText => ({
  subject: 'Confirm your e-mail address',
  text: `The code that makes this your e-mail address is ${code}. It is good for ten minutes.

If you did not ask for it, do nothing.
`,
});

export const emailChangedMail = (): MailText => ({
  subject: 'Your e-mail address was changed',
  text: `Your account signs in with another e-mail address from now on.

If that was not you, tell an administrator of your organization at once.
`,
});

/** Characters of a name that others chose. */
const MAX_SHOWN = 60;

/**
 * A name between quotation marks, on one line, as it reads: nothing in it moves what stands around it, seems to be a text
 * of the server, or becomes a link.
 */
function shown(name: string): string {
  const line = name.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const plain = line.replace(/[\p{Pi}\p{Pf}"]/gu, "'").replace(/:\/\//g, ' ');
  const letters = [...plain];
  const isCut = letters.length > MAX_SHOWN;
  return `"${letters.slice(0, MAX_SHOWN).join('')}${isCut ? '…' : ''}"`;
}

export const invitationMail = (
  link: string,
  { organization, inviter }: { readonly organization: string; readonly inviter: string },
): MailText => ({
  subject: 'You are invited to an organization',
  text: `You are invited to the organization ${shown(organization)} by ${shown(inviter)}.

Open this link within three days to join it:
${link}

${END}
`,
});

/** What approvers are told of a request: names of places and people, never what is in it. */
export interface ConsentNotice {
  readonly kind: 'change' | 'access' | 'bypass';
  readonly project: string;
  readonly environment: string;
  readonly secretPath: string;
  /** Who asked, or who merged without consent. */
  readonly by: string;
  /** How the API calls the request. */
  readonly requestId: string;
}

const CONSENT_SUBJECTS = {
  change: 'A change waits for your consent',
  access: 'Somebody asks for access, and for your consent',
  bypass: 'A change was made without consent',
} as const;

const CONSENT_EVENTS = {
  change: 'proposed to change secrets',
  access: 'asks for access to secrets',
  bypass: 'changed secrets, without the consent that a policy asks for,',
} as const;

export const consentMail = ({ kind, project, environment, ...of }: ConsentNotice): MailText => ({
  subject: CONSENT_SUBJECTS[kind],
  text: `${shown(of.by)} ${CONSENT_EVENTS[kind]} in the folder ${shown(of.secretPath)} of the environment ${shown(environment)} of the project ${shown(project)}.

You are told because a policy names you as an approver there. The request has the id ${of.requestId}.
`,
});
