import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Action } from '../access/actions';
import { Choice } from '../widgets/choice';
import { ruleText } from '../access/model';
import { api, take } from '../api/client';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { Field } from '../widgets/field';
import { ErrorState } from '../widgets/states';
import { say } from '../widgets/toast';
import { accessWords } from '../words/access';
import { approvalsWords as words } from '../words/approvals';
import { widgetWords } from '../words/widgets';
import { type AccessPolicy, askedActions, policyOf, rangesUpTo } from './model';
import { accessPoliciesQuery } from './queries';
import styles from './screen.module.css';
import { useAct } from './use-act';

/** What somebody may not do. */
export interface Wanted {
  readonly action: Action;
  readonly environment: string;
  readonly secretPath: string;
  /** Empty: every secret of the folder. */
  readonly secretName: string;
}

/** The way from a refusal to those who can give what is missing; nothing where no policy is about the place. */
export function AskFor({ wanted }: { readonly wanted: Wanted }) {
  const project = useProject();
  const [isAsking, setAsking] = useState(false);
  const { data: policies } = useQuery(accessPoliciesQuery(project.id, project.slug));
  if (policies === undefined) return null;
  const policy = policies && policyOf(policies, wanted.environment, wanted.secretPath);
  // Where the policies are not the caller's to see, the server says whether one is about the place.
  if (policies !== null && policy === null) return null;
  return (
    <>
      <Button isSmall onPress={() => setAsking(true)}>
        {words.ask}
      </Button>
      {isAsking && <AskDialog {...{ wanted, policy }} close={() => setAsking(false)} />}
    </>
  );
}

interface Props {
  readonly wanted: Wanted;
  readonly policy: AccessPolicy | null;
  readonly close: () => void;
}

const OFFERED = Object.keys(words.ranges);
const USUAL = '2h';
const MAX_NOTE = 255;

function AskDialog({ wanted, policy, close }: Props) {
  const ranges = rangesUpTo(policy?.maxTimePeriod ?? null, OFFERED);
  const [range, setRange] = useState(ranges.includes(USUAL) ? USUAL : ranges.at(-1)!);
  const [note, setNote] = useState('');
  const rule = ruleFor(wanted, policy);
  const asking = useAsk(rule, range, note);
  const isBeyond = policy !== null && !policy.givenActions.includes(wanted.action);
  const acts = (
    <>
      <Button onPress={close}>{widgetWords.cancel}</Button>
      <Button
        look="first"
        type="submit"
        form="ask-for-access"
        isDisabled={isBeyond}
        isPending={asking.isPending}
      >
        {words.askNow}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={words.askTitle} close={close} acts={acts}>
      <form
        id="ask-for-access"
        className={styles.section}
        onSubmit={(event) => {
          event.preventDefault();
          asking.mutate();
        }}
      >
        <p>
          <bdi>{ruleText({ ...rule, inverted: false } as Parameters<typeof ruleText>[0])}</bdi>
        </p>
        <div className={styles.acts}>
          <span>{words.askFor}</span>
          <Choice
            label={words.range}
            value={range}
            options={ranges.map((each) => [each, words.ranges[each] ?? each] as const)}
            onChange={setRange}
          />
        </div>
        <Field
          {...{ label: words.askWhy, value: note, onChange: setNote, maxLength: MAX_NOTE }}
          autoFocus
          autoComplete="off"
        />
        {policy && <p className={styles.soft}>{words.askHelp(policy.approvals)}</p>}
        {isBeyond && (
          <p className={styles.warning}>{words.askBeyond(accessWords.actions[wanted.action])}</p>
        )}
        {asking.error && <ErrorState error={asking.error} />}
      </form>
    </Dialog>
  );
}

const ruleFor = (wanted: Wanted, policy: AccessPolicy | null) => ({
  subject: 'secrets',
  action: askedActions(wanted.action, policy),
  conditions: {
    environment: wanted.environment,
    secretPath: wanted.secretPath,
    ...(wanted.secretName === '' ? {} : { secretName: wanted.secretName }),
  },
});

/** Asks, and leads to the request. */
function useAsk(rule: ReturnType<typeof ruleFor>, temporaryRange: string, note: string) {
  const { id, slug: projectSlug } = useProject();
  const navigate = useNavigate();
  return useAct<void>(
    id,
    async (headers) => {
      const permissions = [[rule.action.join(','), rule.subject, rule.conditions]];
      const body = { permissions, isTemporary: true, temporaryRange, ...(note && { note }) };
      const params = { query: { projectSlug } };
      const asked = api.POST('/api/v1/access-approvals/requests', { params, headers, body });
      const { approval } = await take(asked);
      const to = '/p/$projectSlug/approvals/access/$requestId' as const;
      await navigate({ to, params: { projectSlug, requestId: approval.id } });
    },
    () => say(words.askedNow),
  );
}
