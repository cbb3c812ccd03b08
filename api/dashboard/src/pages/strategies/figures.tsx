/** The key figures of a run as cards, each with what it means or what it stands beside. */
import { SimpleGrid } from '@mantine/core';
import { arrow, money, percent, quantity } from '../../../../../charts/index.ts';
import type { RunMetrics } from '../../api/types.ts';
import { besideBenchmark, fall } from './words.ts';
import { TotalCard } from '../../components/total-card.tsx';

export interface Figure {
  label: string;
  /** Null is unknown. */
  text: string | null;
  /** A gain or a loss, told by arrow and colour. */
  change?: number | null;
  under: string | undefined;
}

const rupees = (value: number): string => money(value, 'INR', { digits: 0 });

const known = (value: number | null, text: (value: number) => string): string | null =>
  value === null ? null : text(value);

/** A sum that was paid in is no gain: it is named beside the final value. */
const paidIn = ({ contributed }: Pick<RunMetrics, 'contributed'>): string =>
  contributed === null ? '' : ` and ${rupees(contributed)} paid in by schedule`;

/** What a run came to, in the order in which it is read. */
function figuresOf(metrics: RunMetrics, capital: number): Figure[] {
  const { benchmark, reasons, positions_closed: closed } = metrics;
  const yearly = (value: number | null) => known(value, (pct) => percent(pct, { plus: true }));
  return [
    {
      label: 'Per year, net of costs and tax',
      text: yearly(metrics.cagr_net_of_tax_pct),
      change: metrics.cagr_net_of_tax_pct,
      under: reasons.cagr_net_of_tax_pct ?? besideBenchmark(benchmark, 'cagr_pct') ?? reasons.benchmark,
    },
    {
      label: 'Final value',
      text: rupees(metrics.final_value),
      under: `From ${rupees(capital)}${paidIn(metrics)}, a total of ${percent(metrics.total_return_net_of_tax_pct, { plus: true })}`,
    },
    {
      label: 'Max drawdown',
      text: fall(metrics.max_drawdown_pct),
      under: besideBenchmark(benchmark, 'max_drawdown_pct') ?? 'The deepest fall from a peak',
    },
    {
      label: 'Before costs and tax',
      text: yearly(metrics.cagr_gross_pct),
      change: metrics.cagr_gross_pct,
      under:
        reasons.cagr_gross_pct ??
        `Per year; ${yearly(metrics.cagr_net_of_costs_pct) ?? 'unknown'} after costs, before tax`,
    },
    {
      label: 'Volatility',
      text: known(metrics.volatility_pct, (pct) => percent(pct)),
      under: reasons.volatility_pct ?? 'Per year, net of costs and tax',
    },
    {
      label: 'Sharpe ratio',
      text: known(metrics.sharpe, (ratio) => quantity(Number(ratio.toFixed(2)))),
      under: reasons.sharpe ?? 'Return above the safe rate for each point of volatility',
    },
    {
      label: 'Turnover',
      text: percent(metrics.turnover_pct_per_year, { digits: 0 }),
      under: `Buys and sells a year over the value; ${count(metrics.orders_filled, 'order')} filled`,
    },
    {
      label: 'Hit rate',
      text: known(metrics.hit_rate_pct, (pct) => percent(pct, { digits: 0 })),
      under: reasons.hit_rate_pct ?? `Of ${count(closed, 'closed position')}, these gained after costs`,
    },
    {
      label: 'Invested',
      text: percent(metrics.exposure_pct, { digits: 0 }),
      under: 'Average share of the value that was invested. The rest was cash',
    },
    {
      label: 'Costs',
      text: rupees(metrics.costs.total),
      under: `${percent(metrics.cost_drag_pct_per_year)} of the value a year`,
    },
    {
      label: 'Tax',
      text: rupees(metrics.tax_total),
      under: `${percent(metrics.tax_drag_pct_per_year)} of the value a year`,
    },
  ];
}

const count = (of: number, noun: string): string =>
  `${of.toLocaleString('en-IN')} ${of === 1 ? noun : `${noun}s`}`;

export const RunFigures = ({ metrics, capital }: { metrics: RunMetrics; capital: number }) => (
  <FigureCards figures={figuresOf(metrics, capital)} />
);

/** Figures beside each other, each a card with its name. */
export function FigureCards({ figures }: { figures: readonly Figure[] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {figures.map(({ label, text, change, under }) => (
        <TotalCard key={label} label={label} under={under ?? (text === null ? 'Unknown.' : '')}>
          {text === null ? (
            <span aria-label="unknown">—</span>
          ) : (
            <span className={`figure ${toneOf(change)}`}>
              {typeof change === 'number' && <span aria-hidden>{arrow(change)} </span>}
              {text}
            </span>
          )}
        </TotalCard>
      ))}
    </SimpleGrid>
  );
}

const toneOf = (change: number | null | undefined): string =>
  typeof change !== 'number' || change === 0 ? '' : change > 0 ? 'gain' : 'loss';
