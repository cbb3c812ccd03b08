import * as yup from 'yup';
import { type Context, Decimal, guarded, Problem, quoted } from '../../platform/index.ts';
import type { Section, SectionRows } from './result-blocks.ts';
import { countBlocks, readBlock } from './result-store.ts';
import { findRun } from './run-store.ts';

const EXPORT_SECTIONS = ['equity', 'orders'] as const;
type ExportSection = (typeof EXPORT_SECTIONS)[number];
export const runExportQuery = yup
  .object({
    section: yup
      .mixed<ExportSection>()
      .oneOf([...EXPORT_SECTIONS], `section must be ${EXPORT_SECTIONS.join(' or ')}.`)
      .required(`section is required: ${EXPORT_SECTIONS.join(' or ')}.`),
  })
  .noUnknown();

/** Without it some spreadsheets read UTF-8 as something else. */
const BOM = '\uFEFF';
/** Columns of the file, each with its value in a row: amounts are exact text. */
type Cells<S extends Section> = readonly (readonly [
  column: string,
  value: (row: SectionRows[S]) => string | number | null | undefined,
])[];

const same = <S extends Section>(
  ...names: {
    [N in keyof SectionRows[S]]: SectionRows[S][N] extends string | number | null ? N : never;
  }[keyof SectionRows[S]][]
): Cells<S> => names.map((name) => [String(name), (row) => row[name] as string | number | null]);

const EQUITY = same<'EQUITY'>(
  'date',
  'cash',
  'positions_value',
  'stale_value',
  'total_value',
  'nav_gross',
  'nav_net_of_costs',
  'nav_net_of_tax',
  'performance_index_gross',
  'performance_index_net_of_costs',
  'performance_index_net_of_tax',
  'drawdown_net_of_tax_pct',
  'cumulative_costs',
  'tax_accrued',
  'tax_paid',
  'turnover_pct',
  'benchmark_index',
);
const ORDERS: Cells<'ORDERS'> = [
  ...same<'ORDERS'>('date', 'side', 'symbol', 'name', 'state', 'rule', 'limited_by', 'reason', 'rank'),
  ...same<'ORDERS'>('wanted_quantity', 'quantity', 'price', 'value'),
  ...(['brokerage', 'stt', 'exchange', 'sebi', 'stamp_duty', 'gst', 'dp'] as const).map(
    (item) => [item, ({ charges }: SectionRows['ORDERS']) => charges?.[item]] as const,
  ),
  ['charges', ({ charges }) => charges?.total],
  ...same<'ORDERS'>('realised_gain', 'tax'),
];

/** Exports of backtests as CSV. */
export function createRunExport({ database }: Pick<Context, 'database'>) {
  return {
    /**
     * A section of a run as CSV, in pieces: UTF-8 with its mark, amounts as exact decimals, unknown is empty. Text that a
     * spreadsheet would run as a formula gets an apostrophe.
     * @throws 404 RUN_NOT_FOUND before the first piece.
     */
    async csv(userId: string, id: string, section: ExportSection): Promise<AsyncIterable<string>> {
      const name = section === 'equity' ? 'EQUITY' : 'ORDERS';
      const count = await database.readAsUser(userId, async (trx) => {
        await findRun(trx, id);
        return await countBlocks(trx, id, name);
      });
      const from = { userId, id, count };
      return name === 'EQUITY' ? pieces(from, name, EQUITY) : pieces(from, name, ORDERS);
    },
  };

  /** A piece for each block: a long file must not hold up other requests. */
  async function* pieces<S extends Section>(
    { userId, id, count }: { userId: string; id: string; count: number },
    section: S,
    cells: Cells<S>,
  ): AsyncGenerator<string> {
    yield `${BOM}${cells.map(([column]) => column).join(',')}\r\n`;
    for (let nr = 1; nr <= count; nr += 1) {
      const rows = await database.readAsUser(userId, (trx) => readBlock(trx, id, section, nr));
      // Half a file must not look like a whole one.
      if (rows === null) throw new Problem(404, 'RUN_NOT_FOUND', 'This backtest has been deleted.');
      yield rows.map((row) => `${cells.map(([, value]) => cell(value(row))).join(',')}\r\n`).join('');
    }
  }
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  if (!NUMBER.test(text)) return quoted(guarded(text));
  // Some spreadsheets refuse 1e-7.
  return text.includes('e') ? new Decimal(text).toFixed() : text;
}
