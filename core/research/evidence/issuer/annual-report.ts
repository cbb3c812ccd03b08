import { decimal } from '../../../platform/index.ts';
import type { MetricId, Observation, Scope } from '../../port/index.ts';

/** Figures of a text report, with what the report remarks on them. */
interface ReportFigures {
  observations: Observation[];
  notes: string[];
}

const YEARS = /\bFY ?'?((?:20)?\d{2})\b\*?/g;
const RUPEES = String.raw`(?:rs\.?|inr|₹|rupees)`;
const SIZES: readonly [RegExp, string][] = [
  [new RegExp(String.raw`\b${RUPEES}\.? ?in crores?\b|\bin ${RUPEES} crores?\b`, 'i'), '10000000'],
  [new RegExp(String.raw`\b${RUPEES}\.? ?in lakhs?\b|\bin ${RUPEES} lakhs?\b`, 'i'), '100000'],
  [new RegExp(String.raw`\b${RUPEES}\.? ?in millions?\b|\bin ${RUPEES} millions?\b`, 'i'), '1000000'],
];
const ROWS: readonly [RegExp, MetricId][] = [
  [/^(?:revenue from operations|revenue|net sales)$/i, 'revenue'],
  [/^(?:profit after tax|profit for the year|net profit)$/i, 'net_income'],
  [/^(?:total equity|net worth)$/i, 'total_equity'],
  [/^total assets$/i, 'total_assets'],
];
const FIGURE = String.raw`\(?-?\d[\d,]*(?:\.\d+)?\)?%?`;
const LINE = new RegExp(
  String.raw`^(?<label>[A-Za-z][A-Za-z &/-]*?)\s{2,}(?<figures>${FIGURE}(?:\s+${FIGURE})*)$`,
);

/**
 * Tables of an Indian company's report as plain text: rows of known lines under a heading with fiscal years, and a segment table with
 * its shares. A table whose heading does not say whether it is consolidated, or a report that does not say in what its rupees
 * are counted, is left out: nobody can tell what its figures are.
 */
export function readAnnualReport(text: string): ReportFigures {
  const found: ReportFigures = { observations: [], notes: [] };
  const size = SIZES.find(([pattern]) => pattern.test(text))?.[1];
  if (size === undefined) return found;
  let scope: Scope | null = null;
  let years: number[] = [];
  let marked: number[] = [];
  let isSegments = false;
  text.split(/\r?\n/).forEach((raw, at) => {
    const line = raw.trim();
    const heading = [...line.matchAll(YEARS)];
    const words = /\b(consolidated|standalone)\b/i.exec(line)?.[1]?.toLowerCase();
    if (heading.length > 0 && words !== undefined && !/\d{3}/.test(line.replace(YEARS, ''))) {
      scope = words === 'standalone' ? 'standalone' : 'consolidated';
      years = heading.map(([, year = '']) => (year.length === 2 ? Number(`20${year}`) : Number(year)));
      marked = heading.flatMap(([whole], column) => (whole.endsWith('*') ? [column] : []));
      isSegments = /\bsegments?\b/i.test(line);
      return;
    }
    if (line === '') {
      [scope, years, isSegments] = [null, [], false];
      return;
    }
    if (line.startsWith('*') && marked.length > 0) found.notes.push(line.replace(/^\*\s*/, ''));
    const groups = LINE.exec(line)?.groups;
    if (groups === undefined || scope === null) return;
    const { label = '', figures = '' } = groups;
    const cells = figures.split(/\s+/);
    const base = { locator: `line ${at + 1}: ${label}`, scope } as const;
    if (isSegments) found.observations.push(...segmentOf(label, cells, years[0], size, base.locator));
    else if (cells.length === years.length) {
      const metric = ROWS.find(([pattern]) => pattern.test(label))?.[1];
      if (metric !== undefined)
        cells.forEach((cell, column) => {
          const remark = marked.includes(column) ? ', marked *' : '';
          const figure = { metric, unit: 'INR', ...base, locator: `${base.locator}${remark}` };
          found.observations.push(observation(figure, cell, years[column], size));
        });
    }
  });
  return found;
}

function segmentOf(
  label: string,
  [revenue, share]: readonly string[],
  year: number | undefined,
  size: string,
  locator: string,
): Observation[] {
  const of = { scope: 'segment', scope_detail: label, locator } as const;
  const found: Observation[] = [];
  if (revenue !== undefined && !revenue.endsWith('%'))
    found.push(observation({ metric: 'segment_revenue', unit: 'INR', ...of }, revenue, year, size));
  if (share?.endsWith('%') === true)
    found.push(observation({ metric: 'segment_revenue_share_pct', unit: 'pct', ...of }, share, year, '1'));
  return found;
}

function observation(
  of: Pick<Observation, 'metric' | 'unit' | 'scope' | 'locator'> & { scope_detail?: string },
  cell: string,
  year: number | undefined,
  size: string,
): Observation {
  const digits = cell.replace(/[,()%]/g, '');
  const signed = cell.startsWith('(') ? `-${digits}` : digits;
  const places = digits.split('.')[1]?.length;
  const isStock = of.metric === 'total_equity' || of.metric === 'total_assets';
  return {
    scope_detail: null,
    ...of,
    start: isStock || year === undefined ? null : `${year - 1}-04-01`,
    end: `${year}-03-31`,
    value: decimal(signed).times(size).toFixed(),
    value_high: null,
    reason: null,
    // Two places of a crore are hundreds of thousands.
    decimals: (places === undefined ? 0 : places) - (size.length - 1),
    published_at: null,
    filing: null,
    share_basis: null,
  };
}
