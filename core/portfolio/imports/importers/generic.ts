import {
  type HoldingField,
  type RawFields,
  type RawRow,
  type TransactionField,
  tradeTypeOf,
} from '../rows/index.ts';
import { derivativeReason, segmentOf } from './derivatives.ts';
import {
  type Cell,
  type Columns,
  columnsFor,
  copyFields,
  type ImporterOf,
  noEntry,
  statedAmount,
  sumOf,
  fateOf,
} from './importer.ts';

// Header keys by field, best first: a column is given to the first field that asks for it.
const COMMON = {
  isin: 'isin isincode isinnumber isinno',
  symbol:
    'symbol tradingsymbol ticker tickersymbol stocksymbol scripsymbol scripcode scrip nsesymbol nsecode ' +
    'instrument instrumentname security stock script scriptname scripname stockname companyname company ' +
    'securityname schemename fundname scheme fund name description',
  portfolio: 'portfolio portfolioname account accountname',
  currency: 'currency currencycode ccy tradecurrency currencyprimary',
  security_id: 'securityid conid instrumenttoken instrumentid cusip schemecode',
  asset_class: 'assetclass assettype assetcategory instrumenttype',
};

/** Charges by kind, where a file has no column of all of them. */
const CHARGES = {
  brokerage: 'brokerage',
  commission: 'commission ibcommission commissionusd',
  fees: 'fees fee',
  taxes: 'taxes tax',
  gst: 'gst servicetax',
  stt: 'stt securitiestransactiontax',
  stamp_duty: 'stampduty',
  exchange_charges: 'exchangetransactioncharges transactioncharges exchangecharges ett',
  regulator_fees: 'sebi sebifees sebicharges sebiturnoverfees',
};

const TRANSACTION = {
  ...COMMON,
  date:
    'date tradedate transactiondate txndate executiondate orderdate dealdate orderexecutiontime executiontime ' +
    'executiondateandtime tradedatetime datetime rundate activitydate',
  // Where a file has several of them, plain "Type" is often the kind of account or of security.
  type:
    'transactiontype txntype action side buysell buyorsell tradetype ordertransactiontype trantype type ' +
    'transaction bs activity ordertype',
  quantity:
    'quantity qty units shares tradedqty tradequantity filledqty executedqty filledquantity noofshares quantityunits',
  price:
    'price tradeprice rate averageprice avgprice avgtradeprice executedprice executionprice pricepershare unitprice ' +
    'nav tradedprice priceusd marketrate',
  fee_tax:
    'feetax totalfees totalcharges charges brokerageandcharges taxesandcharges feescomm feescommission',
  ...CHARGES,
  amount: 'amount netamount totalamount totalvalue value tradevalue netvalue amountusd',
  note: 'note notes remarks remark comment comments',
  // Only a column that says so: what brokers call a trade number often repeats, and a repeated id loses a trade.
  execution_id: 'executionid',
  executed_at: 'executedat executiontime orderexecutiontime tradeexecutiontime tradetime datetime time',
  segment: 'segment',
};
const KINDS_OF_CHARGES = Object.keys(CHARGES);
/** The words that are fields of ours as they stand; fees are added up. */
const TRANSACTION_WORDS: readonly TransactionField[] = [
  'isin',
  'symbol',
  'portfolio',
  'currency',
  'security_id',
  'asset_class',
  'date',
  'type',
  'quantity',
  'price',
  'note',
  'execution_id',
  'executed_at',
];

const HOLDING = {
  ...COMMON,
  quantity:
    'quantity qty units shares totalquantity totalqty netqty netquantity holdingqty holdingquantity availableqty ' +
    'quantityavailable balance balanceunits noofshares currentquantity freeqty',
  avg_buy_price:
    'avgbuyprice averagebuyprice averagebuyingprice buyaverage buyavg avgprice averageprice avgcost averagecost ' +
    'averagecostprice avgcostprice costpershare avgtradeprice purchaseprice buyprice costprice avgnav averagenav ' +
    'averagecostbasis unitcost costshare',
  current_price:
    'currentprice ltp lasttradedprice lastprice marketprice closingprice cmp currentnav nav lasttraded price',
  previous_close: 'previousclose previousclosingprice prevclose previousprice',
  sector: 'sector industry sectorname',
  beta: 'beta',
  target_allocation_pct: 'targetallocationpct targetallocation targetweight',
  maturity_date: 'maturitydate maturity',
  face_value: 'facevalue parvalue',
  coupon_rate: 'couponrate coupon interestrate',
  coupon_frequency: 'couponfrequency interestfrequency',
  price_interval_days: 'priceintervaldays',
  name: 'name companyname stockname securityname schemename fundname description company scripname instrumentname',
  price_date: 'pricedate pricedon priceason navdate navason valuationdate valuedate ltpdate asondate',
  sold_on: 'selldate exitdate saledate solddate',
  sold_at: 'sellprice avgsellprice averagesellprice exitprice saleprice',
  sold_for: 'sellvalue sellamount salevalue saleamount',
};
const HOLDING_WORDS: readonly HoldingField[] = [
  'isin',
  'symbol',
  'portfolio',
  'currency',
  'asset_class',
  'quantity',
  'avg_buy_price',
  'current_price',
  'previous_close',
  'sector',
  'beta',
  'target_allocation_pct',
  'maturity_date',
  'face_value',
  'coupon_rate',
  'coupon_frequency',
  'price_date',
  'price_interval_days',
  'name',
];

