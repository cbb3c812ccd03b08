/** What was decided about corporate actions, the latest decision first. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconGitMerge } from '../../icons.ts';
import { Link } from 'react-router';
import { day } from '../../../../../charts/index.ts';
import type { LedgerAction } from '../../api/types.ts';
import { DataTable } from '../../components/data-table.tsx';
import { decidedColumns } from '../../components/decision-inbox.tsx';
import { Empty } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { isEditable } from './terms-form.tsx';
import { type Actions, LIST_ID } from './use-actions.ts';
import { changesNothing, nameOf, sourceName } from './words.ts';

const PAGE_SIZE = 50;

const columns = decidedColumns<LedgerAction>(
  {
    title: 'Action',
    facts: ({ ex_date, source }) => [`ex-date ${day(ex_date)}`, `from ${sourceName(source)}`],
    decision: ({ status }) => [status === 'APPLIED' ? 'Applied' : 'Not applied', status === 'APPLIED'],
  },
  [{ key: 'rows', title: 'Effect', render: (one) => <Effect of={one} /> }],
);

function Effect({ of }: { of: LedgerAction }) {
  const { status, kind, rows, into_symbol, portfolio, ex_date } = of;
  if (status !== 'APPLIED') return <Text size="sm">Nothing</Text>;
  if (kind === 'RENAME') return <Text size="sm">Its transactions move to {into_symbol}</Text>;
  if (changesNothing(of))
    return (
      <Text size="sm" maw={220}>
        None: you held no shares then, or the ledger already has it
      </Text>
    );
  const query = new URLSearchParams({ portfolio, from: ex_date, to: ex_date }).toString();
  return (
    <Anchor component={Link} to={`/transactions?${query}`} size="sm">
      {rows.toLocaleString('en-IN')} {rows === 1 ? 'transaction' : 'transactions'}
    </Anchor>
  );
}

const byDecision = (a: LedgerAction, b: LedgerAction): number =>
  b.decided_at.localeCompare(a.decided_at) || b.ex_date.localeCompare(a.ex_date);

interface DecidedProps {
  decided: readonly LedgerAction[];
  actions: Actions;
  onEdit: (one: LedgerAction) => void;
}

export function Decided({ decided, actions, onEdit }: DecidedProps) {
  const params = useListParams();
  const wanted = params.get('action');
  const found = decided.filter(({ id }) => id === wanted);
  const isOne = found.length > 0;
  const all = isOne ? found : [...decided].sort(byDecision);
  if (all.length === 0)
    return (
      <Empty icon={<IconGitMerge />} title="No decisions yet">
        Actions that you apply or dismiss are listed here. You can undo them.
      </Empty>
    );
  const page = Math.min(params.page, Math.ceil(all.length / PAGE_SIZE));
  return (
    <>
      {isOne && (
        <Group mb="sm">
          <Button size="compact-sm" variant="default" onClick={() => params.set({ action: undefined })}>
            Show all {decided.length.toLocaleString('en-IN')}
          </Button>
        </Group>
      )}
      <div className="panel" id={LIST_ID} tabIndex={-1}>
        <DataTable
          caption="Decided corporate actions"
          columns={columns}
          rows={all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          keyOf={({ id }) => id}
          actions={(one) => <Buttons one={one} actions={actions} onEdit={() => onEdit(one)} />}
        />
        <Pager
          page={page}
          pageSize={PAGE_SIZE}
          total={all.length}
          noun="actions"
          onPage={(next) => params.set({ page: next })}
        />
      </div>
    </>
  );
}

function Buttons({ one, actions, onEdit }: { one: LedgerAction; actions: Actions; onEdit: () => void }) {
  const { underWay, undo, applyAgain } = actions;
  const name = nameOf(one);
  const isBusy = underWay !== null;
  const isApplied = one.status === 'APPLIED';
  // One that was put aside before its terms were known asks for them.
  const lacksTerms = one.kind !== 'RENAME' && one.new_shares === null;
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {isApplied && isEditable(one) && (
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={isBusy}
          onClick={onEdit}
          aria-label={`Edit ${name}`}
        >
          Edit
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        disabled={isBusy}
        loading={isBusy && underWay.ids.includes(one.id)}
        onClick={() => (isApplied ? undo([one]) : lacksTerms ? onEdit() : applyAgain(one))}
        aria-label={`${isApplied ? 'Undo' : 'Apply'} ${name}`}
      >
        {isApplied ? 'Undo' : 'Apply'}
      </Button>
    </Group>
  );
}
