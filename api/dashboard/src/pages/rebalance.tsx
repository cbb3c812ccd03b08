/** Targets of a portfolio against what it holds, and trades that would bring both together. Nothing here trades. */
import { Anchor, Box, Button, Stack, Text, Title } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '../icons.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { money, percent } from '../../../../charts/index.ts';
import { useRebalance } from '../api/queries.ts';
import type { Rebalance } from '../api/types.ts';
import { ChoiceFilter } from '../components/choice-filter.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { usePortfolioNames } from '../components/portfolio-select.tsx';
import { useListParams } from '../components/search-params.ts';
import { bucketColumns, leftOutColumns, tradeColumns } from './rebalance/columns.tsx';

export default function RebalancePage() {
  const params = useListParams();
  const names = usePortfolioNames();
  const asked = params.get('portfolio');
  // Networth has no targets of its own: it says which portfolios have, and the first of them is shown
  const all = useRebalance('', asked === '');
  const chosen = asked === '' ? (all.data?.portfolios_with_targets[0] ?? '') : asked;
  const one = useRebalance(chosen, chosen !== '');
  return (
    <>
      <Heading
        help="reports"
        title="Rebalance"
        actions={
          names.length > 0 && (
            <ChoiceFilter
              label="Portfolio"
              all="Choose a portfolio"
              choices={names}
              value={chosen === '' ? undefined : chosen}
              onChange={(name) => params.set({ portfolio: name })}
            />
          )
        }
      >
        How far a portfolio has drifted from its targets.{' '}
        <Anchor component={Link} to="/definitions#drift" size="sm">
          About drift
        </Anchor>
      </Heading>
      <Loaded query={chosen === '' ? all : one}>
        {(data) => (data.has_targets ? <Report report={data} /> : <NoTargets reason={data.reason} />)}
      </Loaded>
    </>
  );
}

function NoTargets({ reason }: { reason: string | null }) {
  return (
    <Empty
      icon={<IconAdjustmentsHorizontal />}
      title="No targets yet"
      actions={
        <Button component={Link} to="/portfolios">
          Go to Portfolios
        </Button>
      }
    >
      {reason} Edit a portfolio there and set a target allocation by asset class, sector or symbol.
    </Empty>
  );
}

function Report({ report }: { report: Rebalance }) {
  const { currency, suggested_trades: trades, left_out, notes, reason } = report;
  return (
    <Stack gap="md">
      {reason !== null && <Notice tone="caution">{reason}</Notice>}
      <Section title="Targets" note={driftInWords(report)}>
        <DataTable
          caption="Targets"
          columns={bucketColumns(report)}
          rows={report.buckets}
          keyOf={({ bucket }) => bucket}
        />
      </Section>
      <Notice tone="info">These are suggestions. Munim never places orders. {notes.join(' ')}</Notice>
      {trades.length > 0 ? (
        <Section title="Suggested trades" note={sumsInWords(report)}>
          <DataTable
            caption="Suggested trades"
            columns={tradeColumns(currency)}
            rows={trades}
            keyOf={({ side, holding_id }) => `${side} ${holding_id}`}
          />
        </Section>
      ) : (
        report.trades_reason !== null && (
          <Text size="sm" c="dimmed">
            {report.trades_reason}
          </Text>
        )
      )}
      {left_out.length > 0 && (
        <Section title="Excluded">
          <DataTable
            caption="Excluded"
            columns={leftOutColumns(currency)}
            rows={left_out}
            keyOf={({ symbol, bucket, reason: why }) => `${symbol} ${bucket ?? ''} ${why}`}
          />
        </Section>
      )}
    </Stack>
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {note !== undefined && (
        <Text size="sm" c="dimmed" mb={6}>
          {note}
        </Text>
      )}
      <div className="panel">{children}</div>
    </Box>
  );
}

function driftInWords({ max_drift_pct, outside_pct, targets_of }: Rebalance): string {
  const of = targets_of === 'HOLDINGS' ? 'These are the targets set on the holdings. ' : '';
  const drift = max_drift_pct === null ? '' : `The largest drift is ${percent(max_drift_pct)}. `;
  const outside =
    outside_pct === null || outside_pct === 0
      ? ''
      : `${percent(outside_pct)} of the portfolio has no target.`;
  return `${of}${drift}${outside}`.trim();
}

function sumsInWords({
  sells_value,
  buys_value,
  cash_change,
  currency,
  after_max_drift_pct,
}: Rebalance): string {
  const rest =
    cash_change < 0
      ? `which uses ${money(-cash_change, currency)} of your cash`
      : `which leaves ${money(cash_change, currency)} in cash`;
  return `Sell ${money(sells_value, currency)} and buy ${money(buys_value, currency)}, ${rest}. The largest drift would be ${percent(after_max_drift_pct)}.`;
}
