import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BoundedCounts, noticeBounds } from '../../accounts/bounded-counts.js';
import { type ConsentNotice, consentMail } from '../../accounts/mail-texts.js';
import { Mailer } from '../../accounts/mailer.js';
import { Database, statement } from '../../database/database.js';
import { votersOf } from '../policies/voters.sql.js';
import type { RequestRecord } from './requests.repository.js';

/** Approvers of one request who are written to. */
const MAX_MAILED = 100;
/** Requests whose approvers are looked up at a time; those beyond are not told of. */
const MAX_WAITING = 100;

/** A request whose approvers are told. */
export interface MailedRequest extends Omit<ConsentNotice, 'project'> {
  readonly policyId: string;
  readonly projectId: string;
  /** Who did it, and is not told. */
  readonly byId: string;
}

/** What of a request its mails tell. */
export const placed = ({ id, policyId, projectId, environment, secretPath }: RequestRecord) => ({
  ...{ requestId: id, policyId, projectId },
  ...{ environment: environment ?? '', secretPath: secretPath ?? '' },
});

const VOTERS = votersOf({ policy: 'a.id', project: 'a.project_id', org: 'p.org_id' });

const ADDRESSES = statement(`
  select u.email, p.name project
  from approval_policies a join projects p on p.id = a.project_id
  cross join lateral ${VOTERS} v join users u on u.id = v.user_id
  where a.id = $1 and v.user_id <> $2 order by u.id limit ${MAX_MAILED}`);

/** Tells approvers by mail that something waits for them, or was done without them; never what. Nobody waits for it. */
@Injectable()
export class ApproverMails implements OnModuleDestroy {
  private readonly log = new Logger(ApproverMails.name);
  private readonly sending = new Set<Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly mailer: Mailer,
    private readonly counts: BoundedCounts,
  ) {}

  /** After the commit, where mail can be sent. Beyond what one caller or one address may cause in an hour nothing is sent. */
  tellAfter(tx: EntityManager, request: MailedRequest): void {
    if (!this.mailer.isOn) return;
    this.database.afterCommit(tx, () => {
      if (this.sending.size >= MAX_WAITING) return this.log.warn('Approvers are not told by mail.');
      const sending = this.send(request)
        .catch(() => this.log.warn('Approvers could not be told by mail.'))
        .finally(() => this.sending.delete(sending));
      this.sending.add(sending);
    });
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.sending);
  }

  private async send({ policyId, projectId, byId, ...notice }: MailedRequest): Promise<void> {
    type Row = { readonly email: string; readonly project: string };
    const found = await this.database.rows<Row>(ADDRESSES, [policyId, byId]);
    const [first] = found;
    if (!first) return;
    const caused = `${projectId} ${byId}`;
    const emails = found.map(({ email }) => email);
    const within = await this.database.transaction((tx) =>
      this.counts.within(tx, noticeBounds(caused, emails)),
    );
    const mail = consentMail({ ...notice, project: first.project });
    for (const email of within) this.mailer.send(email, mail);
  }
}
