import { dayInWords, parseDate, parseNumber, parseTime } from '../../platform/index.ts';
import { type Costs, type Instrument, SIDES, type Side } from '../records/index.ts';
import type { Word } from './columns.ts';
import { type Contract, contractOfSymbol, looksLikeContract, type MonthlyExpiry } from './contract.ts';
import type { Fill, FillExchange } from './fill.ts';
import { BSE_UNDERLYINGS } from './monthly-expiry.ts';

/** What an underlying was settled at, as the file says. */
export interface Settlement {
  underlying: string;
  expiry: string;
  /** Rupees */
  price: number;
}

/** A row of a tradebook. `fill` has everything but its id and what the whole file says. */
export type ReadRow =
  | { fill: Omit<Fill, 'fill_id' | 'source' | 'brokerage' | 'strategy'> & { strategy: string | null } }
  | { settlement: Settlement }
  /** Shares and funds, which belong to the portfolio. */
  | { other: true }
  | { excluded: string }
  | { issue: string };

type Cell = (word: Word) => string;

const DERIVATIVE =
  /^(?:FO|F&O|FNO|NFO|BFO|(?:NSE|BSE)[_-]?FO|DERIVATIVES?|OPT(?:STK|IDX|IONS?)?|FUT(?:STK|IDX|URES?)?)$/;
const OTHER_DERIVATIVE = /^(?:CDS|BCD|COM|MCX|NCO|NCDEX|CUR|OPTCUR|FUTCUR|FUTCOM|OPTFUT)$/;
const INSTRUMENTS = new Map<string, Instrument>([
  ['CE', 'CE'],
  ['CALL', 'CE'],
  ['C', 'CE'],
  ['PE', 'PE'],
  ['PUT', 'PE'],
  ['P', 'PE'],
  ['FUT', 'FUT'],
  ['FUTURE', 'FUT'],
  ['FUTIDX', 'FUT'],
  ['FUTSTK', 'FUT'],
  ['XX', 'FUT'],
]);
const SIDE_WORDS = new Map<string, Side | 'SETTLEMENT'>([
  ['BUY', 'BUY'],
  ['B', 'BUY'],
  ['BOUGHT', 'BUY'],
  ['SELL', 'SELL'],
  ['S', 'SELL'],
  ['SOLD', 'SELL'],
  ['SETTLEMENT', 'SETTLEMENT'],
  ['SETTLED', 'SETTLEMENT'],
]);
const SYMBOL = /^[A-Z0-9&_.-]{1,60}$/;
const UNDERLYING = /^[A-Z0-9][A-Z0-9&_-]{0,29}$/;
const TAG = /^[\w.:/-]{1,80}$/;
const STRATEGY = /^[\w][\w .&+-]{0,59}$/;
const LARGEST_PRICE = 10_000_000;
const MOST_UNITS = 10_000_000;
const SHOWN = 40;

class Wrong extends Error {}
const shown = (text: string): string => `"${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}"`;

/** Reads one row, its text as found. What is wrong with it is told in a sentence. */
export function readRow(cell: Cell, monthlyExpiry: MonthlyExpiry): ReadRow {
  const segment = upper(cell('segment'));
  const symbol = upper(cell('symbol')).replace(/\s+/g, '');
  const isDerivative =
    DERIVATIVE.test(segment) || cell('expiry').trim() !== '' || (segment === '' && looksLikeContract(symbol));
  if (OTHER_DERIVATIVE.test(segment))
    return {
      excluded:
        'A currency or commodity contract. Only futures and options on shares and indices are imported.',
    };
  if (!isDerivative) return { other: true };
  try {
    return read(cell, symbol, monthlyExpiry);
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { issue: error.message };
  }
}

const upper = (text: string): string => text.trim().toUpperCase();
const filled = (text: string): string | null => {
  const trimmed = text.trim();
  return trimmed === '' || trimmed === '-' ? null : trimmed;
};

