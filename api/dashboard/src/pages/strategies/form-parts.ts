import type { RunDraft } from './draft.ts';

/** What each part of the form is given. */
export interface PartProps {
  draft: RunDraft;
  set: (change: Partial<RunDraft>) => void;
  /** What the server said of a field, by its path in the body. */
  problem: (path: string) => string | undefined;
}

/** Room around the fields of a part: a phone has little. */
export const FIELDSET_PADDING = { base: 'xs', sm: 'md' } as const;

/** Words as the choices of a field, in their order. */
export const choicesOf = <Word extends string>(words: Readonly<Record<Word, string>>) =>
  (Object.entries(words) as [Word, string][]).map(([value, label]) => ({ value, label }));
