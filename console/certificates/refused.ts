import { Refusal } from '../api/refusal';
import { certificatesWords as words } from '../words/certificates';
import { durationText, type FieldName, type FieldProblems, type NameKind } from './bounds';
import type { Wish } from './model';

interface PolicyProblem {
  readonly about: string;
  readonly value: string | null;
  readonly message: string;
}

/** What the server refused, beside the fields that it is about, and what is left to say in one place. */
export interface Refused {
  readonly fields: FieldProblems;
  readonly error: Refusal;
}

const isName = (about: string): about is NameKind => Object.hasOwn(words.nameKinds, about);

function fieldOf(about: string, way: Wish['way']): FieldName | null {
  if (about === 'validity') return 'days';
  if (!isName(about)) return null;
  if (way === 'request') return 'csr';
  return about === 'common_name' ? 'commonName' : 'altNames';
}

/** A problem that the policy has with a request, in words of the console. */
function problemText({ about, value, message }: PolicyProblem): string {
  const max = / allows (\d+[hdmy]):/.exec(message)?.[1];
  if (about === 'validity' && max !== undefined) return words.mostByPolicy(durationText(max));
  if (!isName(about)) return message;
  const pattern = / matches (.+)\.$/.exec(message)?.[1];
  if (value === null) return words.nameMissing(words.nameKinds[about] ?? about, pattern ?? '');
  return words.nameNotAllowed(value);
}

/** Puts what the server refused to its fields, in words of the console. */
export function refusedOf(refusal: Refusal, way: Wish['way']): Refused {
  const { problems } = (refusal.details ?? {}) as { problems?: readonly PolicyProblem[] };
  if (refusal.code === 'missing-field' && refusal.message.startsWith('ttl'))
    return { fields: { days: words.daysNeeded }, error: reworded(refusal, words.seeFields) };
  if (refusal.code !== 'policy-refused' || !problems) return { fields: {}, error: refusal };
  const fields: Partial<Record<FieldName, string>> = {};
  const others: string[] = [];
  for (const problem of problems) {
    const [field, text] = [fieldOf(problem.about, way), problemText(problem)];
    if (field === null) others.push(text);
    else fields[field] = [fields[field], text].filter(Boolean).join(' ');
  }
  const told = [words.policyRefuses, ...others].join(' ');
  return { fields, error: reworded(refusal, told) };
}

function reworded(refusal: Refusal, message: string): Refusal {
  const { status, code, help, reqId, details } = refusal;
  return new Refusal(message, { status, code, help, reqId, details });
}
