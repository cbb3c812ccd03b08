/** Returns since the beginning, by period beside an index, and by month. */
import { Anchor, Button, Stack, useMatches } from '@mantine/core';
import { IconFileImport, IconTrendingUp } from '../icons.ts';
import { Link } from 'react-router';
import {
  day,
  joinSentences,
  monthlyReturns,
  priceAgeSentence,
  seriesNotes,
} from '../../../../charts/index.ts';
import { api } from '../api/endpoints.ts';
import { useComparison, useMonthlyReturns, usePerformance } from '../api/queries.ts';
import type { Performance, SeriesCode } from '../api/types.ts';
import { ChartCard } from '../components/chart-card.tsx';
import { ChoiceFilter } from '../components/choice-filter.tsx';
import { Downloads } from '../components/downloads.tsx';
import { Figures } from '../components/figure-explained.tsx';
import { Heading } from '../components/heading.tsx';
import { IndexCurve } from '../components/index-curve.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { PERIODS } from '../components/period-switch.tsx';
import { PortfolioFilter } from '../components/portfolio-select.tsx';
import { ReportNotes } from '../components/report-notes.tsx';
import { useListParams } from '../components/search-params.ts';
import { figuresOf, partsOf } from './performance/figures.ts';
import { Periods } from './performance/periods.tsx';
import { ValueOverTime } from './performance/value-over-time.tsx';

const indexes: Record<SeriesCode, true> = { NIFTY50: true, NIFTY500: true, SP500: true };
const INDEXES = Object.keys(indexes) as SeriesCode[];

export default function PerformancePage() {
  const params = useListParams();
  const portfolio = params.get('portfolio');
  const index = params.oneOf('benchmark', INDEXES);
  const period = params.oneOf('period', PERIODS);
  const asked = { portfolio, benchmark: index };
  const performance = usePerformance(asked);
  const comparison = useComparison({ ...asked, period });
  const shown = comparison.data?.periods.find((one) => one.period === period);
  return (
    <>
      <Heading
        help="returns"
        title="Performance"
        actions={
          <>
            <PortfolioFilter value={portfolio} onChange={(name) => params.set({ portfolio: name })} />
            {performance.data && (
              <ChoiceFilter
                label="Index"
                all={index === undefined ? performance.data.benchmark.name : 'Default index'}
                choices={choicesOf(performance.data)}
                value={index}
                onChange={(code) => params.set({ benchmark: code })}
              />
            )}
            <Downloads
              of={{
                report: 'performance',
                portfolio,
                from: period === 'Max' ? undefined : (shown?.from ?? undefined),
              }}
            />
          </>
        }
      >
        {performance.data === undefined
          ? 'What your money earned.'
          : joinSentences(
              `Since the beginning, as of ${day(performance.data.as_of)}.`,
              priceAgeSentence(performance.data.freshness),
              'Select a figure to see how it is calculated.',
            )}
      </Heading>
      <Loaded query={performance}>
        {(data) =>
          isEmpty(data) ? (
            <Beginning />
          ) : (
            <Stack gap="md">
              <Figures
                figures={figuresOf(data)}
                explained={{
                  key: ['performance', asked],
                  read: () => api.reports.performance({ ...asked, explain: true }),
                }}
              />
              <Loaded query={comparison}>
                {(lines) => (
                  <IndexCurve comparison={lines} onPeriod={(chosen) => params.set({ period: chosen })} />
                )}
              </Loaded>
              <ValueOverTime portfolio={portfolio} />
              <Periods performance={data} current={comparison.data?.period} />
              <Months portfolio={portfolio} />
              <ReportNotes
                parts={partsOf(data)}
                warnings={data.warnings.filter(({ code }) => code !== 'FLOWS_IN_WINDOW')}
              />
            </Stack>
          )
        }
      </Loaded>
    </>
  );
}

/** Nothing was bought and nothing ever had a worth. */
const isEmpty = ({ total_invested, xirr_pct, series, partial }: Performance): boolean =>
  (total_invested ?? 0) === 0 &&
  xirr_pct === null &&
  series.every(({ value }) => (value ?? 0) === 0) &&
  Object.keys(partial).length === 0;

const choicesOf = ({ benchmark, alternates }: Performance): { value: SeriesCode; label: string }[] =>
  [benchmark, ...alternates].map(({ code, name }) => ({ value: code, label: name }));

function Months({ portfolio }: { portfolio: string }) {
  const months = useMonthlyReturns(portfolio);
  const isNarrow = useMatches({ base: true, xs: false });
  return (
    <Loaded query={months}>
      {({ months: all, currency, reason, ...line }) => (
        <ChartCard
          chart={monthlyReturns}
          data={{ months: all }}
          title="Monthly returns"
          currency={currency}
          height={isNarrow ? 380 : 70 + 34 * Math.min(MOST_YEARS, Math.max(2, yearsOf(all)))}
          note={
            reason ??
            joinSentences(
              'Time-weighted, so deposits and withdrawals do not affect it. A month without a closing value has no figure.',
              seriesNotes(line),
            )
          }
        />
      )}
    </Loaded>
  );
}

/** Rows of the picture at most. */
const MOST_YEARS = 10;
const yearsOf = (months: readonly { year: number }[]): number => new Set(months.map(({ year }) => year)).size;

function Beginning() {
  return (
    <Empty
      icon={<IconTrendingUp />}
      title="No returns yet"
      actions={
        <Button component={Link} to="/data/import" leftSection={<IconFileImport size={16} aria-hidden />}>
          Import a CSV
        </Button>
      }
    >
      Returns need transactions and prices. Import your tradebook or{' '}
      <Anchor component={Link} to="/transactions" inherit>
        add a transaction
      </Anchor>
      . The figures appear once your holdings have prices.
    </Empty>
  );
}
