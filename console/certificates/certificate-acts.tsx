import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LabelledChoice } from '../widgets/choice';
import { useProjectRights } from '../api/rights';
import type { WhyNot } from '../api/rights-answers';
import { useProject } from '../shell/project';
import { ActButton } from '../widgets/act-button';
import { ConfirmForm } from '../widgets/confirm-form';
import { CopyButton } from '../widgets/copy';
import { say } from '../widgets/toast';
import { certificatesWords as words } from '../words/certificates';
import { Download } from './download';
import {
  type Certificate,
  fileNameOf,
  nameOf,
  notRenewed,
  notRevoked,
  otherNames,
  type State,
  withRevoked,
} from './model';
import { lookAgain, readBody, readKey, renew, revoke } from './queries';
import styles from './screen.module.css';

interface Props {
  readonly certificate: Certificate;
  readonly state: State;
}

/** What rules may look at; of several other names each would have to be allowed. */
function attributesOf(certificate: Certificate): Readonly<Record<string, string>> {
  const { commonName, friendlyName, serialNumber, status } = certificate;
  const [altName, ...more] = otherNames(certificate);
  return {
    ...{ commonName, friendlyName, serialNumber, status },
    ...(altName !== undefined && more.length === 0 ? { altNames: altName } : {}),
  };
}

/** What may be done with a certificate. */
export function CertificateActs({ certificate, state }: Props) {
  const project = useProject();
  const attributes = attributesOf(certificate);
  const rights = useProjectRights(project.id, {
    revoke: { subject: 'certificates', action: 'delete', attributes },
    issue: {
      ...{ subject: 'certificate-profiles', action: 'issue-cert' },
      attributes: { slug: certificate.profileName ?? '' },
    },
    create: { subject: 'certificates', action: 'create', attributes },
    key: { subject: 'certificates', action: 'read-private-key', attributes },
  });
  const name = nameOf(certificate);
  return (
    <div className={styles.acts}>
      <Download
        fileName={fileNameOf(name, 'certificate')}
        read={async () => (await readBody(certificate.id)).certificate}
      />
      <Download
        text={words.downloadChain}
        fileName={fileNameOf(name, 'chain')}
        read={async () => {
          const body = await readBody(certificate.id);
          return body.certificate + body.certificateChain;
        }}
      />
      <Renew certificate={certificate} whyNot={whyNotRenew(certificate, rights)} />
      <Revoke certificate={certificate} whyNot={whyNotRevoke(certificate, state, rights.revoke)} />
      {certificate.hasPrivateKey && rights.key === null && (
        <span className={styles.key} title={words.keyHelp}>
          <CopyButton
            isSecret
            text={words.copyKey}
            label={words.copyKey}
            value={() => readKey(certificate.id)}
          />
        </span>
      )}
    </div>
  );
}

function whyNotRenew(
  certificate: Certificate,
  { issue, create }: { readonly issue: WhyNot; readonly create: WhyNot },
): WhyNot {
  const reason = notRenewed(certificate);
  return reason ? words.notRenewed[reason] : (issue ?? create);
}

function whyNotRevoke(certificate: Certificate, state: State, right: WhyNot): WhyNot {
  const reason = notRevoked(certificate, state);
  return reason ? words.notRevoked[reason] : right;
}

interface ActProps {
  readonly certificate: Certificate;
  readonly whyNot: WhyNot;
}

function Renew({ certificate, whyNot }: ActProps) {
  const project = useProject();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <ActButton whyNot={whyNot} onPress={() => setAsking(true)}>
        {words.renew}
      </ActButton>
      {isAsking && (
        <ConfirmForm
          title={<bdi className={styles.title}>{words.renewTitle(nameOf(certificate))}</bdi>}
          act={words.renew}
          close={() => setAsking(false)}
          work={async (header) => {
            const { certificateId: id } = await renew(certificate.id, header);
            say(words.renewed);
            await lookAgain(project.id);
            void navigate({
              to: '.',
              search: ((before: object) => ({ ...before, id })) as never,
            });
          }}
        >
          <p>
            {words.renewHelp} {certificate.hasPrivateKey ? words.renewWithKey : words.renewSameKey}
          </p>
        </ConfirmForm>
      )}
    </>
  );
}

type Reason = keyof typeof words.reasons;
const REASONS = Object.entries(words.reasons);

/** Ends it before its time, for a reason. */
function Revoke({ certificate, whyNot }: ActProps) {
  const project = useProject();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState<Reason>('UNSPECIFIED');
  return (
    <>
      <ActButton look="danger" whyNot={whyNot} onPress={() => setAsking(true)}>
        {words.revoke}
      </ActButton>
      {isAsking && (
        <ConfirmForm
          isDanger
          title={<bdi className={styles.title}>{words.revokeTitle(nameOf(certificate))}</bdi>}
          act={words.revoke}
          close={() => setAsking(false)}
          work={async (header) => {
            await revoke(certificate.id, reason, header);
            say(words.revoked);
            // It stays in the list, which shows what is valid alone unless something else was chosen.
            void navigate({ to: '.', replace: true, search: withRevoked as never });
            await lookAgain(project.id);
          }}
        >
          <p>{words.revokeHelp}</p>
          <LabelledChoice
            label={words.reason}
            value={reason}
            options={REASONS}
            onChange={(chosen) => setReason(chosen as Reason)}
          />
        </ConfirmForm>
      )}
    </>
  );
}
