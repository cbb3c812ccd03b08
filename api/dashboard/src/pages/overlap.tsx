/** What is inside the funds, beside what is held itself: companies that are there more than once. */
import { Anchor, Box, Button, Stack, Text, Title } from '@mantine/core';
import { IconFileImport, IconStack2 } from '../icons.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { percent } from '../../../../charts/index.ts';
import { useOverlap } from '../api/queries.ts';
import type { HeldFund, Overlap } from '../api/types.ts';
import { DataTable } from '../components/data-table.tsx';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Loaded } from '../components/notices.tsx';
import { PortfolioFilter } from '../components/portfolio-select.tsx';
import { useListParams } from '../components/search-params.ts';
import { fundColumns, stockColumns } from './overlap/columns.tsx';
import { ContentsForm } from './overlap/contents-form.tsx';

/** Companies that are shown before somebody asks for all. */
const FIRST = 25;
const MOST_WARNINGS = 8;

export default function OverlapPage() {
  const params = useListParams();
  const portfolio = params.get('portfolio');
  const overlap = useOverlap(portfolio);
  return (
    <>
      <Heading
        help="reports"
        title="Look-through"
        actions={<PortfolioFilter value={portfolio} onChange={(name) => params.set({ portfolio: name })} />}
      >
        The companies you own, directly or through funds.{' '}
        <Anchor component={Link} to="/definitions#overlap" size="sm">
          About effective weights
        </Anchor>
      </Heading>
      <Loaded query={overlap}>{(data) => <Report report={data} />}</Loaded>
    </>
  );
}

function Report({ report }: { report: Overlap }) {
  const [told, setTold] = useState<HeldFund | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const { currency, exposed_stocks: stocks, funds, fund_snapshots } = report;
  // The companies above the level are marked in the list: one line counts them.
  const above = report.warnings.filter(({ stock_symbol }) => stock_symbol !== null).length;
  const warnings = report.warnings.filter(({ stock_symbol }) => stock_symbol === null);
  if (stocks.length === 0 && funds.length === 0)
    return (
      <Empty
        icon={<IconStack2 />}
        title="No funds or shares yet"
        actions={
          <Button component={Link} to="/data/import" leftSection={<IconFileImport size={16} aria-hidden />}>
            Import a CSV
          </Button>
        }
      >
        Import your holdings. For each fund or ETF you can then enter what it holds here.
      </Empty>
    );
  return (
    <Stack gap="md">
      {report.warnings.length > 0 && (
        <Notice tone="caution">
          {above > 0 && (
            <Text size="sm">
              {above === 1 ? '1 company that funds hold is' : `${above} companies that funds hold are`} above
              your warning level of {percent(report.threshold_pct)} of the portfolio, marked below.
            </Text>
          )}
          {warnings.slice(0, MOST_WARNINGS).map(({ code, message, fund_symbol }) => (
            <Text size="sm" key={`${code} ${fund_symbol ?? ''}`}>
              {message}
            </Text>
          ))}
          {warnings.length > MOST_WARNINGS && (
            <Text size="sm">And {warnings.length - MOST_WARNINGS} more like these.</Text>
          )}
        </Notice>
      )}
      {funds.length > 0 && (
        <Box component="section" aria-label="Funds">
          <Title order={2} size="h4">
            Funds
          </Title>
          <Text size="sm" c="dimmed" mb={6}>
            {percent(report.covered_weight_pct)} of the portfolio is in funds with known holdings,{' '}
            {percent(report.missing_weight_pct)} in funds with unknown holdings.
          </Text>
          <div className="panel">
            <DataTable
              caption="Funds"
              columns={fundColumns(fund_snapshots, currency)}
              rows={funds}
              keyOf={({ symbol }) => symbol}
              actions={(fund) => (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() => setTold(fund)}
                  aria-label={`${fund.is_covered ? 'Update' : 'Enter'} holdings of ${fund.symbol}`}
                >
                  {fund.is_covered ? 'Update' : 'Enter holdings'}
                </Button>
              )}
            />
          </div>
        </Box>
      )}
      {stocks.length > 0 && (
        <Box component="section" aria-label="Companies">
          <Title order={2} size="h4" mb={6}>
            Companies
          </Title>
          <div className="panel">
            <DataTable
              caption="Companies"
              columns={stockColumns(currency)}
              rows={isWhole ? stocks : stocks.slice(0, FIRST)}
              keyOf={({ stock_symbol, isin }) => `${stock_symbol} ${isin ?? ''}`}
            />
          </div>
          {!isWhole && stocks.length > FIRST && (
            <Button variant="default" size="xs" mt="xs" onClick={() => setIsWhole(true)}>
              Show all {stocks.length.toLocaleString('en-IN')}
            </Button>
          )}
        </Box>
      )}
      <ContentsForm fund={told} onClose={() => setTold(null)} />
    </Stack>
  );
}
