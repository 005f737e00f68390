import { Field } from '../widgets/field';
import { NO_WORK } from '../widgets/typed-work';

interface Props {
  readonly label: string;
  readonly name: string;
}

/** A code that is good once: of an authenticator app, or of the server. */
export const CodeField = (props: Props) => (
  <Field {...props} {...NO_WORK} autoComplete="one-time-code" isMono isRequired autoFocus />
);
