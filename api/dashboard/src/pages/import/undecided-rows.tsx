/** Rows of an import that could not be read: corrected and imported here, dismissed, or taken along as a file. */
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowLeft, IconChecks, IconDownload } from '../../icons.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { api } from '../../api/endpoints.ts';
import { usePortfolioChange, useUndecidedRows } from '../../api/queries.ts';
import type { UndecidedRow } from '../../api/types.ts';
import { Heading } from '../../components/heading.tsx';
import { Empty, Loaded } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { done, failed } from '../../components/toast.tsx';

const PAGE_SIZE = 20;
/** What a person may correct, in the order of a form. */
const FIELDS = {
  symbol: 'Symbol',
  isin: 'ISIN',
  date: 'Date',
  type: 'Type',
  quantity: 'Quantity',
  price: 'Price',
  avg_buy_price: 'Average price',
  fee_tax: 'Charges',
  currency: 'Currency',
  asset_class: 'Asset class',
} as const;

export function UndecidedRows({ importId }: { importId: string }) {
  const [page, setPage] = useState(1);
  const rows = useUndecidedRows(importId, { page, page_size: PAGE_SIZE });
  return (
    <>
      <Heading
        help="rowsToCorrect"
        title="Rows to correct"
        actions={
          <>
            <Button
              component={Link}
              to="/data/import"
              variant="subtle"
              color="gray"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
            >
              All imports
            </Button>
            <Button
              component="a"
              href={api.csv.undecidedFile(importId)}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              Download as CSV
            </Button>
          </>
        }
      >
        These rows of the file could not be read. Correct one to import it, or dismiss it.
      </Heading>
      <Loaded query={rows}>
        {({ items, total }) =>
          total === 0 ? (
            <Empty icon={<IconChecks />} title="No row is left to correct">
              <Anchor component={Link} to="/data/import">
                Import another file
              </Anchor>
            </Empty>
          ) : (
            <Stack gap="sm">
              {items.map((row) => (
                <Row key={row.row} importId={importId} row={row} />
              ))}
              <Pager noun="rows" page={page} pageSize={PAGE_SIZE} total={total} onPage={setPage} />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

function Row({ importId, row }: { importId: string; row: UndecidedRow }) {
  const client = useQueryClient();
  const [changed, setChanged] = useState<Record<string, string>>({});
  const mend = usePortfolioChange((fields: Record<string, string>) =>
    api.csv.mend(importId, row.row, { fields }),
  );
  const dismiss = usePortfolioChange(() => api.csv.dismiss(importId, row.row));
  const wrong = new Set(row.issues.map(({ field }) => field));
  const shown = Object.entries(FIELDS).filter(
    ([field]) => wrong.has(field) || (row.fields[field] ?? '') !== '',
  );
  const errors = mend.error instanceof ApiError ? mend.error.byField : {};
  const name = `row ${row.row}`;
  const save = (): void =>
    mend.mutate(changed, {
      onSuccess: ({ outcome }) =>
        done(outcome === 'IMPORTED' ? `Row ${row.row} imported.` : `Row ${row.row} was recorded already.`),
      onError: (error) => {
        if (Object.keys(error instanceof ApiError ? error.byField : {}).length === 0)
          failed(error, `Could not import ${name}`);
        void client.invalidateQueries({ queryKey: ['portfolio', 'undecided-rows'] });
      },
    });
  return (
    <Stack gap="xs" className="panel" p="md" component="section" aria-label={`Row ${row.row}`}>
      <Text fw={600}>
        Row {row.row}
        {row.where !== null && (
          <Text span c="dimmed" size="sm">
            {' '}
            {row.where}
          </Text>
        )}
      </Text>
      {row.issues.map(({ field, message }) => (
        <Text key={`${field} ${message}`} size="sm">
          {field === 'row' ? message : `${field} ${message}`}
        </Text>
      ))}
      <Group gap="xs" align="flex-start">
        {shown.map(([field, label]) => (
          <TextInput
            key={field}
            label={label}
            value={changed[field] ?? row.fields[field] ?? ''}
            error={errors[`fields.${field}`] ?? (wrong.has(field) && changed[field] === undefined)}
            onChange={({ currentTarget: { value } }) => setChanged((all) => ({ ...all, [field]: value }))}
            style={{ flex: '1 1 140px' }}
            maw={240}
          />
        ))}
      </Group>
      <Group gap="xs">
        <Button
          size="compact-sm"
          loading={mend.isPending}
          disabled={Object.keys(changed).length === 0}
          aria-label={`Import ${name}`}
          onClick={save}
        >
          Import
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={dismiss.isPending}
          aria-label={`Dismiss ${name}`}
          onClick={() =>
            dismiss.mutate(undefined, {
              onSuccess: () => done(`Row ${row.row} dismissed.`),
              onError: (error) => failed(error, `Could not dismiss ${name}`),
            })
          }
        >
          Dismiss
        </Button>
      </Group>
    </Stack>
  );
}
