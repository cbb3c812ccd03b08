import { BALANCED_FUND, closeAt, INDEX_FUND, securityOf } from './securities.ts';

/** The accounts with two brokers. */
export const FIRST_BROKER = 'First broker';
export const SECOND_BROKER = 'Second broker';

/** An entry of the books; `age` counts sessions before the last one. */
interface Entry {
  portfolio: string;
  symbol: string;
  age: number;
  type: 'BUY' | 'SELL' | 'DIVIDEND';
  /** Units. */
  quantity: number;
  /** For one unit, in the currency of the security. */
  price: number;
  /** Charges and taxes of the trade, in the same currency. */
  fee: number;
}

/** A purchase, or a sale if the units are negative. */
const TRADES: readonly (readonly [portfolio: string, age: number, symbol: string, units: number])[] = [
  [FIRST_BROKER, 730, 'SAMPLE-BANK', 60],
  [FIRST_BROKER, 722, 'SAMPLE-SOFTWARE', 30],
  [SECOND_BROKER, 705, 'SAMPLE-FOODS', 20],
  [FIRST_BROKER, 690, BALANCED_FUND, 1500],
  [SECOND_BROKER, 668, 'SAMPLE-CLOUD', 5],
  [FIRST_BROKER, 640, 'SAMPLE-CEMENT', 80],
  [SECOND_BROKER, 598, 'SAMPLE-POWER', 150],
  [FIRST_BROKER, 560, 'SAMPLE-PHARMA', 35],
  [SECOND_BROKER, 511, 'SAMPLE-STORES', 9],
  [FIRST_BROKER, 470, 'SAMPLE-BANK', 40],
  [SECOND_BROKER, 433, 'SAMPLE-TELECOM', 45],
  [FIRST_BROKER, 401, 'SAMPLE-MOTORS', 70],
  [FIRST_BROKER, 365, BALANCED_FUND, 1000],
  [SECOND_BROKER, 322, 'SAMPLE-BANK', 25],
  [FIRST_BROKER, 290, 'SAMPLE-CEMENT', -50],
  [SECOND_BROKER, 251, 'SAMPLE-CLOUD', 3],
  [FIRST_BROKER, 208, 'SAMPLE-SOFTWARE', 15],
  [SECOND_BROKER, 170, 'SAMPLE-POWER', 60],
  [FIRST_BROKER, 128, 'SAMPLE-MOTORS', 20],
  [SECOND_BROKER, 90, 'SAMPLE-TELECOM', 15],
  [FIRST_BROKER, 55, 'SAMPLE-BANK', -30],
  [FIRST_BROKER, 40, 'SAMPLE-MOTORS', -15],
];

/** A dividend for each unit held on that day, in the currency of the share. */
const DIVIDENDS: readonly (readonly [portfolio: string, age: number, symbol: string, each: number])[] = [
  [FIRST_BROKER, 600, 'SAMPLE-BANK', 11],
  [SECOND_BROKER, 470, 'SAMPLE-FOODS', 32],
  [FIRST_BROKER, 352, 'SAMPLE-BANK', 12.5],
  [FIRST_BROKER, 301, 'SAMPLE-SOFTWARE', 24],
  [SECOND_BROKER, 224, 'SAMPLE-FOODS', 35],
  [SECOND_BROKER, 190, 'SAMPLE-STORES', 0.8],
  [SECOND_BROKER, 121, 'SAMPLE-POWER', 5.5],
  [FIRST_BROKER, 104, 'SAMPLE-BANK', 14],
  [FIRST_BROKER, 60, 'SAMPLE-SOFTWARE', 27],
  [SECOND_BROKER, 20, 'SAMPLE-TELECOM', 8],
];

/** The SIP: rupees a month, and the sessions of its instalments. */
export const SIP_RUPEES = 10_000;
const SESSIONS_OF_A_MONTH = 21;
const INSTALMENTS = 35;
/** Age of the first instalment. */
export const SIP_BEGAN = 733;

const FEE = 0.001;
const cents = (amount: number) => Math.round(amount * 100) / 100;

/** All entries of three years, the earliest first. The same on every day. */
export function entries(): Entry[] {
  const trades = TRADES.map(([portfolio, age, symbol, units]): Entry => {
    const price = closeAt(securityOf(symbol), age);
    const quantity = Math.abs(units);
    const fee = securityOf(symbol).asset_class === 'Mutual Fund' ? 0 : cents(quantity * price * FEE);
    return { portfolio, symbol, age, type: units > 0 ? 'BUY' : 'SELL', quantity, price, fee };
  });
  const instalments = Array.from({ length: INSTALMENTS }, (_, nr): Entry => {
    const age = SIP_BEGAN - nr * SESSIONS_OF_A_MONTH;
    const price = closeAt(securityOf(INDEX_FUND), age);
    // Funds allot thousandths of a unit.
    const quantity = Math.floor((SIP_RUPEES / price) * 1000) / 1000;
    return { portfolio: FIRST_BROKER, symbol: INDEX_FUND, age, type: 'BUY', quantity, price, fee: 0 };
  });
  const bought = [...trades, ...instalments];
  const dividends = DIVIDENDS.map(([portfolio, age, symbol, price]): Entry => {
    const quantity = bought
      .filter((one) => one.portfolio === portfolio && one.symbol === symbol && one.age > age)
      .reduce((units, one) => units + (one.type === 'BUY' ? one.quantity : -one.quantity), 0);
    return { portfolio, symbol, age, type: 'DIVIDEND', quantity, price, fee: 0 };
  });
  return [...bought, ...dividends].sort((one, other) => other.age - one.age);
}

const HEADER = 'Portfolio,Symbol,Date,Type,Quantity,Price,Fee_Tax,Asset_Class,Currency';

/** The entries as a file that the importer reads. @param dayOf the session (YYYY-MM-DD) of an age */
export function transactionsCsv(dayOf: (age: number) => string): string {
  const lines = entries().map(({ portfolio, symbol, age, type, quantity, price, fee }) => {
    const { asset_class, currency } = securityOf(symbol);
    return [portfolio, symbol, dayOf(age), type, quantity, price, fee, asset_class, currency].join();
  });
  return `${[HEADER, ...lines].join('\n')}\n`;
}

/** Contents of the index fund, in percent. */
export const FUND_CONTENTS = [
  ['SAMPLE-BANK', 21],
  ['SAMPLE-SOFTWARE', 18],
  ['SAMPLE-FOODS', 14],
  ['SAMPLE-TELECOM', 12],
  ['SAMPLE-PHARMA', 10.5],
  ['SAMPLE-MOTORS', 9],
  ['SAMPLE-POWER', 7.5],
  ['SAMPLE-CEMENT', 5],
] as const;
