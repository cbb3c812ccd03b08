import { Decimal, guarded, quoted } from '../../platform/index.ts';
import { minus } from './conversion.ts';
import type { Schedule112aRow } from './schedule-112a.ts';

interface Column {
  header: string;
  cell: (row: Schedule112aRow) => string;
}

const BOM = '\uFEFF';

/** Headings as the form names and numbers them. */
const COLUMNS: readonly Column[] = [
  { header: 'Share/Unit acquired(1a)', cell: ({ acquired }) => acquired ?? '' },
  { header: 'ISIN Code(2)', cell: ({ isin }) => words(isin ?? '') },
  { header: 'Name of the Share/Unit(3)', cell: ({ name }) => words(name) },
  { header: 'No. of Shares/Units(4)', cell: ({ quantity }) => plain(quantity) },
  { header: 'Sale-price per Share/Unit(5)', cell: ({ sale_price }) => plain(sale_price) },
  {
    header: 'Full Value of Consideration(Total Sale Value)(6) = 4 * 5',
    cell: (row) => money(fullValue(row)),
  },
  { header: 'Cost of acquisition without indexation(7)', cell: ({ cost_used }) => money(cost_used) },
  { header: 'Cost of acquisition(8)', cell: ({ actual_cost }) => money(actual_cost) },
  {
    header: 'If the long term capital asset was acquired before 01.02.2018(9)',
    cell: ({ capped_fmv }) => money(capped_fmv),
  },
  {
    header: 'Fair Market Value per share/unit as on 31st January 2018(10)',
    cell: ({ fmv_per_unit }) => (fmv_per_unit === null ? '' : plain(fmv_per_unit)),
  },
  {
    header: 'Total Fair Market Value of capital asset as per section 55(2)(ac)(11) = 4 * 10',
    cell: ({ fmv_total }) => money(fmv_total),
  },
  {
    header: 'Expenditure wholly and exclusively in connection with transfer(12)',
    cell: ({ expenses }) => money(expenses),
  },
  { header: 'Total deductions(13) = 7 + 12', cell: (row) => money(deductions(row)) },
  { header: 'Balance(14) = 6 - 13', cell: (row) => money(minus(fullValue(row), deductions(row))) },
];

/** Only the form of the year with two rates asks for it. */
const TRANSFERRED: Column = { header: 'Share/Unit transferred(1b)', cell: ({ transferred }) => transferred };
/** Not in the form: delete it before the upload. */
const REMARK: Column = { header: 'Remark', cell: ({ remark }) => words(remark ?? '') };

/**
 * The schedule as CSV with the marks that a spreadsheet needs to read it as UTF-8. Amounts are in rupees and paise, and
 * columns 13 and 14 are those of the rounded columns, so that the form's own sums come out the same. A column of remarks
 * is added only where a row has one.
 */
export function schedule112aCsv(rows: readonly Schedule112aRow[], fy: string): string {
  const [first, ...rest] = COLUMNS;
  const columns = [
    ...(first === undefined ? [] : [first]),
    ...(fy === '2024-25' ? [TRANSFERRED] : []),
    ...rest,
    ...(rows.some(({ remark }) => remark !== null) ? [REMARK] : []),
  ];
  const lines = [
    columns.map(({ header }) => quoted(header)),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  return `${BOM}${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`;
}

function fullValue({ full_value }: Schedule112aRow): Decimal {
  return paise(full_value);
}

/** Null where the value of 31 January 2018 is not known: the cell stays empty. */
function deductions({ cost_used, expenses }: Schedule112aRow): Decimal | null {
  return cost_used === null ? null : paise(cost_used).plus(paise(expenses));
}

function paise(amount: number): Decimal {
  return new Decimal(amount).toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
}

function money(amount: Decimal | number | null): string {
  if (amount === null) return '';
  return (typeof amount === 'number' ? paise(amount) : amount).toFixed(2);
}

function plain(value: number): string {
  return new Decimal(value).toFixed();
}

function words(text: string): string {
  return quoted(guarded(text));
}
