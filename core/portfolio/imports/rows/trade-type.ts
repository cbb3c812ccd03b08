import type { TradeType } from './rows.ts';

const BUY =
  'buy b bought buying purchase purchased youbought sip reinvest reinvestment reinvestshares switchin bonus 1';
const SELL = 'sell s sold selling sale yousold redeem redeemed redemption switchout 1-';
const DIVIDEND =
  'dividend dividends div cashdividend qualifieddividend nonqualifieddiv nonqualifieddividend specialdividend ' +
  'reinvestdividend pryrcashdiv dividendpayout idcwpayout idcw';
const SPLIT = 'split stocksplit sharesplit';
const CASH =
  'cashin cashout deposit deposits withdrawal withdrawals withdraw payin payout fundsin fundsout cash interest fee ' +
  'fees charge charges tax taxes withholdingtax tds credit debit ach wire moneytransfer creditinterest ' +
  'bankinterest nrataxadj nrawithholding adrmgmtfee servicefee wirefunds wiresent wirereceived moneylinktransfer ' +
  'moneylinkdeposit fundsreceived fundspaid visapurchase';
const CUSTOM =
  'custom other others journal adjustment transfer transferin transferout merger demerger spinoff rights delisting ' +
  'corporateaction expired expiry exercise assignment unknown';

/** How longer words begin: "YOU BOUGHT APPLE INC (AAPL) (Cash)". The first that fits counts. */
const BEGINNINGS: readonly [string, Meaning][] = [
  ['purchaseintocore', 'cash'],
  ['redemptionfromcore', 'cash'],
  ['youbought', 'BUY'],
  ['yousold', 'SELL'],
  ['reinvestment', 'BUY'],
  ['dividendreceived', 'DIVIDEND'],
  ['electronicfundstransfer', 'cash'],
  ['directd', 'cash'],
  ['interestearned', 'cash'],
  ['foreigntax', 'cash'],
  ['feecharged', 'cash'],
  ['transferred', 'custom'],
  ['journaled', 'custom'],
];

type Meaning = TradeType | 'cash' | 'custom';

const MEANINGS = new Map<string, Meaning>([
  ...words(BUY, 'BUY'),
  ...words(SELL, 'SELL'),
  ...words(DIVIDEND, 'DIVIDEND'),
  ...words(SPLIT, 'SPLIT'),
  ...words(CASH, 'cash'),
  ...words(CUSTOM, 'custom'),
]);

/** What a word for a transaction means; `cash` and `custom` rows are left out of an import. Null: not understood. */
export function tradeTypeOf(word: string): Meaning | null {
  // FYERS writes the side as 1 and -1; every other word is letters.
  const key = word === '-1' ? '1-' : word.toLowerCase().replace(/[^a-z0-9]/g, '');
  const meaning = MEANINGS.get(key);
  if (meaning !== undefined || key.length < 8) return meaning ?? null;
  return BEGINNINGS.find(([beginning]) => key.startsWith(beginning))?.[1] ?? null;
}

/** Rows that a person made for purposes of his own (spec: custom rows are ignored on import). */
export function isCustom(word: string): boolean {
  return /^(?:custom|others?)$/i.test(word.trim());
}

/** A bonus issue gives shares for nothing, so its price may be left blank. */
export function isBonus(word: string): boolean {
  return word.trim().toLowerCase() === 'bonus';
}

function words(list: string, meaning: Meaning): [string, Meaning][] {
  return list.split(' ').map((word) => [word, meaning]);
}
