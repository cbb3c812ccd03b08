import { orderProvedBy } from '../../../platform/index.ts';
import { type Cell, columnsFor, copyFields, NO_ENTRY } from '../importers/index.ts';
import type { NumberedRow, RawRow, RealisedLot } from '../rows/index.ts';
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
/** What else a diary may say of shares that are still held. */
const HELD = {
  currency: 'currency',
  asset_class: 'assetclass',
  current_price: 'currentprice ltp cmp closingprice',
};
const REQUIRED = ['symbol', 'bought_on', 'sold_on', 'quantity'];

/**
 * A list of realised gains: each row is a purchase and its sale. Nothing of it is held any more, so it must not pass for
 * holdings, and its trades are those of the tradebook: it brings nothing but the lots to compare realised gains with. A diary
 * of trades looks the same, but has rows without a sale; these are holdings.
 */
export const realisedGains: StatementFormatOf<'tables'> = {
  kind: 'tables',
  format: 'realised-gains',
  title: 'Realised gains',
  notation: { date_order: null, decimal_mark: '.' },
  currency: null,
  detect: ({ sheets }) => sheets.some((sheet) => sectionsOf(sheet, isLotHeader).length > 0),
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
  const found = sheets.flatMap((sheet) => sectionsOf(sheet, isLotHeader)).flatMap(entriesOf);
  const order = orderOf(found.map(({ cells }) => cells));
  const lots: RealisedLot[] = [];
  const rows = found.map(({ at, sheet, record, cells, unsold }): NumberedRow => {
    const where = sheet === '' ? {} : { where: placeOf(sheet, at) };
    if (unsold !== null) return { row: at + 1, raw: { ...unsold, ...where } };
    const lot = order === null ? null : lotOf(cells, order);
    if (lot !== null) lots.push(lot);
    const excluded = lot !== null ? MATCHED_LOT : isTotal(record) ? NO_ENTRY : UNREAD_LOT;
    return {
      row: at + 1,
      raw: { fields: { symbol: cells.symbol, quantity: cells.quantity }, excluded, ...where },
    };
  });
  const notes = [
    'The sales of this file are compared with your realised gains. To import the trades themselves, use the tradebook.',
    ...lotNotes(
      lots,
      rows.map(({ raw }) => raw),
    ),
  ];
  const type = found.some(({ unsold }) => unsold !== null) ? 'holdings' : 'transactions';
  return { type, rows, totals: [], notes, realised: { ...daysOf(lots), lots } };
}

/** A row of the list. */
interface Entry {
  at: number;
  sheet: string;
  record: readonly string[];
  cells: LotCells;
  /** The holding that it is where nothing was sold. */
  unsold: RawRow<'holdings'> | null;
}

function entriesOf(section: Section): Entry[] {
  const columns = columnsFor(section.header, { ...LOT, ...HELD });
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
    const isUnsold =
      isNone(cells.sold_on) && isNone(cells.proceeds) && !isTotal(record) && cells.symbol !== '';
    return { at, sheet: section.sheet, record, cells, unsold: isUnsold ? holdingOf(cell) : null };
  });
}

const isNone = (text: string): boolean => /^(?:-*|n\.?\/?a\.?|0)$/i.test(text.trim());

function holdingOf(cell: Cell): RawRow<'holdings'> {
  const price = cell('buy_price');
  return {
    fields: {
      ...copyFields<'holdings'>(cell, [
        'symbol',
        'isin',
        'quantity',
        'currency',
        'asset_class',
        'current_price',
      ]),
      ...(price === '' ? {} : { avg_buy_price: price }),
    },
    ...(price === '' && cell('cost') !== '' ? { totals: { avg_buy_price: cell('cost') } } : {}),
  };
}

/** What the days prove; where they do not, India's order for its ISINs. Null where nothing tells. */
function orderOf(lots: readonly LotCells[]): 'dmy' | 'mdy' | null {
  const proved = new Set(
    lots.flatMap(({ bought_on, sold_on }) => [orderProvedBy(bought_on), orderProvedBy(sold_on)]),
  );
  if (proved.has('dmy') !== proved.has('mdy')) return proved.has('dmy') ? 'dmy' : 'mdy';
  if (proved.has('dmy')) return null;
  const isIndian = lots.some(({ isin }) => /^IN/i.test(isin));
  const days = lots.flatMap(({ bought_on, sold_on }) => [bought_on, sold_on]).filter((day) => /\d/.test(day));
  const isPlain = days.every((day) => /^\d{4}-|[a-z]{3}/i.test(day));
  return isIndian || isPlain ? 'dmy' : null;
}
