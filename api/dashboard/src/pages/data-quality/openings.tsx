/** What was held before the records begin: proposed by the ledger, corrected and recorded by the person. */
import { companyName } from '../../../../../charts/index.ts';
import { Button, Checkbox, FileButton, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { IconDownload, IconHistory, IconUpload } from '../../icons.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../api/endpoints.ts';
import { useOpenings, usePortfolioChange } from '../../api/queries.ts';
import type { Opening, OpeningInput, RecordedOpening } from '../../api/types.ts';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { DecimalInput, Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { undoable } from '../../components/toast.tsx';
import { CostlessOpenings } from './costless-openings.tsx';

/** What the person made of a proposal; what is not set is as proposed. */
interface Draft {
  isChosen?: boolean;
  quantity?: number | string;
  date?: string;
  /** Empty: not known. */
  price?: number | string;
}

const keyOf = ({ portfolio, symbol }: Opening): string => `${portfolio} ${symbol}`;
const counted = (value: number): string =>
  `${value.toLocaleString('en-IN')} ${value === 1 ? 'opening position' : 'opening positions'}`;

export function Openings() {
  const query = useOpenings();
  const [refused, setRefused] = useState<RecordedOpening[]>([]);
  const remove = usePortfolioChange(async (ids: string[]) => {
    for (const id of ids) await api.transactions.remove(id);
  });
  // Told as soon as the server has done it: once the list is read again, the rows and what waits on them are gone.
  const record = usePortfolioChange(async (openings: OpeningInput[]) => {
    const { recorded, items } = await api.openings.record(openings);
    setRefused(items.filter(({ status }) => status === 'REFUSED'));
    const ids = items.flatMap(({ status, transaction_id: id }) =>
      status === 'RECORDED' && id !== null ? [id] : [],
    );
    if (recorded > 0) undoable(`${counted(recorded)} recorded.`, () => remove.mutateAsync(ids));
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        You sold or hold these, but no purchase is recorded. Most likely your files begin after you bought
        them. If you leave the cost empty, the units and their income count, but gain, XIRR and tax exclude
        them. If you choose a day before a split or bonus, enter the units held before it.
      </Text>
      {refused.length > 0 && (
        <Notice
          tone="failure"
          title="Could not record"
          hide={{ label: 'Hide', onClick: () => setRefused([]) }}
        >
          {refused.map(({ portfolio, symbol, message }) => (
            <Text size="sm" key={`${portfolio} ${symbol}`}>
              {symbol} ({portfolio}): {message}
            </Text>
          ))}
        </Notice>
      )}
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon={<IconHistory />} title="No opening positions are missing">
              Everything you sold or hold has a purchase.
            </Empty>
          ) : (
            <Proposals items={items} record={record} />
          )
        }
      </Loaded>
      <CostlessOpenings />
    </Stack>
  );
}

interface ProposalsProps {
  items: Opening[];
  record: UseMutationResult<void, Error, OpeningInput[]>;
}

function Proposals({ items, record }: ProposalsProps) {
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const [isAsking, setIsAsking] = useState(false);
  const set = (row: Opening, change: Draft): void =>
    setDrafts((all) => ({ ...all, [keyOf(row)]: { ...all[keyOf(row)], ...change } }));
  const of = (row: Opening): Draft => drafts[keyOf(row)] ?? {};
  const chosen = items.filter((row) => of(row).isChosen);
  const inputs = chosen.map((row) => inputOf(row, of(row)));
  const withoutCost = inputs.filter(({ price }) => price === null).length;
  const run = (): void =>
    record.mutate(inputs, {
      onSuccess: () => {
        setIsAsking(false);
        setDrafts({});
      },
    });

  return (
    <>
      <Group justify="space-between">
        <Checkbox
          label={`Select all ${items.length.toLocaleString('en-IN')}`}
          checked={chosen.length === items.length}
          indeterminate={chosen.length > 0 && chosen.length < items.length}
          onChange={({ currentTarget: { checked } }) => {
            for (const row of items) set(row, { isChosen: checked });
          }}
        />
        <Group gap="xs">
          <CsvButtons />
          <Button disabled={chosen.length === 0} onClick={() => setIsAsking(true)}>
            Record {chosen.length > 0 && counted(chosen.length)}
          </Button>
        </Group>
      </Group>
      <div className="panel">
        <DataTable
          staysOpen
          caption="Proposed opening positions"
          rows={items}
          columns={columnsOf(of, set)}
          keyOf={keyOf}
        />
      </div>
      <Modal opened={isAsking} onClose={() => setIsAsking(false)} title={`Record ${counted(chosen.length)}?`}>
        <Form change={record} onSubmit={run} onCancel={() => setIsAsking(false)} action="Record">
          <Text size="sm">
            {withoutCost === 0
              ? 'Each becomes a purchase on its date.'
              : `The cost of ${withoutCost === inputs.length ? 'all of them' : withoutCost.toLocaleString('en-IN')} stays unknown: gain, XIRR and tax exclude them until you record it.`}{' '}
            You can undo this.
          </Text>
        </Form>
      </Modal>
    </>
  );
}

function columnsOf(
  of: (row: Opening) => Draft,
  set: (row: Opening, change: Draft) => void,
): Column<Opening>[] {
  return [
    {
      key: 'symbol',
      title: 'Symbol',
      render: (row) => (
        <Group gap="sm" wrap="nowrap">
          <Checkbox
            size="md"
            aria-label={`Record ${row.symbol}`}
            checked={of(row).isChosen ?? false}
            onChange={({ currentTarget: { checked } }) => set(row, { isChosen: checked })}
          />
          <NameCell name={row.symbol} facts={[row.name && companyName(row.name), row.portfolio]} />
        </Group>
      ),
    },
    { key: 'reason', title: 'Why', render: ({ reason }) => <Text size="sm">{reason}</Text> },
    {
      key: 'quantity',
      title: 'Quantity',
      align: 'end',
      render: (row) => (
        <DecimalInput
          aria-label={`Quantity of ${row.symbol}`}
          currency={row.currency}
          value={of(row).quantity ?? row.quantity}
          onChange={(quantity) => set(row, { quantity, isChosen: true })}
          min={0}
          w={110}
          size="xs"
        />
      ),
    },
    {
      key: 'date',
      title: 'Held since (or earlier)',
      align: 'end',
      render: (row) => (
        <TextInput
          type="date"
          aria-label={`Date ${row.symbol} was held from`}
          value={of(row).date ?? row.latest_date}
          max={row.latest_date}
          onChange={({ currentTarget: { value } }) => set(row, { date: value, isChosen: true })}
          w={140}
          size="xs"
        />
      ),
    },
    {
      key: 'price',
      title: 'Cost per unit',
      align: 'end',
      render: (row) => (
        <DecimalInput
          aria-label={`Cost per unit of ${row.symbol}`}
          placeholder="unknown"
          currency={row.currency}
          value={of(row).price ?? ''}
          onChange={(price) => set(row, { price, isChosen: true })}
          min={0}
          w={110}
          size="xs"
        />
      ),
    },
  ];
}

function inputOf(row: Opening, draft: Draft): OpeningInput {
  const price = draft.price ?? '';
  return {
    portfolio: row.portfolio,
    symbol: row.symbol,
    quantity: Number(draft.quantity ?? row.quantity),
    date: draft.date || row.latest_date,
    price: price === '' ? null : Number(price),
  };
}

/** The same list as a file: filled in elsewhere, it is imported like any other, with its preview. */
function CsvButtons() {
  const navigate = useNavigate();
  const upload = usePortfolioChange(async (file: File) => {
    const form = new FormData();
    form.set('type', 'transactions');
    form.set('file', file);
    return await api.csv.upload(form, () => {});
  });
  return (
    <>
      <Button
        component="a"
        href={api.openings.file}
        download
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Download CSV to fill in
      </Button>
      <FileButton
        accept=".csv,text/csv"
        onChange={(file) =>
          file &&
          upload.mutate(file, {
            onSuccess: (preview) => void navigate('/data/import', { state: { preview } }),
          })
        }
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            loading={upload.isPending}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            Upload filled-in CSV
          </Button>
        )}
      </FileButton>
      {upload.error && (
        <Text size="sm" c="orange" role="alert">
          {upload.error.message}
        </Text>
      )}
    </>
  );
}
