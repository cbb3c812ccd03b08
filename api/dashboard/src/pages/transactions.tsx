/** The ledger: every buy, sell, dividend and split, newest first; what follows from corporate actions among them. */
import { ActionIcon, Badge, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconGitMerge, IconPencil, IconTrash, IconX } from '../icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { day, money } from '../../../../charts/index.ts';
import { api } from '../api/endpoints.ts';
import { useHoldingNames, useTransactions } from '../api/queries.ts';
import type { Transaction, TransactionType } from '../api/types.ts';
import { Amount, Quantity } from '../components/amount.tsx';
import { ChoiceFilter } from '../components/choice-filter.tsx';
import { transactionTypes } from '../components/choices.ts';
import { type Column, NameCell } from '../components/data-table.tsx';
import { DateFilter } from '../components/date-filter.tsx';
import { useDeletion } from '../components/deletion.ts';
import { holdingAddress } from '../components/holding-link.tsx';
import { ListPage } from '../components/list-page.tsx';
import { PortfolioFilter } from '../components/portfolio-select.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { useAddFromAddress, useListParams } from '../components/search-params.ts';
import { TransactionForm } from './transactions/transaction-form.tsx';
import { typeName, typeNames } from './transactions/types.ts';

const PAGE_SIZE = 50;

const colors: Record<TransactionType, string> = {
  BUY: 'ink',
  SELL: 'orange',
  DIVIDEND: 'teal',
  SPLIT: 'grape',
  CASH_IN: 'gray',
  CASH_OUT: 'gray',
  TRANSFER_IN: 'grape',
  TRANSFER_OUT: 'grape',
  DEMERGER: 'grape',
  FRACTION: 'orange',
};

const withoutPrice: ReadonlySet<TransactionType> = new Set([
  'SPLIT',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'DEMERGER',
]);

const rounded = (value: number): number => Number(value.toFixed(6));
/** 5 for 1; of a consolidation 1 for 10. */
const ratio = (quantity: number): string =>
  quantity < 1 ? `1 for ${rounded(1 / quantity)}` : `${rounded(quantity)} for 1`;
const part = (of: number): string => `${rounded(of * 100)} %`;

const columns = (names: ReadonlyMap<string, string>): Column<Transaction>[] => [
  {
    key: 'symbol',
    title: 'What',
    render: (row) => {
      const { symbol, recorded_symbol, portfolio, note } = row;
      const name = names.get(symbol);
      const own = name === undefined ? null : symbol;
      return (
        <NameCell
          name={name ?? symbol}
          to={holdingAddress(symbol)}
          facts={[own, portfolio, recorded_symbol === null ? null : `recorded as ${recorded_symbol}`, note]}
          phoneFacts={[day(row.date), own, portfolio]}
        />
      );
    },
  },
  { key: 'date', title: 'Date', render: (row) => <span className="figure">{day(row.date)}</span> },
  {
    key: 'type',
    title: 'Type',
    phone: 'under figure',
    render: (row) => (
      <Badge color={colors[row.type]} variant="light" miw="max-content">
        {typeName(row)}
      </Badge>
    ),
  },
  {
    key: 'quantity',
    title: 'Quantity',
    align: 'end',
    render: (row) =>
      row.type === 'SPLIT' ? (
        <span className="figure">{ratio(row.quantity)}</span>
      ) : row.type === 'DEMERGER' ? (
        <span className="figure">{part(row.quantity)} of the cost</span>
      ) : (
        <Quantity value={row.quantity} currency={row.currency} />
      ),
  },
  {
    key: 'price',
    title: 'Price',
    align: 'end',
    render: (row) =>
      row.type === 'SPLIT' || row.action_id !== null ? (
        withoutPrice.has(row.type) ? (
          ''
        ) : (
          <Amount value={row.price} currency={row.currency} />
        )
      ) : (
        <Amount value={row.price} currency={row.currency} reason={withoutMoney(row)} />
      ),
  },
  {
    key: 'fee_tax',
    title: 'Fees',
    align: 'end',
    render: (row) =>
      row.fee_tax === 0 ? (
        <Text span c="dimmed" size="sm">
          none
        </Text>
      ) : (
        <Amount value={row.fee_tax} currency={row.currency} />
      ),
  },
  {
    key: 'amount',
    title: 'Amount',
    phone: 'figure',
    align: 'end',
    render: (row) => <Amount value={row.amount} currency={row.currency} reason={withoutMoney(row)} />,
  },
];

