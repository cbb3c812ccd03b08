import { List, Stack, Tabs, Text } from '@mantine/core';
import { IconReceiptTax } from '../../icons.ts';
import type { ReactNode } from 'react';
import type { TaxReport } from '../../api/types.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Empty, LoadingRows } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { heldColumns, ruleColumns, soldColumns, unmatchedColumns } from './columns.tsx';
import { How } from './how.tsx';
import { IntradaySwitch } from './intraday-switch.tsx';

const LISTS = ['sold', 'intraday', 'left', 'unmatched', 'rules', 'how', 'notes'] as const;

/** Everything of a year row by row, a page of each list at a time. */
export function Lists({ report }: { report: TaxReport }) {
  const params = useListParams();
  const { alternatives, counts, explanations, lots, notes, remaining_lots, unmatched_sells } = report;
  const intraday = counts.intraday_lots === 0 ? '' : ` (${counts.intraday_lots.toLocaleString('en-IN')})`;
  const shown = params.oneOf('show', LISTS) ?? 'sold';
  return (
    <Tabs
      value={shown}
      onChange={(show) => params.set({ show: show === 'sold' ? undefined : (show ?? undefined) })}
      keepMounted={false}
    >
      <Tabs.List mb="sm">
        <Tabs.Tab value="sold">Sold</Tabs.Tab>
        <Tabs.Tab value="intraday">Intraday{intraday}</Tabs.Tab>
        <Tabs.Tab value="left">Still held</Tabs.Tab>
        <Tabs.Tab value="unmatched">No purchase ({counts.unmatched_sells})</Tabs.Tab>
        <Tabs.Tab value="rules">Tax rules</Tabs.Tab>
        <Tabs.Tab value="how">How it is calculated</Tabs.Tab>
        <Tabs.Tab value="notes">Notes</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="sold">
        <Rows
          caption="Lots sold"
          columns={soldColumns}
          rows={lots}
          total={counts.lots}
          report={report}
          noun="lots"
          empty={`Nothing was sold in ${report.fy}. Choose another year above to see its sales.`}
        />
      </Tabs.Panel>
      <Tabs.Panel value="intraday">
        <IntradaySwitch isOn={report.intraday_first} />
        <Rows
          caption="Intraday trades"
          columns={soldColumns}
          rows={report.intraday_lots}
          total={counts.intraday_lots}
          report={report}
          noun="lots"
          empty={
            report.intraday_first
              ? `No share was bought and sold on one day in ${report.fy}.`
              : 'Switch intraday matching on to see what was bought and sold on one day.'
          }
        />
      </Tabs.Panel>
      <Tabs.Panel value="left">
        <Rows
          caption="Lots still held"
          columns={heldColumns}
          rows={remaining_lots}
          total={counts.remaining_lots}
          report={report}
          noun="lots"
          empty="No lots were held at the end of this year."
        />
      </Tabs.Panel>
      <Tabs.Panel value="unmatched">
        <Rows
          caption="Sales without a purchase"
          columns={unmatchedColumns}
          rows={unmatched_sells}
          total={counts.unmatched_sells}
          report={report}
          noun="sales"
          empty="Every sale of this year has a purchase."
        />
      </Tabs.Panel>
      <Tabs.Panel value="rules">
        <Text size="sm" c="dimmed" mb="sm">
          The same sales under tax rules by date, in addition to the totals above.
        </Text>
        {alternatives.length === 0 ? (
          <Nothing>No rule applies to the sales of this year.</Nothing>
        ) : (
          <div className="panel">
            <DataTable
              caption="Tax rules"
              columns={ruleColumns}
              rows={alternatives}
              keyOf={({ rule }) => rule}
            />
          </div>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="how">
        {explanations === null ? (
          <LoadingRows />
        ) : (
          <Stack gap="sm">
            {explanations.map((one) => (
              <How key={one.figure} explanation={one} />
            ))}
          </Stack>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="notes">
        <List className="panel" p="md" pl="xl" spacing="xs" size="sm">
          {notes.map(({ code, text }) => (
            <List.Item key={code}>{text}</List.Item>
          ))}
        </List>
      </Tabs.Panel>
    </Tabs>
  );
}

interface RowsProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  total: number;
  report: TaxReport;
  noun: string;
  empty: string;
}

function Rows<Row>({ caption, columns, rows, total, report, noun, empty }: RowsProps<Row>) {
  const params = useListParams();
  if (total === 0) return <Nothing>{empty}</Nothing>;
  const place = new Map(rows.map((row, at) => [row, at]));
  return (
    <div className="panel">
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows}
        keyOf={(row) => `${report.page} ${place.get(row) ?? 0}`}
      />
      <Pager
        page={report.page}
        pageSize={report.page_size}
        total={total}
        noun={noun}
        onPage={(page) => params.set({ page })}
      />
    </div>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return (
    <Empty icon={<IconReceiptTax />} title="Nothing here">
      {children}
    </Empty>
  );
}
