import * as yup from 'yup';
import { type Context, Decimal, guarded, Problem, quoted } from '../../platform/index.ts';
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
/** Rows of one piece: a long file must not hold up whoever else is being served. */
const AT_ONCE = 500;

interface Section {
  table: string;
  /** By which rows are in order, with no two alike. */
  key: string;
  /** The column of the file, and what it holds in SQL: amounts as exact text, dates as YYYY-MM-DD. */
  columns: readonly (readonly [name: string, sql: string])[];
}

const plain = (...names: string[]) => names.map((name) => [name, name] as const);
/** Exact, without the zeros that say nothing. */
const amount = (name: string) => [name, `trim_scale(${name})`] as const;

const SECTIONS: Readonly<Record<ExportSection, Section>> = {
  equity: {
    table: 'strategy.run_equity',
    key: 'day',
    columns: [
      ['date', 'day'],
      ...['cash', 'positions_value', 'stale_value', 'total_value'].map(amount),
      ...['nav_gross', 'nav_net_of_costs', 'nav_net_of_tax'].map(amount),
      ...plain(
        'performance_index_gross',
        'performance_index_net_of_costs',
        'performance_index_net_of_tax',
        'drawdown_net_of_tax_pct',
      ),
      ...['cumulative_costs', 'tax_accrued', 'tax_paid'].map(amount),
      ...plain('turnover_pct', 'benchmark_index'),
    ],
  },
  orders: {
    table: 'strategy.run_orders',
    key: 'nr',
    columns: [
      ['date', 'day'],
      ...plain('side', 'symbol', 'name', 'state', 'rule', 'limited_by', 'reason', 'rank'),
      ...['wanted_quantity', 'quantity', 'price', 'value'].map(amount),
      ...['brokerage', 'stt', 'exchange', 'sebi', 'stamp_duty', 'gst', 'dp', 'total'].map(
        (item) => [item === 'total' ? 'charges' : item, `charges ->> '${item}'`] as const,
      ),
      ...['realised_gain', 'tax'].map(amount),
    ],
  },
};

/** Exports of backtests as CSV. */
export function createRunExport({ database }: Pick<Context, 'database'>) {
  return {
    /**
     * A section of a run as CSV, in pieces: UTF-8 with its mark, amounts as exact decimals, unknown is empty. Text that a
     * spreadsheet would run as a formula gets an apostrophe.
     * @throws 404 RUN_NOT_FOUND before the first piece.
     */
    async csv(userId: string, id: string, section: ExportSection): Promise<AsyncIterable<string>> {
      const { table, key, columns } = SECTIONS[section];
      const count = await database.readAsUser(userId, async (trx) => {
        await findRun(trx, id);
        const { rows } = await trx.raw<{ rows: { count: string }[] }>(
          `select count(*) from ${table} where run_id = ?`,
          [id],
        );
        return Number(rows[0]?.count ?? 0);
      });
      const selected = columns.map(([name, sql]) => `(${sql})::text as "${name}"`).join(', ');
      type Row = Record<string, string | null> & { place: string };
      const rowsAfter = async (place: string | null): Promise<Row[]> =>
        await database.readAsUser(userId, async (trx) => {
          const from = place === null ? '' : `and ${key} > ?`;
          const { rows } = await trx.raw<{ rows: Row[] }>(
            `select ${key}::text as place, ${selected} from ${table} where run_id = ? ${from} order by ${key} limit ${AT_ONCE}`,
            place === null ? [id] : [id, place],
          );
          return rows;
        });
      return (async function* pieces() {
        yield `${BOM}${columns.map(([name]) => name).join(',')}\r\n`;
        let place: string | null = null;
        for (let read = 0; read < count;) {
          const rows: Row[] = await rowsAfter(place);
          // Deleted meanwhile: half a file must not look like a whole one.
          if (rows.length === 0)
            throw new Problem(404, 'RUN_NOT_FOUND', 'This backtest was deleted meanwhile.');
          read += rows.length;
          place = rows.at(-1)?.place ?? null;
          yield rows
            .map((row) => `${columns.map(([name]) => cell(row[name] ?? null)).join(',')}\r\n`)
            .join('');
        }
      })();
    },
  };
}

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/;

function cell(value: string | null): string {
  if (value === null) return '';
  if (!NUMBER.test(value)) return quoted(guarded(value));
  // Some spreadsheets refuse 1e-7.
  return value.includes('e') ? new Decimal(value).toFixed() : value;
}