/** Why a row has no price and no amount. */
const withoutMoney = (row: Transaction): string =>
  row.action_id !== null || !row.type.startsWith('TRANSFER')
    ? `${typeName(row)}: no money moves.`
    : `The ${row.type === 'TRANSFER_IN' ? 'cost' : 'price'} of these units is unknown.`;

/** The decision that a row follows from, and where to undo it: such a row is not edited by itself. */
function decisionOf({ action_id, source, execution_id }: Transaction): [name: string, to: string] | null {
  if (action_id !== null)
    return ['the corporate action', `/data/corporate-actions?show=decided&action=${action_id}`];
  return source === 'BROKER' && execution_id?.startsWith('holding:') === true
    ? ['the change by your broker', '/data/broker-changes?show=decided']
    : null;
}

const nameOf = (row: Transaction): string =>
  [
    `${typeName(row)} of ${row.symbol}`,
    day(row.date),
    row.amount === null ? null : money(row.amount, row.currency),
  ]
    .filter(Boolean)
    .join(', ');

export default function Transactions() {
  const params = useListParams();
  const query = {
    page: params.page,
    page_size: PAGE_SIZE,
    symbol: params.get('symbol'),
    import_id: params.get('import'),
    portfolio: params.get('portfolio'),
    type: params.oneOf('type', transactionTypes),
    from: params.get('from'),
    to: params.get('to'),
  };
  const transactions = useTransactions(query);
  const names = useHoldingNames();
  const [edited, setEdited] = useState<Transaction | 'new' | null>(null);
  useAddFromAddress(() => setEdited('new'));
  const remove = useDeletion(api.transactions, nameOf);

  return (
    <>
      <ListPage
        title="Transactions"
        about="The ledger. Munim calculates holdings, costs and gains from it."
        query={transactions}
        filters={
          <>
            <SearchBox
              label="Symbol"
              value={query.symbol}
              onSearch={(symbol) => params.set({ symbol: symbol.trim() })}
            />
            <PortfolioFilter value={query.portfolio} onChange={(portfolio) => params.set({ portfolio })} />
            <ChoiceFilter
              label="Type"
              all="All types"
              choices={transactionTypes.map((type) => ({ value: type, label: typeNames[type] }))}
              value={query.type}
              onChange={(type) => params.set({ type })}
            />
            <DateFilter label="From" value={query.from} onChange={(from) => params.set({ from })} />
            <DateFilter label="To" value={query.to} onChange={(to) => params.set({ to })} />
            {query.import_id !== '' && (
              <Button
                variant="light"
                rightSection={<IconX size={14} aria-hidden />}
                aria-label="Rows of one import: show all rows"
                onClick={() => params.set({ import: undefined })}
              >
                Rows of one import
              </Button>
            )}
          </>
        }
        isFiltered={[query.symbol, query.import_id, query.portfolio, query.type, query.from, query.to].some(
          Boolean,
        )}
        file={api.csv.export('transactions', query.portfolio)}
        icon={<IconArrowsExchange />}
        beginning="Import your broker's tradebook, or add a single transaction manually."
        onAdd={() => setEdited('new')}
        onPage={(page) => params.set({ page })}
        columns={columns(names)}
        keyOf={(row) => row.id}
        actions={(row) => {
          const decision = decisionOf(row);
          return decision !== null ? (
            <Tooltip label={`See ${decision[0]}`}>
              <ActionIcon
                variant="subtle"
                color="gray"
                component={Link}
                to={decision[1]}
                aria-label={`See ${decision[0]} behind ${nameOf(row)}`}
              >
                <IconGitMerge size={16} />
              </ActionIcon>
            </Tooltip>
          ) : (
            <Group gap={2} justify="flex-end" wrap="nowrap">
              <Tooltip label="Edit">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Edit ${nameOf(row)}`}
                  onClick={() => setEdited(row)}
                >
                  <IconPencil size={16} />
                </ActionIcon>
              </Tooltip>
              <Tooltip label="Delete">
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Delete ${nameOf(row)}`}
                  onClick={() => remove(row)}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              </Tooltip>
            </Group>
          );
        }}
      />
      <TransactionForm
        transaction={edited}
        symbol={query.symbol}
        portfolio={query.portfolio}
        onClose={() => setEdited(null)}
      />
    </>
  );
}
