/** How deep it went and how much it swings, over all days on record or the latest of them. */
import { Button, Stack } from '@mantine/core';
import { IconFileImport, IconWaveSine } from '../icons.ts';
import { Link } from 'react-router';
import { day, drawdown, joinSentences, seriesNotes } from '../../../../charts/index.ts';
import { api } from '../api/endpoints.ts';
import { useComparison, useRisk } from '../api/queries.ts';
import { ChartCard } from '../components/chart-card.tsx';
import { Figures } from '../components/figure-explained.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { PERIODS, PeriodSwitch } from '../components/period-switch.tsx';
import { PortfolioFilter } from '../components/portfolio-select.tsx';
import { ReportNotes } from '../components/report-notes.tsx';
import { useListParams } from '../components/search-params.ts';
import { BestAndWorst } from './risk/best-and-worst.tsx';
import { figuresOf } from './risk/figures.ts';

export default function RiskPage() {
  const params = useListParams();
  const portfolio = params.get('portfolio');
  const period = params.oneOf('period', PERIODS) ?? 'Max';
  // a period begins on the same day here and on the page of returns
  const windows = useComparison({ portfolio, benchmark: undefined, period: undefined });
  return (
    <>
      <Heading
        help="reports"
        title="Risk"
        actions={
          <>
            <PortfolioFilter value={portfolio} onChange={(name) => params.set({ portfolio: name })} />
            <PeriodSwitch
              value={period}
              onChange={(chosen) => params.set({ period: chosen === 'Max' ? undefined : chosen })}
            />
          </>
        }
      >
        Drawdown and volatility. Select a figure to see how it is calculated.
      </Heading>
      {period === 'Max' ? (
        <Report portfolio={portfolio} from={undefined} />
      ) : (
        <Loaded query={windows}>
          {({ periods }) => (
            <Report
              portfolio={portfolio}
              from={periods.find((one) => one.period === period)?.from ?? undefined}
            />
          )}
        </Loaded>
      )}
    </>
  );
}

function Report({ portfolio, from }: { portfolio: string; from: string | undefined }) {
  const asked = { portfolio, from };
  const risk = useRisk(asked);
  return (
    <Loaded query={risk}>
      {(data) =>
        data.series.length === 0 && from === undefined ? (
          <Stack gap="md">
            <Beginning />
            <ReportNotes warnings={data.warnings} />
          </Stack>
        ) : (
          <Stack gap="md">
            <Figures
              cols={5}
              figures={figuresOf(data)}
              explained={{
                key: ['risk', asked],
                read: () => api.reports.risk({ ...asked, explain: true }),
              }}
            />
            <ChartCard
              chart={drawdown}
              data={{
                points: data.series.map(({ date, drawdown_pct }) => ({ day: date, drawdown_pct })),
              }}
              title="Drawdown"
              currency={data.currency}
              note={
                data.reasons.max_drawdown_pct ??
                joinSentences(
                  `From ${day(data.from)} to ${day(data.to)}. Deposits and withdrawals do not affect it.`,
                  seriesNotes(data),
                )
              }
            />
            <BestAndWorst risk={data} />
            <ReportNotes parts={[['drawdown and volatility', data.coverage]]} warnings={data.warnings} />
          </Stack>
        )
      }
    </Loaded>
  );
}

function Beginning() {
  return (
    <Empty
      icon={<IconWaveSine />}
      title="No history yet"
      actions={
        <Button component={Link} to="/data/import" leftSection={<IconFileImport size={16} aria-hidden />}>
          Import a CSV
        </Button>
      }
    >
      Drawdown needs values of two days. Import your tradebook. While Munim runs, it records a value every
      hour once all holdings have prices.
    </Empty>
  );
}
