import { useState } from 'react';
import { ApiError } from '../api/client.ts';

/** Names of the fields of a draft that hold such values. */
type FieldsOf<Draft, Value> = {
  [Name in keyof Draft]: Draft[Name] extends Value ? Name : never;
}[keyof Draft] &
  string;

/** What the server said about single fields, by their names. */
export const problemsOf = (error: Error | null): Record<string, string> =>
  error instanceof ApiError ? error.byField : {};

/** The draft of a form while it is edited. A number field that is empty, or half typed, is a text. */
export function useDraft<Draft extends { currency: string }>(before: () => Draft) {
  const [opened] = useState(before);
  const [draft, setDraft] = useState(opened);
  const [written, setWritten] = useState<ReadonlySet<string>>(new Set());
  const set = (change: Partial<Draft>): void => {
    setDraft({ ...draft, ...change });
    setWritten(new Set([...written, ...Object.keys(change)]));
  };
  const put = (field: string, value: unknown): void => set({ [field]: value } as Partial<Draft>);
  return {
    /** The draft as the form was opened with it: only what differs from it was edited, whatever has changed since. */
    opened,
    draft,
    set,
    /** True once a field was edited, even if it holds the same value again. */
    isWritten: (field: keyof Draft & string): boolean => written.has(field),
    /** Properties that bind a field of the form to one of the draft, with what the server said of it. */
    bound: (problems: Record<string, string>) => ({
      text: (field: FieldsOf<Draft, string>) => ({
        value: draft[field] as string,
        onChange: (event: { currentTarget: { value: string } }) => put(field, event.currentTarget.value),
        error: problems[field],
      }),
      number: (field: FieldsOf<Draft, number | string>) => ({
        value: draft[field] as number | string,
        onChange: (value: number | string) => put(field, value),
        error: problems[field],
        currency: draft.currency,
      }),
    }),
  };
}
