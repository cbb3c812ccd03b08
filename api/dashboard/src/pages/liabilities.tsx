/** What is owed: loans, mortgages, cards and other debts, as they were entered. */
import { Button, Text } from '@mantine/core';
import { IconCreditCard, IconPlus } from '../icons.ts';
import { useRef, useState } from 'react';
import { day } from '../../../../charts/index.ts';
import { api } from '../api/endpoints.ts';
import { useLiabilities } from '../api/queries.ts';
import type { Liability } from '../api/types.ts';
import { Amount, Percent, Unknown } from '../components/amount.tsx';
import { ConfirmDeletion } from '../components/confirm-deletion.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { LiabilityForm, TYPES } from './liabilities/liability-form.tsx';

const columns: readonly Column<Liability>[] = [
  {
    key: 'name',
    title: 'Debt',
    render: ({ name, type }) => (
      <>
        <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {TYPES[type]}
        </Text>
      </>
    ),
  },
  {
    key: 'balance',
    title: 'Outstanding',
    phone: 'figure',
    align: 'end',
    render: ({ balance, currency }) => <Amount value={balance} currency={currency} />,
  },
  {
    key: 'rate',
    title: 'Interest rate',
    phone: 'under figure',
    align: 'end',
    render: ({ rate_pct }) => (
      <Percent value={rate_pct} reason="The rate is not set. Edit the liability to add it." />
    ),
  },
  {
    key: 'emi',
    title: 'EMI',
    align: 'end',
    render: ({ emi, currency }) => (
      <Amount value={emi} currency={currency} reason="The EMI is not set. Edit the liability to add it." />
    ),
  },
  {
    key: 'left',
    title: 'Instalments left',
    align: 'end',
    render: ({ months_left, months_left_reason }) =>
      months_left === null ? (
        <Unknown reason={months_left_reason ?? 'Unknown.'} />
      ) : (
        <span className="figure">{months_left.toLocaleString('en-IN')}</span>
      ),
  },
  {
    key: 'since',
    title: 'Recorded since',
    render: ({ recorded_since }) => day(recorded_since.slice(0, 10)),
  },
];

export default function LiabilitiesPage() {
  const liabilities = useLiabilities();
  const [edited, setEdited] = useState<Liability | 'new' | null>(null);
  const [doomed, setDoomed] = useState<Liability | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} ref={addButton} onClick={() => setEdited('new')}>
      New liability
    </Button>
  );
  return (
    <>
      <Heading title="Liabilities" actions={add}>
        What you owe. Update the balance when it changes; Munim keeps the history.
      </Heading>
      <Loaded query={liabilities}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={<IconCreditCard />} title="No liabilities yet" actions={add}>
              Add a loan, mortgage or card with its outstanding balance. Its history starts today.
            </Empty>
          ) : (
            <div className="panel">
              <DataTable
                caption="Liabilities"
                columns={columns}
                rows={items}
                keyOf={({ id }) => id}
                actions={(row) => (
                  <>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      onClick={() => setEdited(row)}
                      aria-label={`Edit ${row.name}`}
                    >
                      Edit
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      onClick={() => setDoomed(row)}
                      aria-label={`Delete ${row.name}`}
                    >
                      Delete
                    </Button>
                  </>
                )}
              />
            </div>
          )
        }
      </Loaded>
      <LiabilityForm liability={edited} onClose={() => setEdited(null)} />
      <ConfirmDeletion
        row={doomed}
        remove={api.liabilities.remove}
        title="Delete a liability"
        gone={({ name }) => `${name} deleted.`}
        onClose={() => setDoomed(null)}
        goOn={() => addButton.current}
      >
        {({ name }) =>
          `${name} and its history will be deleted, as if never entered. If it is paid off, set its balance to 0 instead.`
        }
      </ConfirmDeletion>
    </>
  );
}
