import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { useUnsavedWork } from '../session/unsaved';
import { type SecretsDraft, EMPTY_DRAFT, kept, renewed, takenBack, withoutDone } from './draft';
import type { Target, TargetedAct } from './model';

interface Drafts {
  readonly of: (projectId: string) => SecretsDraft;
  readonly change: (projectId: string, step: (draft: SecretsDraft) => SecretsDraft) => void;
}

const DraftsContext = createContext<Drafts | null>(null);

/** Keeps the drafts of all projects while somebody is signed in, from screen to screen. The page asks before it forgets one. */
export function DraftsOfSession({ children }: { readonly children: ReactNode }) {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, SecretsDraft>>(() => new Map());
  const count = [...drafts.values()].reduce((sum, { acts }) => sum + acts.length, 0);
  useUnsavedWork('drafts', count);
  const value = useMemo<Drafts>(
    () => ({
      of: (projectId) => drafts.get(projectId) ?? EMPTY_DRAFT,
      change: (projectId, step) =>
        setDrafts((all) => new Map(all).set(projectId, step(all.get(projectId) ?? EMPTY_DRAFT))),
    }),
    [drafts],
  );
  return <DraftsContext value={value}>{children}</DraftsContext>;
}

export function useDrafts(): Drafts {
  const drafts = use(DraftsContext);
  if (!drafts) throw new Error('This screen is not within DraftsOfSession.');
  return drafts;
}

/** The draft of a project, and what changes it. */
export function useSecretsDraft(projectId: string) {
  const drafts = useDrafts();
  const change = (step: (draft: SecretsDraft) => SecretsDraft) => drafts.change(projectId, step);
  return {
    draft: drafts.of(projectId),
    keep: (target: Target, acts: readonly TargetedAct[]) =>
      change((draft) => kept(draft, target, acts)),
    takeBack: () => change(takenBack),
    forget: (done: readonly TargetedAct[]) =>
      done.length > 0 && change((draft) => withoutDone(draft, done)),
    renew: (act: TargetedAct) => change((draft) => renewed(draft, act)),
    discard: () => change(() => EMPTY_DRAFT),
  };
}
