import { Box, Title } from '@mantine/core';
import { day, percent } from '../../../../../charts/index.ts';
import type { Risk } from '../../api/types.ts';
import { Percent } from '../../components/amount.tsx';
import { Fact } from '../../components/fact.tsx';

/** The best and the worst day, and what the figures above count with. */
export function BestAndWorst({ risk }: { risk: Risk }) {
  const { best_day, risk_free_rate_pct, trading_days_per_year, worst_day } = risk;
  const reason = 'Two days of values are needed.';
  return (
    <Box className="panel" p="md" component="section" aria-label="Days">
      <Title order={2} size="h4" mb={6}>
        Days
      </Title>
      <dl className="facts">
        <Fact name="Best day">
          <Percent value={best_day?.return_pct ?? null} plus reason={reason} />
          {best_day && ` on ${day(best_day.date)}`}
        </Fact>
        <Fact name="Worst day">
          <Percent value={worst_day?.return_pct ?? null} plus reason={reason} />
          {worst_day && ` on ${day(worst_day.date)}`}
        </Fact>
        <Fact name="Risk-free rate">{percent(risk_free_rate_pct)} a year, from the settings</Fact>
        <Fact name="Sessions">{trading_days_per_year} a year, from the settings</Fact>
      </dl>
    </Box>
  );
}
