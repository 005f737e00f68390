import { useState } from 'react';
import { isAction } from '../access/actions';
import { type Rule, ruleText } from '../access/model';
import { Choice, Several } from '../access/choice';
import { Suggest } from '../access/suggest';
import { CloseMark } from '../shell/marks';
import { Button } from '../widgets/button';
import { Field } from '../widgets/field';
import { accessWords } from '../words/access';
import { whatIfWords as words } from '../words/what-if';
import { type Draft, useTry } from './draft';
import {
  missingIn,
  NEW_RULE,
  type PlainRule,
  RULE_ACTIONS,
  type RuleAction,
  rulesIn,
  toPlain,
  toRule,
} from './model';
import styles from './screen.module.css';

/** The draft: a row of choices for each rule, or JSON for all of them. */
export function RulesEditor({ draft }: { readonly draft: Draft }) {
  const { rules, stored, environments } = draft;
  const attempt = useTry();
  const [isJson, setJson] = useState(false);
  const change = (next: readonly Rule[]) => attempt({ rules: next });
  const added = new Set(missingIn(rules, stored));
  const dropped = draft.who ? [] : missingIn(stored, rules);
  return (
    <section className={styles.panel} aria-labelledby="rules-title">
      <header className={styles.panelHead}>
        <h2 id="rules-title">{words.rules}</h2>
        <Button isSmall look="quiet" onPress={() => setJson(!isJson)}>
          {isJson ? words.asRows : words.asJson}
        </Button>
      </header>
      {isJson ? (
        <JsonRules rules={rules} change={change} />
      ) : (
        <ol className={styles.rules}>
          {rules.map((rule, index) => (
            <RuleRow
              // Rules have no names: their place is what tells one from another.
              key={index}
              {...{ rule, index, environments }}
              isNew={!draft.who && added.has(rule)}
              change={(next) => change(rules.toSpliced(index, 1, ...next))}
            />
          ))}
        </ol>
      )}
      {dropped.length > 0 && (
        <div className={styles.dropped}>
          <h3>{words.dropped}</h3>
          <ul>
            {dropped.map((rule) => (
              <li key={JSON.stringify(rule)}>
                <del>{ruleText(rule)}</del>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={styles.acts}>
        {!isJson && (
          <Button isSmall onPress={() => change([...rules, toRule(NEW_RULE)])}>
            {words.add}
          </Button>
        )}
        {draft.isChanged && (
          <Button isSmall look="quiet" onPress={() => attempt({ rules: undefined } as never)}>
            {words.discard}
          </Button>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  readonly rule: Rule;
  readonly index: number;
  readonly isNew: boolean;
  readonly environments: readonly string[];
  /** By none, one or more rules in its place. */
  readonly change: (next: readonly Rule[]) => void;
}

function RuleRow({ rule, index, isNew, environments, change }: RowProps) {
  const plain = toPlain(rule);
  const isForbidding = rule.inverted === true;
  return (
    <li className={`${styles.rule} ${isForbidding ? styles.forbidding : ''}`}>
      <span className={styles.number} aria-label={words.rule(index + 1)}>
        {index + 1}
      </span>
      <div className={styles.choices}>
        {plain ? (
          <PlainChoices {...{ plain, environments }} change={(next) => change([toRule(next)])} />
        ) : (
          <span className={styles.plain}>
            {isForbidding ? words.forbid : words.allow} <bdi>{ruleText(rule)}</bdi>
          </span>
        )}
      </div>
      <div className={styles.rowEnd}>
        {isNew && <span className={styles.isNew}>+ {words.isNew}</span>}
        <Button
          isSmall
          look="quiet"
          aria-label={words.remove(index + 1)}
          onPress={() => change([])}
        >
          <CloseMark />
        </Button>
      </div>
    </li>
  );
}

interface PlainProps {
  readonly plain: PlainRule;
  readonly environments: readonly string[];
  readonly change: (next: PlainRule) => void;
}

const actionWord = (action: RuleAction) =>
  isAction(action) ? accessWords.actions[action] : words.read;

function PlainChoices({ plain, environments, change }: PlainProps) {
  const { isForbidding, actions, secretPath } = plain;
  return (
    <>
      <Choice
        label={words.effect}
        value={isForbidding ? 'forbid' : 'allow'}
        options={(['allow', 'forbid'] as const).map((each) => [each, words[each]] as const)}
        onChange={(chosen) => change({ ...plain, isForbidding: chosen === 'forbid' })}
      />
      <Several
        label={words.acts}
        chosen={actions}
        options={RULE_ACTIONS.map((each) => [each, actionWord(each)] as const)}
        none={words.noActs}
        isNeeded
        onChange={(chosen) => change({ ...plain, actions: chosen as RuleAction[] })}
      />
      <Several
        label={words.environments}
        chosen={plain.environments}
        options={environments.map((slug) => [slug, slug] as const)}
        none={words.everywhere}
        onChange={(chosen) => change({ ...plain, environments: chosen })}
      />
      <Suggest
        label={words.path}
        value={secretPath}
        placeholder={words.anyPath}
        options={['/**']}
        onChange={(path) =>
          path.trim() !== secretPath && change({ ...plain, secretPath: path.trim() })
        }
      />
    </>
  );
}

function JsonRules({
  rules,
  change,
}: {
  readonly rules: readonly Rule[];
  readonly change: (next: readonly Rule[]) => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(rules, null, 2));
  const read = rulesIn(text);
  const isWrong = typeof read === 'string';
  return (
    <Field
      {...{ label: words.json, rows: 14, isMono: true, value: text, isInvalid: isWrong }}
      {...(isWrong && { help: read })}
      onChange={(next) => {
        setText(next);
        const found = rulesIn(next);
        if (typeof found !== 'string') change(found);
      }}
    />
  );
}
