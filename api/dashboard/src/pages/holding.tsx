/** One holding: its price with the trades on it, what it is worth and earned, its lots, income, news, alerts and transactions. */
import { Anchor, Badge, Button, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconBellPlus, IconCoins } from '../icons.ts';
import { useState } from 'react';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { day, holdingPrice, nameOrSymbol } from '../../../../charts/index.ts';
import { ApiError } from '../api/client.ts';
import { useHolding } from '../api/queries.ts';
import type { HoldingReport } from '../api/types.ts';
import { ChartCard } from '../components/chart-card.tsx';
import { ChoiceFilter } from '../components/choice-filter.tsx';
import { Heading } from '../components/heading.tsx';
import { holdingAddress } from '../components/holding-link.tsx';
import { Empty, Loaded, LoadingRows } from '../components/notices.tsx';
import { ReportNotes } from '../components/report-notes.tsx';
import { useListParams } from '../components/search-params.ts';
import { HoldingActions } from './holding/actions.tsx';
import { HoldingAlerts } from './holding/alerts.tsx';
import { type CostMethod, HoldingFigures } from './holding/figures.tsx';
import { HoldingLots } from './holding/lots.tsx';
import { HoldingNews } from './holding/news.tsx';
import { HoldingPosition } from './holding/position.tsx';
import { HoldingTransactions } from './holding/transactions.tsx';
import { AlertForm } from './watchlist/alert-form.tsx';

export default function HoldingPage() {
  const { symbol = '' } = useParams();
  const { search } = useLocation();
  const params = useListParams();
  const portfolio = params.get('portfolio');
  const all = useHolding(symbol, '');
  const shown = useHolding(symbol, portfolio);
  const isUnknown = shown.error instanceof ApiError && shown.error.status === 404;
  return (
    <>
      <Anchor component={Link} to="/holdings" size="sm" mb="xs" display="inline-flex">
        <Group gap={4} component="span">
          <IconArrowLeft size={14} aria-hidden />
          All holdings
        </Group>
      </Anchor>
      {isUnknown ? (
        <Empty
          icon={<IconCoins />}
          title={portfolio === '' ? `No holding ${symbol}` : `No ${symbol} in ${portfolio}`}
          actions={
            <Button
              component={Link}
              to={portfolio === '' ? '/holdings' : `/holdings/${encodeURIComponent(symbol)}`}
            >
              {portfolio === '' ? 'All holdings' : 'All portfolios'}
            </Button>
          }
        >
          {portfolio === ''
            ? 'There is no holding and no transaction with this symbol.'
            : 'This portfolio has never held it. Look in all portfolios.'}
        </Empty>
      ) : (
        <Loaded query={shown} skeleton={<LoadingRows rows={8} />}>
          {(holding) =>
            // a symbol from before a change leads to the page of the new one
            holding.symbol.toUpperCase() !== symbol.toUpperCase() ? (
              <Navigate to={`${holdingAddress(holding.symbol)}${search}`} replace />
            ) : (
              <Shown
                key={`${holding.symbol} ${holding.portfolio}`}
                holding={holding}
                portfolios={all.data?.portfolios ?? holding.portfolios}
                portfolio={portfolio}
                onPortfolio={(name) => params.set({ portfolio: name })}
              />
            )
          }
        </Loaded>
      )}
    </>
  );
}

interface ShownProps {
  holding: HoldingReport;
  /** Those that have it, or had it. */
  portfolios: readonly string[];
  portfolio: string;
  onPortfolio: (name: string) => void;
}

function Shown({ holding, portfolios, portfolio, onPortfolio }: ShownProps) {
  const { symbol, name, asset_class, sector, isin, currency, prices } = holding;
  const [alertOn, setAlertOn] = useState<string | null>(null);
  const { fifo } = holding.cost_methods;
  const hasLots = fifo.realised_gain !== null;
  const [chosenMethod, setChosenMethod] = useState<CostMethod>('fifo');
  const method = hasLots ? chosenMethod : 'average';
  const facts = [name === null ? null : symbol, asset_class, sector, isin].filter((fact) => fact !== null);
  return (
    <>
      <Heading
        help="reports"
        title={nameOrSymbol(holding)}
        actions={
          <>
            {portfolios.length > 1 && (
              <ChoiceFilter
                label="Portfolio"
                all="All portfolios"
                choices={portfolios}
                value={portfolio === '' ? undefined : portfolio}
                onChange={(chosen) => onPortfolio(chosen ?? '')}
              />
            )}
            {hasLots && (
              <SegmentedControl
                size="xs"
                aria-label="Cost method"
                data={[
                  { value: 'fifo', label: 'FIFO' },
                  { value: 'average', label: 'Average cost' },
                ]}
                value={method}
                onChange={(value) => setChosenMethod(value === 'fifo' ? 'fifo' : 'average')}
              />
            )}
            <Button
              variant="default"
              leftSection={<IconBellPlus size={16} aria-hidden />}
              onClick={() => setAlertOn(symbol)}
            >
              Set an alert
            </Button>
          </>
        }
      >
        {facts.join(' · ')}
      </Heading>
      <Stack>
        {!holding.is_held && <Sold holding={holding} />}
        <HoldingFigures holding={holding} method={method} />
        <ReportNotes warnings={holding.warnings} />
        <ChartCard
          chart={holdingPrice}
          data={method === 'average' ? prices : { ...prices, average_cost: null }}
          title="Price and trades"
          currency={currency}
          note={prices.reason ?? 'Closes and trades are in today’s shares, adjusted for splits and bonuses.'}
        />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <HoldingPosition holding={holding} method={method} />
          <HoldingAlerts symbol={symbol} onAdd={() => setAlertOn(symbol)} />
        </SimpleGrid>
        <HoldingLots holding={holding} />
        <HoldingTransactions holding={holding} portfolio={portfolio} />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <HoldingActions actions={holding.actions} />
          <HoldingNews symbol={symbol} currency={currency} />
        </SimpleGrid>
      </Stack>
      <AlertForm on={alertOn} onClose={() => setAlertOn(null)} />
    </>
  );
}

/** That nothing is left, since when and by what. */
function Sold({ holding: { closed_on, closed_by } }: { holding: HoldingReport }) {
  return (
    <Group gap="xs">
      <Badge color="gray" variant="light">
        Not held
      </Badge>
      <Text size="sm">
        {closed_on === null
          ? 'It is not held now.'
          : closed_by === 'SELL'
            ? `You sold all of it on ${day(closed_on)}.`
            : `The last units left on ${day(closed_on)} through a corporate action.`}
      </Text>
    </Group>
  );
}
