import { useState } from 'react';
import type { Rule } from '../access/model';
import { Button } from '../widgets/button';
import { Field } from '../widgets/field';
import { whatIfWords as words } from '../words/what-if';
import { type Draft, useTry } from './draft';
import { missingIn, NEW_RULE, newGrantRule, ruleLine, rulesIn, toRule } from './model';
import { RuleRow } from './rule-row';
import styles from './screen.module.css';

interface EditorProps {
  readonly draft: Draft;
  /** Told whether the JSON that is typed can be read. */
  readonly setBroken: (isBroken: boolean) => void;
}

/** The draft: a row of choices for each rule, or JSON for all of them. */
export function RulesEditor({ draft, setBroken }: EditorProps) {
  const { rules, stored, environments } = draft;
  const attempt = useTry();
  const [isJson, setJson] = useState(false);
  const show = (json: boolean) => {
    setJson(json);
    setBroken(false);
  };
  const change = (next: readonly Rule[]) => attempt({ rules: next });
  const added = new Set(missingIn(rules, stored));
  const dropped = draft.who ? [] : missingIn(stored, rules);
  return (
    <section className={styles.panel} aria-labelledby="rules-title">
      <header className={styles.panelHead}>
        <h2 id="rules-title">{words.rules}</h2>
        <Button isSmall look="quiet" onPress={() => show(!isJson)}>
          {isJson ? words.asRows : words.asJson}
        </Button>
      </header>
      {isJson ? (
        <JsonRules {...{ rules, change, setBroken }} />
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
      <Dropped rules={dropped} />
      <div className={styles.acts}>
        {!isJson && (
          <Button isSmall onPress={() => change([...rules, newRule(draft)])}>
            {words.add}
          </Button>
        )}
        {draft.isChanged && (
          <Button
            isSmall
            look="quiet"
            onPress={() => {
              show(false);
              attempt({ rules: undefined } as never);
            }}
          >
            {words.discard}
          </Button>
        )}
      </div>
    </section>
  );
}

const Dropped = ({ rules }: { readonly rules: readonly Rule[] }) =>
  rules.length > 0 && (
    <div className={styles.dropped}>
      <h3>{words.dropped}</h3>
      <ul>
        {rules.map((rule) => (
          <li key={JSON.stringify(rule)}>
            <del>{ruleLine(rule)}</del>
          </li>
        ))}
      </ul>
    </div>
  );

const newRule = ({ who, environments }: Draft): Rule =>
  who ? newGrantRule(environments) : toRule(NEW_RULE);

function JsonRules({
  rules,
  change,
  setBroken,
}: Pick<EditorProps, 'setBroken'> & {
  readonly rules: readonly Rule[];
  readonly change: (next: readonly Rule[]) => void;
}) {
  const [text, setText] = useState(() => JSON.stringify(rules, null, 2));
  const read = rulesIn(text);
  const isWrong = typeof read === 'string';
  return (
    <Field
      {...{ label: words.json, rows: 14, isMono: true, value: text, isInvalid: isWrong }}
      {...(isWrong && { error: read })}
      onChange={(next) => {
        setText(next);
        const found = rulesIn(next);
        setBroken(typeof found === 'string');
        if (typeof found !== 'string') change(found);
      }}
    />
  );
}
