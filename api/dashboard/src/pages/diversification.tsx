/** How the money is spread: over sectors and asset classes, over holdings, and how much hangs on the largest. */
import { Button, Grid, Stack } from '@mantine/core';
import { IconChartTreemap, IconFileImport } from '../icons.ts';
import { Link } from 'react-router';
import { sectorTreemap } from '../../../../charts/index.ts';
import { api } from '../api/endpoints.ts';
import { useAttribution, useDiversification } from '../api/queries.ts';
import type { Attribution, Diversification } from '../api/types.ts';
import { ChartCard } from '../components/chart-card.tsx';
import { Downloads } from '../components/downloads.tsx';
import { Figures } from '../components/figure-explained.tsx';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { PortfolioFilter } from '../components/portfolio-select.tsx';
import { ReportNotes } from '../components/report-notes.tsx';
import { useListParams } from '../components/search-params.ts';
import { Concentration } from './diversification/concentration.tsx';
import { figuresOf } from './diversification/figures.ts';
import { Holdings, Parts } from './diversification/parts.tsx';
import { tilesOf } from './diversification/tiles.ts';

export default function DiversificationPage() {
  const params = useListParams();
  const portfolio = params.get('portfolio');
  const diversification = useDiversification(portfolio);
  const attribution = useAttribution(portfolio);
  return (
    <>
      <Heading
        help="reports"
        title="Diversification"
        actions={
          <>
            <PortfolioFilter value={portfolio} onChange={(name) => params.set({ portfolio: name })} />
            <Downloads of={{ report: 'diversification', portfolio }} />
          </>
        }
      >
        How your money is spread. Select a figure to see how it is calculated.
      </Heading>
      <Loaded query={diversification}>
        {(data) => <Report report={data} attribution={attribution.data} portfolio={portfolio} />}
      </Loaded>
    </>
  );
}

interface ReportProps {
  report: Diversification;
  attribution: Attribution | undefined;
  portfolio: string;
}

function Report({ report, attribution, portfolio }: ReportProps) {
  if (report.holdings.length === 0)
    return (
      <Empty
        icon={<IconChartTreemap />}
        title="No holdings yet"
        actions={
          <Button component={Link} to="/data/import" leftSection={<IconFileImport size={16} aria-hidden />}>
            Import a CSV
          </Button>
        }
      >
        Import your holdings or a tradebook. The breakdown shows here once your holdings have prices.
      </Empty>
    );
  return (
    <Stack gap="md">
      <Figures
        cols={3}
        figures={figuresOf(report)}
        explained={{
          key: ['diversification', portfolio],
          read: () => api.reports.diversification({ portfolio, explain: true }),
        }}
      />
      <ChartCard
        chart={sectorTreemap}
        data={{ parts: tilesOf(report, attribution), since: 'since purchase' }}
        title="Sectors"
        currency={report.currency}
        height={420}
        note={noteOf(report)}
      />
      <Grid>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Parts title="By sector" parts={report.sector} currency={report.currency} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Stack gap="md">
            <Parts title="By asset class" parts={report.asset_class} currency={report.currency} />
            <Concentration report={report} />
          </Stack>
        </Grid.Col>
      </Grid>
      <Holdings report={report} />
      <ReportNotes warnings={report.warnings} />
    </Stack>
  );
}

/** Where no sector at all is known, what to do about it stands where the sectors would. */
function noteOf({ reasons, sector, warnings }: Diversification): string {
  if (reasons.total_value !== undefined) return reasons.total_value;
  const isBare = sector.every(({ label }) => label === 'Unclassified');
  const bare = isBare ? warnings.find(({ code }) => code === 'SECTOR_UNKNOWN')?.message : undefined;
  return ['Area shows value; colour and sign show the gain since purchase.', bare]
    .filter((note) => note !== undefined)
    .join(' ');
}