function read(cell: Cell, symbol: string, monthlyExpiry: MonthlyExpiry): ReadRow {
  const word = cell('side').trim();
  const side = SIDE_WORDS.get(word.toUpperCase());
  if (side === undefined)
    throw new Wrong(`The side ${shown(word)} is not supported. Use ${SIDES.join(' or ')}.`);
  const given = filled(cell('expiry'));
  const expiry = given === null ? null : dayOf(given, 'expiry date');
  if (side === 'SETTLEMENT') return { settlement: settlementOf(cell, expiry) };
  const { at, day } = momentOf(cell);
  const contract = contractOf(cell, { symbol, expiry, day, monthlyExpiry });
  if (contract.expiry < day)
    throw new Wrong(
      `The contract expired on ${dayInWords(contract.expiry)}, before this trade of ${dayInWords(day)}.`,
    );
  const order = filled(cell('order_id'));
  return {
    fill: {
      ...contract,
      exchange: exchangeOf(cell('exchange'), contract.underlying),
      at,
      day,
      trade_number: numberOfTrade(cell('trade_number')),
      order_id: order === null || isCutShort(order) ? null : order.slice(0, 100),
      side,
      quantity: quantityOf(cell('quantity')),
      price: amountOf(cell('price'), { name: 'price', isAboveZero: true, most: LARGEST_PRICE }),
      costs: costsOf(cell),
      strategy: matching(cell('strategy'), STRATEGY, 'strategy'),
      given_tag: matching(cell('tag'), TAG, 'tag'),
    },
  };
}

function settlementOf(cell: Cell, expiry: string | null): Settlement {
  const underlying = upper(cell('underlying')) || upper(cell('symbol'));
  if (!UNDERLYING.test(underlying) || expiry === null)
    throw new Wrong('A SETTLEMENT row needs the underlying and the expiry.');
  const price = amountOf(cell('price'), { name: 'price', isAboveZero: true, most: LARGEST_PRICE });
  return { underlying, expiry, price };
}

function contractOf(
  cell: Cell,
  {
    symbol,
    expiry,
    day,
    monthlyExpiry,
  }: { symbol: string; expiry: string | null; day: string; monthlyExpiry: MonthlyExpiry },
): Contract {
  const underlying = upper(cell('underlying'));
  if (underlying === '' || expiry === null) {
    if (!SYMBOL.test(symbol)) throw new Wrong(`The symbol ${shown(symbol)} is not the symbol of a contract.`);
    const found = contractOfSymbol(symbol, { given: expiry, tradedOn: day, monthlyExpiry });
    if ('unknown' in found) throw new Wrong(found.unknown);
    return found.contract;
  }
  if (!UNDERLYING.test(underlying)) throw new Wrong(`The underlying ${shown(underlying)} is not a symbol.`);
  const word = upper(cell('instrument'));
  const instrument = INSTRUMENTS.get(word);
  if (instrument === undefined)
    throw new Wrong(`The instrument ${shown(word)} is not supported. Use CE, PE or FUT.`);
  const strike =
    instrument === 'FUT'
      ? null
      : amountOf(cell('strike'), { name: 'strike', isAboveZero: true, most: LARGEST_PRICE });
  const ownName = `${underlying}${expiry.slice(2).replaceAll('-', '')}${strike ?? ''}${instrument}`;
  return { symbol: SYMBOL.test(symbol) ? symbol : ownName, underlying, instrument, expiry, strike };
}

/** Times of a tradebook are by the clock of India. */
function momentOf(cell: Cell): { at: string; day: string } {
  const whole = filled(cell('at'));
  const date = filled(cell('date')) ?? whole;
  if (date === null) throw new Wrong('The date is missing.');
  const time = parseTime(whole ?? cell('time').trim());
  if (time === null)
    throw new Wrong(
      `The time ${shown(whole ?? cell('time').trim())} is missing or not a time. Fills are matched in the order of their times, such as 09:21:55.`,
    );
  const day = dayOf(date, 'date');
  return { at: new Date(`${day}T${time}+05:30`).toISOString(), day };
}

