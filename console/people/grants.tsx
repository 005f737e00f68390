import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Rule, ruleText } from '../access/model';
import { privilegeText } from '../access/privilege-text';
import { inProject, queryClient } from '../api/queries';
import { useProjectRights } from '../api/rights';
import type { WhyNot } from '../api/rights-answers';
import { useProject } from '../shell/project';
import { Button } from '../widgets/button';
import { Confirm } from '../widgets/confirm';
import { ErrorState, LoadingState } from '../widgets/states';
import { Time, useNow } from '../widgets/time';
import { Written } from '../widgets/written';
import { peopleWords as words } from '../words/people';
import { type Grant, liveGrants, type Member } from './model';
import { grantRulesQuery, grantsQuery, takeGrant } from './queries';
import styles from './screen.module.css';

/** Grants that are shown at first, and more each time: the rules of each are a request. */
const STEP = 10;

/** What was granted to a person beside the roles: what each grant allows, until when, and the way to take it away. */
export function Grants({ member }: { readonly member: Member }) {
  const { id: projectId } = useProject();
  const { data, error, refetch } = useQuery(grantsQuery(projectId, member.id));
  const attributes = { userEmail: member.detail };
  const { newer, older } = useProjectRights(projectId, {
    newer: { subject: 'member', action: 'assign-additional-privileges', attributes },
    older: { subject: 'member', action: 'grant-privileges', attributes },
  });
  const grants = liveGrants(data ?? [], useNow());
  const [most, setMost] = useState(STEP);
  return (
    <section className={styles.section} aria-labelledby="member-grants">
      <h3 id="member-grants">{words.grants}</h3>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {data && grants.length === 0 && <p className={styles.soft}>{words.noGrants}</p>}
      <ul className={styles.held}>
        {grants.slice(0, most).map((grant) => (
          // Either of the two rights is enough.
          <GrantLine key={grant.id} grant={grant} whyNot={older === null ? null : newer} />
        ))}
      </ul>
      {grants.length > most && (
        <div>
          <Button isSmall onPress={() => setMost(most + STEP)}>
            {words.moreGrants(most, grants.length)}
          </Button>
        </div>
      )}
    </section>
  );
}

function GrantLine({ grant, whyNot }: { readonly grant: Grant; readonly whyNot: WhyNot }) {
  const { id: projectId } = useProject();
  const { id, slug, temporaryAccessEndTime: end } = grant;
  const { data: permissions, error, refetch } = useQuery(grantRulesQuery(projectId, id));
  const name = privilegeText(slug, end);
  const rules = (permissions as readonly Rule[] | undefined)?.map((rule) => (
    <Written key={JSON.stringify(rule)}>
      {rule.inverted === true ? words.mayNot(ruleText(rule)) : ruleText(rule)}
    </Written>
  ));
  return (
    <li>
      <div className={styles.grow}>
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!error && !rules && <LoadingState rows={1} />}
        {rules && <span className={styles.role}>{rules}</span>}{' '}
        <span className={end === undefined ? styles.soft : styles.ends}>
          {end === undefined ? words.noEnd : <Time at={end} />}
        </span>
      </div>
      <Confirm
        isSmall
        label={words.take}
        spoken={words.takeGrant(name)}
        title={words.takeGrantTitle(name)}
        act={words.take}
        whyNot={whyNot}
        done={words.grantTaken}
        work={async () => {
          await takeGrant(id);
          await queryClient.invalidateQueries({ queryKey: inProject(projectId, 'access') });
        }}
      >
        <p>{words.takeGrantHelp}</p>
        <p className={styles.role}>{rules}</p>
      </Confirm>
    </li>
  );
}
