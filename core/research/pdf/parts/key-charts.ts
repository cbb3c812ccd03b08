import { bars } from '../figures/bars.ts';
import { priceRange, yearlyFigures } from '../figures/chart-data.ts';
import { priceRangeChart } from '../figures/price-range.ts';
import type { Content } from '../content.ts';
import type { Paper } from '../type/paper.ts';
import { STYLES } from '../type/styles.ts';

/** What the facts of the report show at a glance. What they do not hold is said so, and never drawn as 0. */
export function keyCharts(paper: Paper, { publication }: Content): void {
  if (publication === null) return;
  const yearly = yearlyFigures(publication.facts);
  const range = priceRange(publication.facts);
  paper.heading('Key figures');
  if (yearly === null)
    paper.paragraph(
      'Revenue and profit: the facts of this report have fewer than two fiscal years, so no chart is drawn.',
      STYLES.note,
    );
  else
    bars(paper, {
      title: 'Revenue and profit after tax by fiscal year',
      unit: yearly.unit,
      labels: yearly.years,
      series: [
        { name: 'Revenue', values: yearly.revenue, tone: 'light' as const },
        { name: 'Profit after tax', values: yearly.profit, tone: 'dark' as const },
      ].filter(({ values }) => values.some((one) => one !== null)),
      notes: yearly.notes,
    });
  if (range === null)
    paper.paragraph(
      'Price: the facts lack the last close or the highest and lowest close of its year, so no chart is drawn.',
      STYLES.note,
    );
  else priceRangeChart(paper, range);
}
