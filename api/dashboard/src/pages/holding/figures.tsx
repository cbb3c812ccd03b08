import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  AFTER_TAX,
  asSentence,
  AT_LATEST_RATES,
  coverageText,
  quantity,
} from '../../../../../charts/index.ts';
import type { HoldingReport } from '../../api/types.ts';
import { Amount, Change, Percent } from '../../components/amount.tsx';
import { TotalCard } from '../../components/total-card.tsx';

/** How cost is counted on the whole page. */
export type CostMethod = keyof HoldingReport['cost_methods'];

/** The headline figures of a holding, by one cost method, so that the gains add up; of what was sold those that are left. */
export function HoldingFigures({ holding, method }: { holding: HoldingReport; method: CostMethod }) {
  const { currency, reasons, is_held } = holding;
  const shown = holding.cost_methods[method];
  const part = holding.partial.day_change;
  const amount = (figure: 'value' | 'dividends') => (
    <Amount value={holding[figure]} currency={currency} reason={reasons[figure] ?? 'Unknown.'} />
  );
  const change = (figure: 'unrealised_gain' | 'realised_gain' | 'total_gain' | 'day_change') => (
    <Change
      value={figure === 'unrealised_gain' || figure === 'realised_gain' ? shown[figure] : holding[figure]}
      currency={currency}
      reason={reasons[figure] ?? 'Unknown.'}
    />
  );
  const why = (figure: keyof typeof reasons & keyof HoldingReport): string | undefined =>
    holding[figure] === null ? reasons[figure] : undefined;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {is_held && (
        <>
          <Card label="Value" reason={why('value')} under={<Weight holding={holding} />}>
            {amount('value')}
          </Card>
          <Card
            label="Unrealised gain"
            reason={why('unrealised_gain')}
            under={<Share value={shown.unrealised_gain_pct} />}
          >
            {change('unrealised_gain')}
          </Card>
          <Card
            label={holding.day_change_label}
            reason={part === undefined ? why('day_change') : asSentence(coverageText(part))}
            under={<Share value={holding.day_change_pct} />}
          >
            {part === undefined ? change('day_change') : <Change value={part.figure} currency={currency} />}
          </Card>
        </>
      )}
      <Card
        label="XIRR"
        reason={why('xirr_pct')}
        under={
          holding.xirr_alternatives_pct.length > 0
            ? 'Several rates fit the payments. The one nearest to no return is shown.'
            : 'a year, of this symbol alone'
        }
      >
        <Percent value={holding.xirr_pct} plus reason={reasons.xirr_pct ?? 'Unknown.'} />
      </Card>
      <Card
        label="Realised gain"
        reason={why('realised_gain')}
        under={`${method === 'fifo' ? 'Of what was sold, oldest lots first' : 'Of what was sold, at average cost'}, ${AT_LATEST_RATES}`}
      >
        {change('realised_gain')}
      </Card>
      <Card label="Dividends" reason={why('dividends')} under={`Received, ${AFTER_TAX}, ${AT_LATEST_RATES}`}>
        {amount('dividends')}
      </Card>
      <Card
        label="Total gain"
        reason={why('total_gain')}
        under="Unrealised and realised gain and dividends, after charges"
      >
        {change('total_gain')}
      </Card>
      {is_held && (
        <Card label="Quantity" under={<UnitCost holding={holding} method={method} />}>
          <span className="figure">{quantity(holding.quantity, currency)}</span>
        </Card>
      )}
    </SimpleGrid>
  );
}

function Weight({ holding: { weight_pct, reasons, portfolio } }: { holding: HoldingReport }) {
  const whole = portfolio === 'Networth' ? 'everything' : portfolio;
  return (
    <>
      <Percent value={weight_pct} reason={reasons.weight_pct ?? 'Unknown.'} /> of {whole}
    </>
  );
}

function UnitCost({ holding, method }: { holding: HoldingReport; method: CostMethod }) {
  const { cost_methods, currency, reasons } = holding;
  return (
    <>
      at{' '}
      <Amount
        value={cost_methods[method].cost_per_unit}
        currency={currency}
        reason={reasons.average_cost ?? 'Unknown.'}
      />{' '}
      a unit
    </>
  );
}

function Share({ value }: { value: number | null }) {
  return value === null ? null : <Percent value={value} plus />;
}

interface CardProps {
  label: string;
  children: ReactNode;
  under?: ReactNode;
  /** Why the figure is missing, in place of what stands under it. */
  reason?: string | undefined;
}

function Card({ label, children, under, reason }: CardProps) {
  return (
    <TotalCard label={label} under={reason ?? under}>
      {children}
    </TotalCard>
  );
}
