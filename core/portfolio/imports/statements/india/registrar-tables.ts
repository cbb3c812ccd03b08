import { parseDate } from '../../../../platform/index.ts';
import type { NumberedRow, StatedTotal } from '../../rows/index.ts';
import { fundRows } from './fund-rows.ts';
import type { Sheet, StatementFormatOf, StatementReading } from '../statement.ts';
import { cellIn, findTable, isBlank, type Table } from '../table.ts';

type Words = Readonly<Record<string, string>>;

/** What differs between the tables of registrars: their words, and those without which it is not theirs. */
interface RegistrarTable {
  format: string;
  title: string;
  words: Words;
  required: readonly string[];
  /** Names of schemes are cut after so many letters: the rest of a name as long as that is not known. */
  cutAt?: number;
}

const REQUIRED = ['scheme', 'words', 'date', 'units', 'amount', 'nav'];
const CAMS: RegistrarTable = {
  format: 'cams-transactions',
  title: 'CAMS transactions',
  words: {
    house: 'mfname',
    folio: 'folionumber foliono folio',
    code: 'productcode',
    scheme: 'schemename',
    isin: 'isin schemeisin',
    date: 'tradedate',
    words: 'transactiontype',
    amount: 'amount',
    units: 'units',
    nav: 'price nav',
  },
  required: [...REQUIRED, 'house', 'code'],
  cutAt: 32,
};
const KFINTECH: RegistrarTable = {
  format: 'kfintech-transactions',
  title: 'KFintech transactions',
  words: {
    house: 'fundname',
    folio: 'accountnumber folionumber',
    code: 'productcode',
    scheme: 'schemedescription',
    isin: 'schemeisin isin',
    date: 'transactiondate',
    words: 'transactiondescription',
    amount: 'amount',
    units: 'units',
    nav: 'nav price',
  },
  required: [...REQUIRED, 'house', 'folio'],
};
const MFCENTRAL: RegistrarTable = {
  format: 'mfcentral-transactions',
  title: 'MFCentral transactions',
  words: {
    scheme: 'schemename',
    folio: 'foliono folionumber folio',
    isin: 'isin',
    words: 'transactiondescription',
    date: 'date',
    nav: 'nav',
    units: 'units',
    amount: 'amount',
  },
  required: REQUIRED,
};

export const camsTransactions = registrarTable(CAMS);
export const kfintechTransactions = registrarTable(KFINTECH);
export const mfcentralTransactions = registrarTable(MFCENTRAL);

/** Transactions of mutual funds as a registrar lists them, all fund houses in one table. */
function registrarTable(of: RegistrarTable): StatementFormatOf<'tables'> {
  return {
    kind: 'tables',
    format: of.format,
    title: of.title,
    // As the consolidated statement, which has the same folios.
    broker: 'Mutual Funds',
    symbolsByIsin: 'funds',
    notation: { date_order: 'dmy', decimal_mark: '.' },
    currency: 'INR',
    detect: ({ sheets }) => sheets.some((sheet) => findTable(sheet, of.words, of.required) !== null),
    read: ({ sheets }) => read(of, sheets),
  };
}

function read(of: RegistrarTable, sheets: readonly Sheet[]): StatementReading {
  const rows: NumberedRow[] = [];
  for (const sheet of sheets) {
    const table = findTable(sheet, of.words, of.required);
    if (table !== null) rows.push(...rowsOf(of, sheet, table));
  }
  const totals: StatedTotal[] = [];
  return { type: 'transactions', rows, totals };
}

function rowsOf(
  { cutAt = Infinity }: RegistrarTable,
  sheet: Sheet,
  { header, columns }: Table,
): NumberedRow[] {
  const lines = sheet.rows.flatMap((record, at) => {
    if (at <= header || isBlank(record)) return [];
    const cell = cellIn(record, columns);
    // Totals and notes below the table have no day.
    const isUndated = 'problem' in parseDate(cell('date'), 'dmy');
    if (isUndated && cell('units') === '' && (cell('amount') === '' || cell('words') === '')) return [];
    return [{ at, cell, code: cell('code'), name: tidied(cell('scheme')) }];
  });
  const codes = codesByName(lines);
  return lines.flatMap(({ at, cell, code, name }) => {
    const isin = cell('isin');
    const isUnsure = (codes.get(name)?.size ?? 0) > 1 || cell('scheme').length >= cutAt;
    return fundRows({
      words: cell('words'),
      fields: {
        symbol: isin === '' && code !== '' && isUnsure ? `${name} (${code})` : name,
        date: cell('date'),
        ...(isin === '' ? {} : { isin }),
      },
      amount: cell('amount'),
      units: cell('units'),
      nav: cell('nav'),
      folio: cell('folio'),
    }).map((raw) => ({ row: at + 1, raw }));
  });
}

/** Two plans of a fund may have one name; their codes tell them apart. So they do where the end of a name is cut off. */
function codesByName(lines: readonly { name: string; code: string }[]): Map<string, Set<string>> {
  const codes = new Map<string, Set<string>>();
  for (const { name, code } of lines) codes.set(name, (codes.get(name) ?? new Set()).add(code));
  return codes;
}

/** Without the dash at which a name was cut. */
function tidied(name: string): string {
  return name.replace(/\s+/g, ' ').replace(/[\s-]+$/, '');
}
