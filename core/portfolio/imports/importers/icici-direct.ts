import { segmentOf } from './derivatives.ts';
import {
  type Cell,
  columnsFor,
  copyFields,
  type ImporterOf,
  noEntry,
  statedAmount,
  fateOf,
  sumOf,
} from './importer.ts';
import { PLUS, type RawRow } from '../rows/index.ts';
import { exchangeAssetClass } from '../../../market/instruments/index.ts';

const TRADES = {
  symbol: 'stocksymbol stock',
  name: 'companyname',
  isin: 'isincode isin',
  type: 'action',
  quantity: 'quantity qty',
  price: 'transactionprice price',
  date: 'transactiondate date',
  brokerage: 'brokerageservicetax brokerage',
  all_brokerage: 'brokerageincltaxes',
  exchange_charges: 'transactioncharges transactionandsebiturnovercharges',
  stamp_duty: 'stampduty',
  stt: 'stt',
  segment: 'segment',
  remarks: 'remarks',
  stt_paid: 'sttpaidnotpaid',
  amount: 'tradevalue',
  order: 'orderref',
};
const TRADES_REQUIRED = ['symbol', 'type', 'quantity', 'price', 'date'];
const CHARGES = ['brokerage', 'exchange_charges', 'stamp_duty', 'stt'];
/** The remark of every ordinary trade. */
const OWN_NAME = 'icicidirect';

/**
 * ICICI Direct's transactions of the equity portfolio, and its trade book. Symbols are its own (INFTEC is Infosys), the
 * ISIN tells the share; each row carries what was charged, in several columns; a comma ends each line.
 */
export const iciciDirect: ImporterOf<'transactions'> = {
  format: 'icici-direct',
  title: 'ICICI Direct trades',
  type: 'transactions',
  broker: 'ICICI Direct',
  symbolsByIsin: 'all',
  dateOrder: 'dmy',
  detect(header) {
    const columns = columnsFor(header, TRADES);
    const isIcici = 'stt_paid' in columns || ('order' in columns && 'exchange_charges' in columns);
    return isIcici && TRADES_REQUIRED.every((word) => word in columns) ? { confidence: 0.9, columns } : null;
  },
  map(cell): RawRow<'transactions'> {
    const isin = cell('isin').trim();
    const remarks = cell('remarks').trim();
    return {
      fields: {
        ...copyFields<'transactions'>(cell, ['symbol', 'isin', 'date', 'type', 'quantity', 'price']),
        fee_tax: charges(cell),
        currency: 'INR',
        asset_class: exchangeAssetClass('', isin),
        ...(remarks === '' || remarks.toLowerCase() === OWN_NAME ? {} : { note: remarks }),
      },
      ...statedAmount(cell('amount'), 'apart'),
      ...fateOf(cell, ['type', 'quantity', 'price', 'date'], segmentOf(cell('segment'))),
    };
  },
};

/** The parts where they are given, which `NA` says they are not; a column with all of it in one only where they are not. */
function charges(cell: Cell): string {
  const given: Cell = (word) => (/^n\/?a$/i.test(cell(word).trim()) ? '' : cell(word));
  const parts = sumOf(given, CHARGES);
  const only = given('all_brokerage').trim();
  return given('brokerage').trim() === '' && only !== ''
    ? [parts, only].filter((part) => part !== '').join(PLUS)
    : parts;
}

const HOLDINGS = {
  symbol: 'stocksymbol',
  name: 'companyname',
  isin: 'isincode',
  quantity: 'qty quantity',
  avg_buy_price: 'averagecostprice',
  current_price: 'currentmarketprice',
};

/** ICICI Direct's summary of the equity portfolio: what is held now, and shares sold out with quantity 0. */
export const iciciDirectHoldings: ImporterOf<'holdings'> = {
  format: 'icici-direct-holdings',
  title: 'ICICI Direct holdings',
  type: 'holdings',
  broker: 'ICICI Direct',
  symbolsByIsin: 'all',
  detect(header) {
    const columns = columnsFor(header, HOLDINGS);
    const required = ['symbol', 'isin', 'quantity', 'avg_buy_price'];
    return required.every((word) => word in columns) ? { confidence: 0.9, columns } : null;
  },
  map(cell): RawRow<'holdings'> {
    return {
      fields: {
        ...copyFields<'holdings'>(cell, [
          'symbol',
          'name',
          'isin',
          'quantity',
          'avg_buy_price',
          'current_price',
        ]),
        currency: 'INR',
        asset_class: exchangeAssetClass('', cell('isin').trim()),
      },
      excluded: noEntry(cell, ['isin', 'quantity', 'avg_buy_price']),
    };
  },
};
