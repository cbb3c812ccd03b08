/** Where each word of a tradebook stands in a record. */
type Columns = Readonly<Partial<Record<Word, number>>>;

/** The headers under which each word may stand, in lower-case letters and digits. The first that is there counts. */
const WORDS = {
  symbol: 'symbol tradingsymbol contract scrip instrumentname',
  underlying: 'underlying underlyingsymbol',
  expiry: 'expirydate expiry',
  strike: 'strikeprice strike',
  instrument: 'optiontype instrumenttype instrument right cepe',
  side: 'tradetype side buysell transactiontype action',
  quantity: 'quantity qty filledqty',
  price: 'price tradeprice tradedprice averageprice avgprice rate',
  at: 'orderexecutiontime tradeexecutiontime executiontime executedat datetime timestamp',
  date: 'tradedate date',
  time: 'tradetime time',
  exchange: 'exchange',
  segment: 'segment',
  trade_number: 'tradeid tradeno tradenumber executionid',
  order_id: 'orderid orderno ordernumber',
  brokerage: 'brokerage',
  stt: 'stt',
  exchange_charges: 'exchangecharges exchangetransactioncharges transactioncharges',
  sebi: 'sebi sebifee sebicharges',
  stamp: 'stamp stampduty',
  gst: 'gst',
  other: 'othercosts othercharges costs totalcosts charges totalcharges',
  strategy: 'strategy',
  tag: 'tag',
} as const;
export type Word = keyof typeof WORDS;

const ZERODHA: readonly Word[] = [
  'symbol',
  'date',
  'exchange',
  'segment',
  'side',
  'quantity',
  'price',
  'trade_number',
  'at',
];
const ALWAYS: readonly Word[] = ['side', 'quantity', 'price'];

export interface Layout {
  format: 'zerodha-fo-tradebook' | 'generic-fo-tradebook';
  title: string;
  columns: Columns;
  /** Headers that nothing is read from. */
  unused: string[];
}

const keyOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** How to read a file with this header; null where it is no header of a tradebook. */
export function layoutOf(record: readonly string[]): Layout | null {
  const keys = record.map(keyOf);
  const columns: Partial<Record<Word, number>> = {};
  const taken = new Set<number>();
  for (const [word, list] of Object.entries(WORDS) as [Word, string][])
    for (const key of list.split(' ')) {
      const at = keys.findIndex((one, place) => one === key && !taken.has(place));
      if (at < 0) continue;
      columns[word] = at;
      taken.add(at);
      break;
    }
  const has = (words: readonly Word[]): boolean => words.every((word) => columns[word] !== undefined);
  const hasContract = has(['symbol']) || has(['underlying', 'expiry', 'instrument']);
  const hasTime = has(['at']) || has(['date', 'time']);
  if (!has(ALWAYS) || !hasContract || !hasTime) return null;
  const unused = record.map((name) => name.trim()).filter((name, at) => name !== '' && !taken.has(at));
  const isZerodha = has(ZERODHA) && keys.includes('tradetype');
  return isZerodha
    ? { format: 'zerodha-fo-tradebook', title: 'Zerodha F&O tradebook', columns, unused }
    : { format: 'generic-fo-tradebook', title: 'F&O tradebook', columns, unused };
}

/** Columns of the generic layout, for people: each with another name in brackets where it has one. */
export const NEEDED_COLUMNS =
  'A tradebook needs the columns date and time (or datetime), side (BUY or SELL), quantity, price, and either symbol ' +
  '(such as NIFTY25JUN24750PE) or underlying, expiry, strike and instrument (CE, PE or FUT)';
