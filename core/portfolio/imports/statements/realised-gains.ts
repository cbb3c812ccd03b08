import { orderProvedBy } from '../../../platform/index.ts';
import { columnsFor, NO_ENTRY } from '../importers/importer.ts';
import type { NumberedRow, RealisedLot } from '../rows/index.ts';
import { placeOf, type Section, sectionsOf } from './sections.ts';
import type { Sheet, StatementFormatOf, StatementReading } from './statement.ts';
import { amountIn, cellIn } from './table.ts';
import { daysOf, isTotal, type LotCells, lotOf, MATCHED_LOT, UNREAD_LOT, lotNotes } from './tax-lots.ts';

const LOT = {
  symbol: 'symbol stocksymbol tradingsymbol scripname stockname schemename scrip company companyname name',
  isin: 'isin isincode',
  bought_on: 'buydate entrydate purchasedate',
  sold_on: 'selldate exitdate saledate solddate',
  quantity: 'quantity qty units soldquantity sellqty sellquantity',
  cost: 'buyvalue buyamount purchasevalue purchaseamount',
  proceeds: 'sellvalue sellamount salevalue saleamount',
  buy_price: 'buyprice avgbuyprice averagebuyprice buyrate entryprice purchaseprice',
  sell_price: 'sellprice avgsellprice averagesellprice sellrate exitprice saleprice',
  profit:
    'profitloss realisedpl realizedpl profit realisedprofit realizedprofit pl gainloss realisedgain realizedgain',
};
const REQUIRED = ['symbol', 'bought_on', 'sold_on', 'quantity'];

/**
 * A broker's list of realised gains: each row is a purchase and its sale. Nothing in it is held any more, so it must not pass
 * for holdings, and its trades are those of the tradebook. It brings nothing but the lots to compare realised gains with.
 */
export const realisedGains: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'realised-gains',
  title: 'Realised gains',
  notation: { date_order: null, decimal_mark: '.' },
  currency: null,
  // A diary of trades has rows without a day of sale: what they say is held.
  detect: ({ sheets }) => {
    const found = sheets.flatMap((sheet) => sectionsOf(sheet, isLotHeader)).flatMap(cellsOf);
    const filled = found.filter(({ cells, record }) => cells.quantity !== '' && !isTotal(record));
    return filled.length > 0 && filled.every(({ cells }) => cells.sold_on !== '');
  },
  read: ({ sheets }) => read(sheets),
};

function isLotHeader(header: Section['header']): boolean {
  const columns = columnsFor(header, LOT);
  return (
    REQUIRED.every((word) => word in columns) &&
    ('cost' in columns || 'buy_price' in columns) &&
    ('proceeds' in columns || 'sell_price' in columns)
  );
}

function read(sheets: readonly Sheet[]): StatementReading {
  const found = sheets.flatMap((sheet) => sectionsOf(sheet, isLotHeader)).flatMap(cellsOf);
  const order = orderOf(found.map(({ cells }) => cells));
  const rows: NumberedRow[] = [];
  const lots: RealisedLot[] = [];
  for (const { at, sheet, record, cells } of found) {
    const lot = order === null ? null : lotOf(cells, order);
    if (lot !== null) lots.push(lot);
    const excluded = lot !== null ? MATCHED_LOT : isTotal(record) ? NO_ENTRY : UNREAD_LOT;
    const fields = { symbol: cells.symbol, date: cells.sold_on, quantity: cells.quantity };
    rows.push({
      row: at + 1,
      raw: { fields, excluded, ...(sheet === '' ? {} : { where: placeOf(sheet, at) }) },
    });
  }
  const notes = [
    'These are shares that were sold. The report is compared with your realised gains; to import the trades, use the tradebook.',
    ...lotNotes(
      lots,
      rows.map(({ raw }) => raw),
    ),
  ];
  return { type: 'transactions', rows, totals: [], notes, realised: { ...daysOf(lots), lots } };
}

function cellsOf(
  section: Section,
): { at: number; sheet: string; record: readonly string[]; cells: LotCells }[] {
  const columns = columnsFor(section.header, LOT);
  return section.records.map(({ at, record }) => {
    const cell = cellIn(record, columns);
    const total = (amount: string, price: string) => {
      const [units, one] = [amountIn(cell('quantity')), amountIn(cell(price))];
      return cell(amount) !== '' || units === null || one === null
        ? cell(amount)
        : units.times(one).toFixed();
    };
    const cells = {
      symbol: cell('symbol'),
      isin: cell('isin'),
      bought_on: cell('bought_on'),
      sold_on: cell('sold_on'),
      quantity: cell('quantity'),
      cost: total('cost', 'buy_price'),
      proceeds: total('proceeds', 'sell_price'),
      profit: cell('profit'),
      charges: [],
      section: section.title,
    };
    return { at, sheet: section.sheet, record, cells };
  });
}

/** What the days prove; where they do not, India's order for its ISINs. Null where nothing tells. */
function orderOf(lots: readonly LotCells[]): 'dmy' | 'mdy' | null {
  const proved = new Set(
    lots.flatMap(({ bought_on, sold_on }) => [orderProvedBy(bought_on), orderProvedBy(sold_on)]),
  );
  if (proved.has('dmy') !== proved.has('mdy')) return proved.has('dmy') ? 'dmy' : 'mdy';
  if (proved.has('dmy')) return null;
  const isIndian = lots.some(({ isin }) => /^IN/i.test(isin));
  const isPlain = lots.every((lot) => /^\d{4}-|[a-z]{3}/i.test(lot.sold_on) || lot.sold_on === '');
  return isIndian || isPlain ? 'dmy' : null;
}
