/** Decided changes by brokers, the latest decision first. */
import { Button } from '@mantine/core';
import type { BrokerChange } from '../../api/types.ts';
import { DataTable } from '../../components/data-table.tsx';
import { decidedColumns } from '../../components/decision-inbox.tsx';
import { Empty } from '../../components/notices.tsx';
import { IconArrowsExchange } from '../../icons.ts';
import { type Decisions, LIST_ID } from './use-decisions.ts';
import { KINDS } from './words.ts';

const STATES: Readonly<Record<BrokerChange['state'], string>> = {
  OPEN: 'Waiting',
  LATER: 'Later',
  ACCEPTED: 'Accepted',
  KEPT: 'Kept mine',
  WITHDRAWN: 'Taken back by the broker',
};

const columns = decidedColumns<BrokerChange>({
  title: 'Change',
  facts: ({ kind, sentence, state }) => [KINDS[kind], ...(isOfUnits(kind, state) ? [sentence] : [])],
  decision: ({ state }) => [STATES[state], state === 'ACCEPTED'],
});

/** Later trades change the ledger's row for accepted units. */
const isOfUnits = (kind: BrokerChange['kind'], state: BrokerChange['state']): boolean =>
  kind === 'QUANTITY' && state === 'ACCEPTED';

export function DecidedChanges({
  decided,
  decisions,
}: {
  decided: readonly BrokerChange[];
  decisions: Decisions;
}) {
  if (decided.length === 0)
    return (
      <Empty icon={<IconArrowsExchange />} title="No decisions yet">
        Changes that you accept or decline are listed here. You can undo them.
      </Empty>
    );
  return (
    <div className="panel" id={LIST_ID} tabIndex={-1}>
      <DataTable
        caption="Decided changes by brokers"
        columns={columns}
        rows={decided}
        keyOf={({ id }) => id}
        actions={(one) =>
          one.state === 'WITHDRAWN' ? null : (
            <Button
              size="compact-sm"
              variant="default"
              disabled={decisions.underWay !== null}
              loading={decisions.underWay === one.id}
              onClick={() => decisions.undo(one)}
              aria-label={`Undo ${one.symbol}, ${one.title}`}
            >
              Undo
            </Button>
          )
        }
      />
    </div>
  );
}
