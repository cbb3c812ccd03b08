import { Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { day } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import type { ActionSuggestion, ActionTermsInput, LedgerAction, LedgerActionKind } from '../../api/types.ts';
import { changedFields } from '../../components/changed.ts';
import { problemsOf } from '../../components/draft.ts';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { done } from '../../components/toast.tsx';
import { draftOf, fieldsOf, type TermsField, termsOf } from './draft.ts';
import { TermsFields } from './terms-fields.tsx';
import { useActionChange } from './use-actions.ts';
import { mayBeBonus, nameOf } from './words.ts';

/** What is edited: an action that waits, or one that was decided. */
export type Edited = { waiting: ActionSuggestion } | { decided: LedgerAction };

const RATIO_KINDS: readonly LedgerActionKind[] = ['SPLIT', 'BONUS'];
const CHANGES_OF_UNITS: readonly LedgerActionKind[] = ['SPLIT', 'BONUS', 'CONSOLIDATION'];
const SCHEMES: readonly LedgerActionKind[] = ['MERGER', 'DEMERGER'];

/** Whether anything of an action can be edited: a new symbol has no terms. */
export const isEditable = ({ kind }: { kind: LedgerActionKind }): boolean => kind !== 'RENAME';

/** Which fields may be edited, and which kinds chosen. */
function editable(edited: Edited): { fields: TermsField[]; kinds: readonly LedgerActionKind[] } {
  const one = 'waiting' in edited ? edited.waiting : edited.decided;
  // The person's own trades suggest a ratio at best.
  const isAsked = one.new_shares === null || ('waiting' in edited && edited.waiting.state === 'NEEDS_TERMS');
  if (CHANGES_OF_UNITS.includes(one.kind) && (isAsked || one.source === 'FILE'))
    return { fields: [...fieldsOf('SPLIT')], kinds: CHANGES_OF_UNITS };
  if (isAsked) return { fields: [...fieldsOf('DEMERGER')], kinds: SCHEMES };
  const isSplitOrBonus = 'waiting' in edited && RATIO_KINDS.includes(one.kind);
  return {
    fields: ['kind', 'cost_pct', 'fraction_price'],
    kinds: isSplitOrBonus ? RATIO_KINDS : [one.kind],
  };
}

interface TermsFormProps {
  edited: Edited | null;
  onApplied: (ids: readonly string[]) => void;
  onClose: () => void;
}

/** Asks for what a person knows better than the source, then applies the action. */
export function TermsForm({ edited, onApplied, onClose }: TermsFormProps) {
  const one = edited === null ? null : 'waiting' in edited ? edited.waiting : edited.decided;
  return (
    <Modal opened={one !== null} onClose={onClose} title={one ? `${nameOf(one)}, ${day(one.ex_date)}` : ''}>
      {edited && <Fields edited={edited} onApplied={onApplied} onClose={onClose} />}
    </Modal>
  );
}

function Fields({ edited, onApplied, onClose }: TermsFormProps & { edited: Edited }) {
  const waiting = 'waiting' in edited ? edited.waiting : null;
  const one = 'waiting' in edited ? edited.waiting : edited.decided;
  const currency = waiting?.currency ?? 'INR';
  const [opened] = useState(() => draftOf(one, currency));
  const [draft, setDraft] = useState(opened);
  const { fields, kinds } = editable(edited);
  const save = useActionChange();
  const submit = (): void => {
    const said: ActionTermsInput = changedFields(termsOf(opened), termsOf(draft));
    save.mutate(
      {
        run: () =>
          waiting === null
            ? api.corporateActions.update(one.id, said)
            : api.corporateActions.apply({ ids: [one.id], terms: { [one.id]: said } }),
      },
      {
        onSuccess: (applied) => {
          onClose();
          if (applied.length > 0) onApplied(applied);
          else done(`${nameOf(one)} saved.`);
        },
      },
    );
  };
  const isApplied = 'decided' in edited && edited.decided.status === 'APPLIED';
  return (
    <Form change={save} onSubmit={submit} onCancel={onClose} action={isApplied ? 'Save' : 'Apply'}>
      {waiting !== null && <Text size="sm">{waiting.sentence}</Text>}
      {waiting !== null && mayBeBonus(waiting) && (
        <Notice tone="caution">
          Its source also reports bonuses as splits. In a split, each share keeps its purchase date and its
          cost is divided. Bonus shares cost nothing and are held from the ex-date, which can change your tax.
        </Notice>
      )}
      <TermsFields
        draft={draft}
        set={(change) => setDraft({ ...draft, ...change })}
        problems={problemsOf(save.error)}
        kinds={kinds}
        fields={fields}
      />
    </Form>
  );
}
