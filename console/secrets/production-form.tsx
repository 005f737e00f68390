import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Field } from '../widgets/field';
import { NO_WORK } from '../widgets/typed-work';
import { secretsWords as words } from '../words/secrets';
import { isProduction } from './production';

interface ProductionName {
  /** Whether nothing of production is among the environments, or its name was typed. */
  readonly isTyped: boolean;
  /** Asks for the name; null where none is needed. */
  readonly field: ReactNode;
}

/**
 * The guard before every change of production, whichever screen makes it: the name of the environment is typed. What waits
 * for the consent of others changes nothing yet, and is guarded by that.
 */
export function useProductionName(environments: readonly string[]): ProductionName {
  const [typed, setTyped] = useState('');
  const slug = environments.find(isProduction);
  if (slug === undefined) return { isTyped: true, field: null };
  const field = (
    <Field
      {...NO_WORK}
      {...{ label: words.typeName(slug), value: typed, onChange: setTyped }}
      // Whoever has just ticked a line stays there.
      autoFocus={!(document.activeElement instanceof HTMLInputElement)}
      {...{ isMono: true, autoComplete: 'off', spellCheck: 'false' }}
    />
  );
  return { isTyped: typed.trim() === slug, field };
}

interface Props {
  /** Of the button that is its `submit`. */
  readonly id: string;
  readonly production: ProductionName;
  readonly submit: () => void;
}

/** The field, in which Enter does what the button does; Ctrl Enter does it from everywhere, as in an editor. */
export function ProductionForm({ id, production, submit }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }, []);
  return (
    <form
      ref={form}
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        if (production.isTyped) submit();
      }}
    >
      {production.field}
    </form>
  );
}
