/** What companies did to the shares that were held: asked about once, applied for good, undone in one press. */
import { Button, Switch } from '@mantine/core';
import { IconPlus } from '../icons.ts';
import { useState } from 'react';
import { useCorporateActions } from '../api/queries.ts';
import type { CorporateActions } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { Loaded } from '../components/notices.tsx';
import { InboxTabs } from '../components/decision-inbox.tsx';
import { Decided } from './corporate-actions/decided.tsx';
import { JustApplied } from './corporate-actions/just-applied.tsx';
import { ManualForm } from './corporate-actions/manual-form.tsx';
import { type Edited, TermsForm } from './corporate-actions/terms-form.tsx';
import { type Actions, useActions } from './corporate-actions/use-actions.ts';
import { Waiting } from './corporate-actions/waiting.tsx';

export default function CorporateActionsPage() {
  const query = useCorporateActions();
  const actions = useActions();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <Heading
        help="corporateActions"
        title="Corporate actions"
        actions={
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setIsAdding(true)}
          >
            Add manually
          </Button>
        }
      >
        Splits, bonuses, new symbols, mergers and demergers of shares you held. Broker tradebooks do not
        include them.
      </Heading>
      <JustApplied actions={actions} />
      <Loaded query={query}>{(data) => <Lists data={data} actions={actions} />}</Loaded>
      <ManualForm opened={isAdding} onApplied={actions.setLatest} onClose={() => setIsAdding(false)} />
    </>
  );
}

function Lists({ data, actions }: { data: CorporateActions; actions: Actions }) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const isSwitching = actions.underWay?.what === 'switch';
  return (
    <>
      <Switch
        label="Apply clear actions automatically"
        description={
          isSwitching
            ? 'Recalculating your ledger…'
            : 'Munim applies clear actions as soon as it finds them: after an import, each morning, and when you switch this on. You are notified of each one and can undo it.'
        }
        checked={data.apply_automatically}
        disabled={actions.underWay !== null}
        onChange={(event) => actions.setAutomatic(event.currentTarget.checked)}
        mb="md"
      />
      <InboxTabs
        waitingCount={data.open.length}
        waiting={
          <Waiting
            open={data.open}
            isAutomatic={data.apply_automatically}
            actions={actions}
            onEdit={(waiting) => setEdited({ waiting })}
          />
        }
        decidedCount={data.decided.length}
        decided={
          <Decided decided={data.decided} actions={actions} onEdit={(decided) => setEdited({ decided })} />
        }
      />
      <TermsForm edited={edited} onApplied={actions.setLatest} onClose={() => setEdited(null)} />
    </>
  );
}
