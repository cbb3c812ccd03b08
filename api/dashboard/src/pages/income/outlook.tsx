/** What is still to come in the next twelve months, and what dividends bring by cost and by value. */
import { Box, Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { incomeBars, money } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useDividendYield, useIncomeProjection } from '../../api/queries.ts';
import type { DividendYield, IncomeProjection } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { ChartCard } from '../../components/chart-card.tsx';
import { Figures } from '../../components/figure-explained.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { barsAhead } from './bars.ts';
import { aheadInWords, expectedFigure, payments, yieldFigures } from './outlook-words.ts';

const EXPLAINED = { portfolio: '', explain: true } as const;

/** The two reports and the way to each of their figures; of all portfolios and every year. */
export function Outlook() {
  const projection = useIncomeProjection();
  const yields = useDividendYield();
  return (
    <Loaded query={projection} skeleton={<LoadingRows rows={3} />}>
      {(ahead) => (
        <Loaded query={yields} skeleton={<LoadingRows rows={3} />}>
          {(dividends) => (
            <Stack gap="md">
              <Figures
                cols={3}
                figures={[expectedFigure(ahead), ...yieldFigures(dividends)]}
                explained={{
                  key: ['income', 'outlook'],
                  read: async () => {
                    const both = await Promise.all([
                      api.reports.incomeProjection(EXPLAINED),
                      api.reports.dividendYield(EXPLAINED),
                    ]);
                    return { explanations: both.flatMap(({ explanations }) => explanations ?? []) };
                  },
                }}
              />
              <Months projection={ahead} />
              <Trend dividends={dividends} />
            </Stack>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Months({ projection }: { projection: IncomeProjection }) {
  const currencies = projection.by_currency.map(({ currency }) => currency);
  const [chosen, choose] = useState<string | null>(null);
  const first = projection.currency ?? currencies[0] ?? 'INR';
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : first;
  return (
    <ChartCard
      chart={incomeBars}
      data={{ bars: barsAhead(projection, currency) }}
      title="Upcoming income by month"
      currency={currency}
      height={220}
      controls={
        currencies.length > 1 && (
          <Select
            aria-label="Currency of upcoming income"
            size="xs"
            w={90}
            data={currencies}
            value={currency}
            onChange={choose}
            allowDeselect={false}
          />
        )
      }
      note={aheadInWords(projection)}
    />
  );
}

function Trend({ dividends }: { dividends: DividendYield }) {
  const { trend, currency } = dividends;
  return (
    <Box className="panel" p="md" component="section" aria-label="Dividends by calendar year">
      <Title order={2} size="h4" mb={6}>
        Dividends by calendar year
      </Title>
      <dl className="facts">
        {trend.map(({ year, label, paid, payments: count, reason }) => (
          <div key={year}>
            <dt>{label}</dt>
            <dd>
              <Amount value={paid} currency={currency} digits={0} reason={reason ?? undefined} />
              {paid !== null && (
                <Text span size="sm" c="dimmed" ml={8}>
                  {payments(count)}
                </Text>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Text size="xs" c="dimmed" mt={6}>
        After tax withheld. YTD is this year so far.
        {dividends.is_estimated &&
          ` Other currencies are converted at the latest rates: ${dividends.fx_rates
            .map(({ from, to, rate }) => `1 ${from} is ${money(rate, to)}`)
            .join(', ')}.`}
      </Text>
    </Box>
  );
}
