/** How far the figures can be trusted: counts of everything, and what to do about each. */
import { Tabs } from '@mantine/core';
import { useQuality } from '../api/queries.ts';
import type { DataQuality } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { Loaded } from '../components/notices.tsx';
import { useListParams } from '../components/search-params.ts';
import { Actions } from './data-quality/actions.tsx';
import { Audit } from './data-quality/audit.tsx';
import { Facts } from './data-quality/facts.tsx';
import { Findings } from './data-quality/findings.tsx';
import { FundValues } from './data-quality/fund-values.tsx';
import { Instruments } from './data-quality/instruments.tsx';
import { ExcludedRows } from './data-quality/excluded-rows.tsx';
import { Openings } from './data-quality/openings.tsx';
import { Prices } from './data-quality/prices.tsx';
import { RecordedValues } from './data-quality/recorded-values.tsx';
import { Unmatched } from './data-quality/unmatched.tsx';

/** What changes a figure comes first. */
const LISTS = [
  'audit',
  'unmatched',
  'left-out',
  'openings',
  'prices',
  'instruments',
  'fund-values',
  'actions',
  'findings',
  'recorded-values',
] as const;
type List = (typeof LISTS)[number];

const titles: Record<List, string> = {
  prices: 'Prices',
  instruments: 'Instruments',
  'left-out': 'Excluded transactions',
  unmatched: 'Sales without a purchase',
  openings: 'Opening positions',
  'fund-values': 'Fund values',
  findings: 'Price history',
  actions: 'Unread announcements',
  audit: 'Audit',
  'recorded-values': 'Recorded values',
};

export default function DataQualityPage() {
  const quality = useQuality();
  return (
    <>
      <Heading help="dataQuality" title="Data quality">
        How far you can trust the figures, and what needs your decision.
      </Heading>
      <Loaded query={quality}>{(data) => <Lists data={data} />}</Loaded>
    </>
  );
}

function Lists({ data }: { data: DataQuality }) {
  const params = useListParams();
  const { instruments } = data;
  const counts: Record<List, number> = {
    prices: data.prices.failing,
    instruments:
      instruments.contradicted + instruments.ambiguous + instruments.proposed + instruments.unknown,
    'left-out': data.ledger.left_out,
    unmatched: data.ledger.unmatched_symbols,
    openings: data.ledger.openings,
    'fund-values': data.fund_values.refused,
    findings: data.price_history.errors + data.price_history.warnings,
    actions: data.price_history.unreadable_actions,
    audit: data.audit.findings,
    'recorded-values': data.recorded_values?.differences ?? 0,
  };
  // The first list that wants a decision, else the prices: recorded values are information.
  const first = LISTS.find((list) => list !== 'recorded-values' && counts[list] > 0) ?? 'prices';
  const shown = params.oneOf('show', LISTS) ?? first;
  return (
    <>
      <Facts data={data} onShow={(show) => params.set({ show, filter: undefined, portfolio: undefined })} />
      <Tabs
        value={shown}
        onChange={(show) => params.set({ show: show ?? undefined, filter: undefined, portfolio: undefined })}
        keepMounted={false}
        mt="md"
      >
        <Tabs.List mb="sm">
          {LISTS.map((list) => (
            <Tabs.Tab key={list} value={list}>
              {titles[list]}
              {counts[list] > 0 && ` (${counts[list].toLocaleString('en-IN')})`}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="audit">
          <Audit />
        </Tabs.Panel>
        <Tabs.Panel value="prices">
          <Prices />
        </Tabs.Panel>
        <Tabs.Panel value="instruments">
          <Instruments emptyReason={instruments.reason} />
        </Tabs.Panel>
        <Tabs.Panel value="left-out">
          <ExcludedRows />
        </Tabs.Panel>
        <Tabs.Panel value="unmatched">
          <Unmatched />
        </Tabs.Panel>
        <Tabs.Panel value="openings">
          <Openings />
        </Tabs.Panel>
        <Tabs.Panel value="fund-values">
          <FundValues />
        </Tabs.Panel>
        <Tabs.Panel value="findings">
          <Findings ofOthers={data.price_history.of_others} />
        </Tabs.Panel>
        <Tabs.Panel value="actions">
          <Actions />
        </Tabs.Panel>
        <Tabs.Panel value="recorded-values">
          <RecordedValues counts={data.recorded_values} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
