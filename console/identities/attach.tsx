import { useState } from 'react';
import { Choice } from '../widgets/choice';
import { idempotencyKey, SERVER } from '../api/client';
import { ActButton } from '../widgets/act-button';
import { Button } from '../widgets/button';
import { Snippet } from '../widgets/command';
import { Dialog } from '../widgets/dialog';
import { Problem } from '../widgets/problem';
import { identitiesWords as words } from '../words/identities';
import { workloadWords } from '../words/workloads';
import styles from './form.module.css';
import {
  attachWorkload,
  type Settings,
  templateOf,
  type WorkloadAuth,
  type WorkloadName,
} from './methods';
import { bodyOf, PLATFORM_NAMES, type PlatformName, platformOf, shownSettings } from './platforms';
import { snippetOf } from './snippets';
import { OneField } from './one-field';
import { changed } from './queries';
import { useIdentityRights } from './rights';
import { Warnings } from './warnings';

interface Props {
  readonly id: string;
  /** Methods that the identity has. */
  readonly attached: readonly WorkloadName[];
}

/** Lets workloads of a platform sign in: the settings are shown before they count. */
export function Attach({ id, attached }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { editAuth } = useIdentityRights();
  return (
    <>
      <ActButton isSmall whyNot={editAuth} onPress={() => setOpen(true)}>
        {workloadWords.attach}
      </ActButton>
      {isOpen && <AttachDialog {...{ id, attached }} close={() => setOpen(false)} />}
    </>
  );
}

function AttachDialog({ id, attached, close }: Props & { readonly close: () => void }) {
  const attaching = useAttaching(id);
  const { name, settings, result, problem, isBusy } = attaching;
  const platform = platformOf(name);
  const isTaken = attached.includes(platform.method) && !result;
  return (
    <Dialog
      isOpen
      close={close}
      title={result ? workloadWords.attached : workloadWords.attachTitle}
      acts={
        result ? (
          <Button look="first" onPress={close}>
            {words.done}
          </Button>
        ) : (
          <>
            {settings ? (
              <Button onPress={attaching.back}>{workloadWords.back}</Button>
            ) : (
              <Button onPress={close}>{words.cancel}</Button>
            )}
            <Button
              look="first"
              isDisabled={isTaken || !attaching.isReady}
              isPending={isBusy}
              onPress={settings ? attaching.attach : attaching.look}
            >
              {settings ? workloadWords.attachNow : workloadWords.look}
            </Button>
          </>
        )
      }
    >
      {!settings && <Fields attaching={attaching} />}
      {isTaken && (
        <p className={styles.problem}>
          {workloadWords.taken(words.methods[platform.method] ?? '')}
        </p>
      )}
      {settings && !result && (
        <div className={styles.fields}>
          <h3>{workloadWords.proposed}</h3>
          <Snippet text={shownSettings(platform, settings)} />
        </div>
      )}
      {settings && result && <Attached {...{ id, name, settings, result }} />}
      <Problem of={problem} />
    </Dialog>
  );
}

/** What was typed, the settings that it makes, and what became of them. */
function useAttaching(id: string) {
  const [name, setName] = useState<PlatformName>('github');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [settings, setSettings] = useState<Settings | null>(null);
  const [result, setResult] = useState<WorkloadAuth | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [key, setKey] = useState(idempotencyKey);
  const platform = platformOf(name);
  const trying = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    await work().catch(setProblem);
    setBusy(false);
  };
  const look = async () => {
    const body = bodyOf(platform, typed);
    setSettings(platform.template ? await templateOf(platform.template, body) : body);
    setKey(idempotencyKey());
  };
  const attach = async () => {
    setResult(await attachWorkload(id, platform.method, settings ?? {}, key));
    setTyped({});
    await changed();
  };
  return {
    ...{ name, typed, settings, result, problem, isBusy },
    isReady: platform.fields.every(
      (field) => !field.isRequired || (typed[field.name] ?? '').trim() !== '',
    ),
    choose: (next: PlatformName) => {
      setName(next);
      setProblem(null);
    },
    type: (field: string, text: string) => setTyped((before) => ({ ...before, [field]: text })),
    back: () => setSettings(null),
    look: () => void trying(look),
    attach: () => void trying(attach),
  };
}

function Fields({ attaching }: { readonly attaching: ReturnType<typeof useAttaching> }) {
  const { name, typed, choose, type } = attaching;
  return (
    <div className={styles.fields}>
      <div className={styles.labelled}>
        <span className={styles.label}>{workloadWords.platform}</span>
        <Choice
          label={workloadWords.platform}
          value={name}
          options={PLATFORM_NAMES.map((each) => [each, workloadWords.platforms[each]] as const)}
          onChange={(chosen) => choose(chosen as PlatformName)}
        />
      </div>
      {platformOf(name).fields.map((field) => (
        <OneField
          key={`${name} ${field.name}`}
          field={field}
          value={typed[field.name] ?? ''}
          onChange={(text) => type(field.name, text)}
        />
      ))}
    </div>
  );
}

interface AttachedProps {
  readonly id: string;
  readonly name: PlatformName;
  readonly settings: Settings;
  readonly result: WorkloadAuth;
}

const Attached = ({ id, name, settings, result }: AttachedProps) => (
  <div className={styles.fields}>
    <Warnings of={result.warnings} />
    <p>{workloadWords.attachedHelp}</p>
    <Snippet text={snippetOf(name, { identityId: id, server: SERVER, settings })} />
  </div>
);
