/** What a row of Fidelity's history does, by the words that its action begins with. */
type FidelityKind =
  | 'BUY'
  | 'SELL'
  | 'REINVESTMENT'
  | 'DIVIDEND'
  | 'DISTRIBUTION'
  | 'TAX'
  | 'CASH'
  | 'SWEEP'
  | 'MERGER'
  | 'SHARES'
  | 'MOVED'
  | 'CASH_IN_LIEU'
  | 'ACTION';

/** The first that an action begins with counts. */
const BEGINNINGS: readonly (readonly [string, FidelityKind])[] = [
  ['purchase into core', 'SWEEP'],
  ['redemption from core', 'SWEEP'],
  ['reinvestment cash', 'SWEEP'],
  ['you bought', 'BUY'],
  ['you sold', 'SELL'],
  ['redemption payout', 'SELL'],
  ['reinvestment', 'REINVESTMENT'],
  ['dividend', 'DIVIDEND'],
  ['long-term cap gain', 'DISTRIBUTION'],
  ['short-term cap gain', 'DISTRIBUTION'],
  ['long term cap gain', 'DISTRIBUTION'],
  ['short term cap gain', 'DISTRIBUTION'],
  ['foreign tax paid', 'TAX'],
  ['non-resident tax', 'TAX'],
  ['adj non-resident tax', 'TAX'],
  ['interest', 'CASH'],
  ['muni exempt int', 'CASH'],
  ['margin interest', 'CASH'],
  ['direct deposit', 'CASH'],
  ['direct debit', 'CASH'],
  ['electronic funds', 'CASH'],
  ['check', 'CASH'],
  ['fee', 'CASH'],
  ['advisory fee', 'CASH'],
  ['adr', 'CASH'],
  ['wire transfer', 'CASH'],
  ['bill payment', 'CASH'],
  ['debit card', 'CASH'],
  ['cash contribution', 'CASH'],
  ['partic contr', 'CASH'],
  ['co contr', 'CASH'],
  ['contribution', 'CASH'],
  ['normal distr', 'CASH'],
  ['tax withheld', 'CASH'],
  ['royalty', 'CASH'],
  ['in lieu of', 'CASH_IN_LIEU'],
  ['cash in lieu', 'CASH_IN_LIEU'],
  ['merger', 'MERGER'],
  ['distribution', 'SHARES'],
  ['stock split', 'SHARES'],
  ['reverse split', 'ACTION'],
  ['name change', 'ACTION'],
  ['tender', 'ACTION'],
  ['exchange', 'ACTION'],
  ['expired', 'ACTION'],
  ['assigned', 'ACTION'],
  ['return of capital', 'ACTION'],
  ['transferred', 'MOVED'],
  ['transfer of assets', 'MOVED'],
  ['journaled', 'MOVED'],
  ['conversion', 'MOVED'],
];

/** The kind of an action; null where its beginning is not known. */
export function fidelityKind(action: string): FidelityKind | null {
  const text = action.trim().toLowerCase().replace(/\s+/g, ' ');
  return BEGINNINGS.find(([beginning]) => text.startsWith(beginning))?.[1] ?? null;
}
