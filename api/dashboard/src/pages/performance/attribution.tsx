import { Box, List, Stack, Text, Title } from '@mantine/core';
import { AT_LATEST_RATES, attributionWaterfall } from '../../../../../charts/index.ts';
import { api } from '../../api/endpoints.ts';
import { useAttribution } from '../../api/queries.ts';
import type { Attribution as Report } from '../../api/types.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { Figures } from '../../components/figure-explained.tsx';
import { Loaded } from '../../components/notices.tsx';

/** Which holdings made the gain of what is held, and which took from it. */
export function Attribution({ portfolio }: { portfolio: string }) {
  const attribution = useAttribution(portfolio);
  return (
    <Loaded query={attribution}>
      {(report) => (
        <Stack gap="md" component="section" aria-label="Attribution">
          <ChartCard
            chart={attributionWaterfall}
            data={{ rows: rowsOf(report), total: report.contributed_pct }}
            title="Contribution to return"
            currency={report.currency}
            height={380}
            note={report.reasons.contributed_pct ?? (notesOf(report) || null)}
          />
          <Figures
            cols={3}
            figures={[
              {
                name: 'contributed_pct',
                label: 'All contributions',
                value: report.contributed_pct,
                unit: 'percent_points',
                isChange: true,
                reason: report.reasons.contributed_pct,
                under: `Unrealised gain on the invested amount of the holdings that count, ${AT_LATEST_RATES}`,
              },
              {
                name: 'total_gain',
                label: 'Unrealised gain',
                value: report.total_gain,
                unit: report.currency,
                isChange: true,
                reason: report.reasons.total_gain,
              },
              {
                name: 'total_invested',
                label: 'Invested',
                value: report.total_invested,
                unit: report.currency,
                reason: report.reasons.total_invested,
              },
            ]}
            explained={{
              key: ['attribution', portfolio],
              read: () => api.reports.attribution({ portfolio, explain: true }),
            }}
          />
          <LeftOut report={report} />
        </Stack>
      )}
    </Loaded>
  );
}

const notesOf = ({ warnings }: Report): string => warnings.map(({ message }) => message).join(' ');

/** A symbol that is held in several portfolios is told apart by them. */
function rowsOf({ holdings, excluded }: Report) {
  const times = new Map<string, number>();
  for (const { symbol } of [...holdings, ...excluded]) times.set(symbol, (times.get(symbol) ?? 0) + 1);
  const labelOf = ({ symbol, portfolio }: { symbol: string; portfolio: string }): string =>
    (times.get(symbol) ?? 0) > 1 ? `${symbol} (${portfolio})` : symbol;
  return [
    ...holdings.map((one) => ({ label: labelOf(one), contributed_pct: one.contributed_pct })),
    ...excluded.map((one) => ({ label: labelOf(one), contributed_pct: null })),
  ];
}

const MOST_LEFT_OUT = 10;

function LeftOut({ report: { excluded } }: { report: Report }) {
  if (excluded.length === 0) return null;
  return (
    <Box className="panel" p="md" component="section" aria-label="Excluded">
      <Title order={3} size="h5">
        Excluded from contributions
      </Title>
      <List size="sm" mt={4}>
        {excluded.slice(0, MOST_LEFT_OUT).map(({ holding_id, symbol, portfolio, reason }) => (
          <List.Item key={holding_id}>
            {symbol} in {portfolio}: {reason}
          </List.Item>
        ))}
      </List>
      {excluded.length > MOST_LEFT_OUT && (
        <Text size="xs" c="dimmed">
          And {excluded.length - MOST_LEFT_OUT} more.
        </Text>
      )}
    </Box>
  );
}
