import { fyersSegment, fyersSymbol } from './fyers.ts';
import { type Cell, columnsFor, copyFields, executionId, type ImporterOf, fateOf } from './importer.ts';
import { type RawRow, shown } from '../rows/index.ts';
import { exchangeAssetClass } from '../../../market/instruments/index.ts';
import { Decimal, parseNumber } from '../../../platform/index.ts';

const WORDS = {
  symbol: 'symbol',
  date: 'orderdatetime',
  type: 'side',
  ordered: 'qty',
  filled: 'filledqty',
  price: 'tradedprice',
  exchange: 'exchange',
  segment: 'segment',
  number_status: 'ordernumstatus',
  number: 'id ordernumber orderid',
  status: 'status',
};
const REQUIRED = ['symbol', 'date', 'type', 'ordered', 'price'];
/** One of these tells what became of an order; a list of trades has none. */
const OUTCOMES = ['number_status', 'filled', 'status'];
/** What the interface counts where people have words, beside 2: traded. */
const STATUSES = new Map([
  ['1', 'cancelled'],
  ['4', 'on its way to the exchange'],
  ['5', 'rejected'],
  ['6', 'still open'],
  ['7', 'expired'],
]);
const TRADED = '2';
const OPEN = new Set(['4', '6']);

/**
 * FYERS' orders from its interface: the whole order book, or the short list that scripts keep, in which spreadsheets have
 * turned days around and order ids into 2.40116E+13. `24011600006720:2` still holds the number of the order, which begins
 * with its day, and its status. What was traded is `filledQty`; the short list has only what was ordered, so there an
 * order counts when it was traded whole. A line is a whole order, hence its number identifies it.
 */
export const fyersOrders: ImporterOf<'transactions'> = {
  format: 'fyers-orders',
  title: 'FYERS orders',
  type: 'transactions',
  broker: 'FYERS',
  dateOrder: 'dmy',
  detect(header) {
    const columns = columnsFor(header, WORDS);
    const isOrders = OUTCOMES.some((word) => word in columns) && REQUIRED.every((word) => word in columns);
    return isOrders ? { confidence: 0.92, columns } : null;
  },
  map(cell): RawRow<'transactions'> {
    const symbol = fyersSymbol(cell);
    const { number, status } = numberAndStatus(cell);
    const written = cell('date').trim();
    const filled = cell('filled').trim();
    return {
      fields: {
        ...copyFields<'transactions'>(cell, ['type', 'price']),
        symbol,
        date: dayOf(number) ?? written,
        quantity: filled === '' ? cell('ordered') : filled,
        executed_at: written,
        currency: 'INR',
        asset_class: exchangeAssetClass(symbol, ''),
        // An order that is open may fill further under the same number.
        ...(OPEN.has(status) ? {} : executionId('FYERS', number)),
      },
      ...stillOpen(cell, filled, status),
      ...fateOf(cell, ['type', 'ordered', 'price'], fyersSegment(cell, untraded(filled, status))),
    };
  },
};

function numberAndStatus(cell: Cell): { number: string; status: string } {
  const found = /^(\d{14,20}):(\d)$/.exec(cell('number_status').trim());
  const id = cell('number').trim();
  return {
    number: found?.[1] ?? (/^\d{14,20}$/.test(id) ? id : ''),
    status: found?.[2] ?? cell('status').trim(),
  };
}

/** The order's number begins with YYMMDD. */
function dayOf(number: string): string | null {
  const found = /^(\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/.exec(number);
  return found === null ? null : `20${found[1]}-${found[2]}-${found[3]}`;
}

function untraded(filled: string, status: string): string | null {
  if (filled !== '') {
    const number = parseNumber(filled, '.');
    if ('problem' in number || !new Decimal(number.value).isZero()) return null;
    const word = STATUSES.get(status);
    return `Nothing of this order was traded${word === undefined ? '' : `: it is ${word}`}.`;
  }
  const word = STATUSES.get(status);
  return word === undefined
    ? null
    : `The order is ${word}, and the list does not say how much of it was traded.`;
}

function stillOpen(cell: Cell, filled: string, status: string): Pick<RawRow<'transactions'>, 'undecided'> {
  if (filled === '' && status !== TRADED && !STATUSES.has(status))
    return {
      undecided: {
        field: 'quantity',
        message: `is not known: the list does not show whether the order was executed (its status is ${shown(status)}). Enter the quantity that was traded, or leave the row out.`,
      },
    };
  if (!OPEN.has(status) || filled === '') return {};
  return {
    undecided: {
      field: 'quantity',
      message:
        `was ${filled} of ${cell('ordered').trim()} when the file was saved, and the order was still open. ` +
        'Enter the quantity that was traded in the end, or export the orders again.',
    },
  };
}