/** What a file must have, in words for the message that refuses one. */
export const NEEDED =
  'Transactions need Symbol (or ISIN), Date, Type, Quantity and Price; holdings need Symbol (or ISIN) and Quantity, ' +
  'and better also Avg_Buy_Price, Asset_Class and Currency';

/** Any broker's list of trades whose headers say in common words what they hold. */
export const genericTransactions: ImporterOf<'transactions'> = {
  format: 'generic',
  title: 'CSV with common headers',
  type: 'transactions',
  detect(header) {
    const columns = chargesIn(columnsFor(header, TRANSACTION));
    const has = (word: string) => word in columns;
    if (!(has('symbol') || has('isin')) || !['date', 'type', 'quantity'].every(has)) return null;
    return has('price') ? { confidence: 0.5, columns } : null;
  },
  map(cell): RawRow<'transactions'> {
    const fields: RawFields<'transactions'> = tidied(copyFields<'transactions'>(cell, TRANSACTION_WORDS));
    const note = fields.note?.trim();
    if (note !== undefined) fields.note = note;
    const fees = sumOf(cell, ['fee_tax', ...KINDS_OF_CHARGES]);
    if (fees !== '') fields.fee_tax = fees;
    const isDividend = tradeTypeOf(fields.type ?? '') === 'DIVIDEND';
    // A dividend's amount is often given whole: quantity 0 says that the price is all of it.
    if (cell('amount') !== '' && isBlankOrZero(fields.price) && isDividend) {
      fields.price = cell('amount');
      fields.quantity = '0';
    }
    return {
      fields,
      // Some tables have the charges in it, others have not; 0 stands where none is known. Of a dividend it may lack any tax.
      ...(isBlankOrZero(cell('amount')) || isDividend ? {} : statedAmount(cell('amount'), 'either')),
      ...fateOf(
        cell,
        ['symbol', 'isin', 'type', 'quantity', 'price'],
        segmentOf(derivativeReason(cell('asset_class')) === null ? cell('segment') : cell('asset_class')),
      ),
    };
  },
};

/** Any broker's list of holdings, likewise. */
export const genericHoldings: ImporterOf<'holdings'> = {
  format: 'generic',
  title: 'CSV with common headers',
  type: 'holdings',
  detect(header) {
    const columns = columnsFor(header, HOLDING);
    const has = (word: string) => word in columns;
    if (!(has('symbol') || has('isin')) || !has('quantity')) return null;
    if (has('avg_buy_price')) return { confidence: 0.4, columns };
    // Nothing but a "Price" may as well be what was paid.
    const price = header.keys[columns['current_price'] ?? -1];
    return price === undefined || price === 'price' ? null : { confidence: 0.4, columns };
  },
  map(cell): RawRow<'holdings'> {
    return {
      fields: tidied(copyFields<'holdings'>(cell, HOLDING_WORDS)),
      excluded:
        noEntry(cell, ['isin', 'quantity', 'avg_buy_price', 'current_price']) ??
        derivativeReason(cell('asset_class')) ??
        sold(cell),
    };
  },
};

/** A list of sales, or a diary of trades, names shares that are held no more. */
function sold(cell: Cell): string | null {
  const isSold = ['sold_on', 'sold_at', 'sold_for'].some((word) => !isBlankOrZero(cell(word)));
  return isSold ? 'The file says that this was sold. Only what is still held is imported.' : null;
}

/** A column of all charges stands for those of each kind; without one, the first kind is shown as where fees come from. */
function chargesIn(columns: Columns): Columns {
  const kinds = KINDS_OF_CHARGES.filter((kind) => kind in columns);
  const drop = 'fee_tax' in columns ? kinds : kinds.slice(0, 1);
  const kept = Object.fromEntries(Object.entries(columns).filter(([word]) => !drop.includes(word)));
  const shown = columns['fee_tax'] ?? columns[drop[0] ?? ''];
  return shown === undefined ? kept : { ...kept, fee_tax: shown };
}

/** NSE:INFY, INFY.NS and INFY-EQ are all INFY. */
function tidied<F extends { symbol?: string }>(fields: F): F {
  if (fields.symbol === undefined) return fields;
  const symbol = fields.symbol
    .trim()
    .replace(/^(?:NSE|BSE):/i, '')
    .replace(/(?:\.NS|\.BO|-EQ)$/i, '');
  return { ...fields, symbol };
}

function isBlankOrZero(text: string | undefined): boolean {
  return text === undefined || /^[\s0.,-]*$/.test(text);
}
