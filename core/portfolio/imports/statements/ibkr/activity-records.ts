import type { FlexRecord } from '../../../../brokers/statements/index.ts';
import { isIsin } from '../../../../market/instruments/index.ts';
import { categoryCode, ibkrSymbol, instrumentsOf } from './instruments.ts';
import { dataOf, type SectionRecord, type Sections } from './sections.ts';

interface ReasonOfRow {
  row: number;
  reason: string;
}

type Attributes = Readonly<Record<string, string>>;

/** Trades, corporate actions and positions of an Activity Statement, under the names of a Flex query. */
export function activityRecords(sections: Sections): FlexRecord[] {
  const instruments = instrumentsOf(sections);
  const known = (symbol: string): Attributes => ({ ...instruments.get(ibkrSymbol(symbol)) });
  return [
    ...trades(sections, known),
    ...dataOf(sections, 'Corporate Actions', 'assetcategory').map((record) => action(record, known)),
    ...positions(sections, known),
  ];
}

const OTHER_LEVELS = new Map([
  ['trade', 'An execution of an order; the order counts.'],
  ['order', 'An order; its executions count.'],
  ['closedlot', 'What a sale closed; the sale itself counts.'],
  ['closed lot', 'What a sale closed; the sale itself counts.'],
  ['wash sale', 'What a sale closed; the sale itself counts.'],
]);

/** Orders, and their executions only where there are no orders: both at once would count twice. */
export function tradesOf(sections: Sections): {
  counted: SectionRecord[];
  others: ReasonOfRow[];
  unknown: SectionRecord[];
} {
  const all = dataOf(sections, 'Trades', 'datadiscriminator');
  const isOf = (level: string) => (one: SectionRecord) => one.cell('datadiscriminator') === level;
  const counts = isOf(all.some(isOf('Order')) ? 'Order' : 'Trade');
  const others = all.flatMap((one) => {
    const reason = counts(one) ? undefined : OTHER_LEVELS.get(one.cell('datadiscriminator').toLowerCase());
    return reason === undefined ? [] : [{ row: one.row, reason }];
  });
  const known = (one: SectionRecord) =>
    counts(one) || OTHER_LEVELS.has(one.cell('datadiscriminator').toLowerCase());
  return { counted: all.filter(counts), others, unknown: all.filter((one) => !known(one)) };
}

function trades(sections: Sections, known: (symbol: string) => Attributes): FlexRecord[] {
  return tradesOf(sections).counted.map(({ row, cell }) => {
    const attributes = {
      ...known(cell('symbol')),
      accountId: cell('account'),
      assetCategory: categoryCode(cell('assetcategory')),
      currency: cell('currency'),
      symbol: cell('symbol'),
      dateTime: cell('datetime'),
      quantity: cell('quantity'),
      tradePrice: cell('tprice'),
      proceeds: cell('proceeds'),
      ibCommission: cell('commfee'),
      transactionType: cell('code')
        .split(/[;, ]+/)
        .includes('Ca')
        ? 'Cancel'
        : '',
    };
    return { section: 'TRNT', row, attributes };
  });
}

/** `(NVDA, NVIDIA CORP, US67066G1040)` at the end names the security of the row, which may be the old one. */
const OF_ROW = /\(([^(),]+),[^()]*?,?\s*([A-Z]{2}[A-Z0-9]{9}\d)?\)\s*$/i;

function action({ row, cell }: SectionRecord, known: (symbol: string) => Attributes): FlexRecord {
  const description = cell('description').slice(0, 500);
  const named = OF_ROW.exec(description);
  const symbol = named?.[1] ?? /^([^()]+)\(/.exec(description)?.[1] ?? '';
  const isin = named?.[2]?.toUpperCase() ?? '';
  const attributes = {
    ...known(symbol),
    ...(isIsin(isin) ? { isin } : {}),
    accountId: cell('account'),
    assetCategory: categoryCode(cell('assetcategory')),
    currency: cell('currency'),
    symbol,
    description,
    type: /\bstock dividend\b/i.test(description) ? 'SD' : '',
    quantity: cell('quantity'),
    reportDate: cell('reportdate'),
    dateTime: cell('datetime'),
  };
  return { section: 'CORP', row, attributes };
}

function positions(sections: Sections, known: (symbol: string) => Attributes): FlexRecord[] {
  return dataOf(sections, 'Open Positions', 'datadiscriminator').map(({ row, cell }) => {
    const attributes = {
      ...known(cell('symbol')),
      accountId: cell('account'),
      assetCategory: categoryCode(cell('assetcategory')),
      currency: cell('currency'),
      symbol: cell('symbol'),
      position: cell('quantity'),
      costBasisPrice: cell('costprice'),
      costBasisMoney: cell('costbasis'),
      markPrice: cell('closeprice'),
      positionValue: cell('value'),
      levelOfDetail: /^lot$/i.test(cell('datadiscriminator')) ? 'LOT' : '',
    };
    return { section: 'POST', row, attributes };
  });
}
