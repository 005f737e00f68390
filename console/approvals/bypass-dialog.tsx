import { useState } from 'react';
import { Button } from '../widgets/button';
import { Dialog } from '../widgets/dialog';
import { Field } from '../widgets/field';
import { ErrorState } from '../widgets/states';
import { approvalsWords as words } from '../words/approvals';
import { widgetWords } from '../words/widgets';

interface Props {
  readonly title: string;
  readonly help: string;
  readonly act: string;
  readonly work: (reason: string) => Promise<unknown>;
  readonly close: () => void;
}

/** Letters of a reason, as the server takes it. */
const LEAST = 10;
const MOST = 1_000;

/** Asks for the reason why somebody does without votes, and does it. */
export function BypassDialog({ title, help, act, work, close }: Props) {
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isGiven = reason.trim().length >= LEAST;
  const submit = () => {
    if (!isGiven || isBusy) return;
    setBusy(true);
    work(reason.trim()).then(close, (refused: unknown) => {
      setError(refused);
      setBusy(false);
    });
  };
  const acts = (
    <>
      <Button onPress={close}>{widgetWords.cancel}</Button>
      <Button look="danger" isDisabled={!isGiven} isPending={isBusy} onPress={submit}>
        {act}
      </Button>
    </>
  );
  return (
    <Dialog isOpen isAlert title={title} close={close} acts={acts}>
      <p>{help}</p>
      <Field
        {...{ label: words.bypassReason, help: words.bypassReasonHelp }}
        {...{ value: reason, onChange: setReason, maxLength: MOST }}
        onKeyDown={({ key }) => key === 'Enter' && submit()}
        autoFocus
        autoComplete="off"
      />
      {error !== null && <ErrorState error={error} />}
    </Dialog>
  );
}
