import { type ComponentProps, useEffect, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { onLeave } from '../session/session';
import { widgetWords as words } from '../words/widgets';
import { Button } from './button';
import { Field, VALUE_FIELD } from './field';

interface Props extends ComponentProps<typeof Field> {
  readonly label: string;
  readonly value: string;
  readonly rows: number;
}

/**
 * A field for a secret value. What is typed is seen while one is in the field, or has asked to see it; otherwise, and whenever
 * the page is hidden or locked, it is in the memory of the form alone, and the page has a mask in its place.
 */
export function ValueField({ label, value, placeholder, onFocusChange, ...props }: Props) {
  const { isSeen, isShown, setFocused, setShown } = useSight(value);
  const labelId = useId();
  const isMasked = value !== '' && !isSeen;
  return (
    <Field
      {...VALUE_FIELD}
      {...props}
      {...{ label, labelId, isMasked, isMono: true }}
      // What is required is there, though the page has it not.
      isRequired={props.isRequired === true && !isMasked}
      value={isSeen ? value : ''}
      onFocusChange={(isFocused) => {
        setFocused(isFocused);
        onFocusChange?.(isFocused);
      }}
      {...(isMasked ? { placeholder: words.masked } : placeholder && { placeholder })}
      aside={
        value === '' ? (
          <span />
        ) : (
          <Button
            look="quiet"
            isSmall
            aria-describedby={labelId}
            onPress={() => setShown(!isShown)}
          >
            {isShown ? words.hide : words.show}
          </Button>
        )
      }
    />
  );
}

/** Whether a value is seen: at once where it changes, since what is selected or gone in the same moment is to be the value. */
function useSight(value: string) {
  const [isFocused, setFocused] = useState(false);
  const [isShown, setShown] = useState(false);
  useEffect(
    () =>
      onLeave(() =>
        flushSync(() => {
          setFocused(false);
          setShown(false);
        }),
      ),
    [],
  );
  const focus = (isNow: boolean) => {
    if (value === '') setFocused(isNow);
    else flushSync(() => setFocused(isNow));
  };
  return { isSeen: isFocused || isShown, isShown, setFocused: focus, setShown };
}