function dayOf(text: string, name: string): string {
  const parsed = parseDate(text, 'dmy');
  if ('problem' in parsed) throw new Wrong(`The ${name} ${shown(text)} is not a date such as 2025-06-05.`);
  return parsed.value;
}

function exchangeOf(text: string, underlying: string): FillExchange {
  const word = upper(text);
  if (word === '') return BSE_UNDERLYINGS.includes(underlying) ? 'BSE' : 'NSE';
  if (/^(?:NSE|NFO|FON|NSE[_-]?FO)$/.test(word)) return 'NSE';
  if (/^(?:BSE|BFO|BSE[_-]?FO)$/.test(word)) return 'BSE';
  throw new Wrong(`The exchange ${shown(word)} is not supported. Use NSE or BSE.`);
}

/** Spreadsheets turn long numbers into 2.40116E+13: many become one, and fills would pass for repeats. */
const isCutShort = (text: string): boolean => /^\d(?:\.\d+)?E\+?\d+$/i.test(text);

function numberOfTrade(text: string): string | null {
  const word = text.trim().replace(/^="?|"$/g, '');
  if (isCutShort(word))
    throw new Wrong(
      `The trade number ${shown(word)} was shortened by a spreadsheet. Import the broker's original file.`,
    );
  return /^[\w-]{1,24}$/.test(word) && !/^0+$/.test(word) ? word : null;
}

function quantityOf(text: string): number {
  const value = numberOf(text, 'quantity');
  if (!Number.isInteger(value) || value < 1 || value > MOST_UNITS)
    throw new Wrong(`The quantity ${shown(text.trim())} must be a whole number of units, 1 or more.`);
  return value;
}

function amountOf(text: string, rule: { name: string; isAboveZero: boolean; most: number }): number {
  const value = numberOf(text, rule.name);
  if (rule.isAboveZero ? value <= 0 : value < 0)
    throw new Wrong(
      `The ${rule.name} ${shown(text.trim())} must be ${rule.isAboveZero ? 'above 0' : '0 or more'}.`,
    );
  if (value > rule.most) throw new Wrong(`The ${rule.name} ${shown(text.trim())} is too large.`);
  if (Number(value.toFixed(4)) !== value)
    throw new Wrong(`The ${rule.name} ${shown(text.trim())} may have at most four decimals.`);
  return value;
}

function numberOf(text: string, name: string): number {
  const written = text.trim();
  if (written === '') throw new Wrong(`The ${name} is missing.`);
  const parsed = parseNumber(written, '.');
  if ('problem' in parsed) throw new Wrong(`The ${name} ${shown(written)} is not a number.`);
  return Number(parsed.value);
}

const COSTS = [
  ['brokerage', 'brokerage'],
  ['stt', 'stt'],
  ['exchange_charges', 'exchange'],
  ['sebi', 'sebi'],
  ['stamp', 'stamp'],
  ['gst', 'gst'],
  ['other', 'other'],
] as const;

/** Null where the file says nothing of the costs of this fill. */
function costsOf(cell: Cell): Costs | null {
  const costs: Record<string, number> = {};
  for (const [word, name] of COSTS) {
    const text = filled(cell(word));
    if (text === null) continue;
    costs[name] = amountOf(text, { name: word.replace('_', ' '), isAboveZero: false, most: 1e11 });
  }
  return Object.keys(costs).length === 0 ? null : costs;
}

function matching(text: string, pattern: RegExp, name: string): string | null {
  const word = filled(text);
  if (word === null) return null;
  if (!pattern.test(word))
    throw new Wrong(`The ${name} ${shown(word)} may have letters, digits and . - _ only.`);
  return word;
}
