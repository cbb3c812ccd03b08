/** What a row of Schwab's history does. */
type SchwabKind =
  | 'BUY'
  | 'SELL'
  | 'DIVIDEND'
  | 'DISTRIBUTION'
  | 'TAX'
  | 'CASH'
  | 'OPTION'
  | 'SHORT'
  | 'SPLIT'
  | 'REVERSE_SPLIT'
  | 'BONUS'
  | 'NEW_SHARES'
  | 'MOVED'
  | 'CASH_MERGER'
  | 'REDEMPTION'
  | 'CASH_IN_LIEU'
  | 'ACTION';

const WORDS: Readonly<Record<SchwabKind, string>> = {
  BUY: 'buy | reinvest shares',
  SELL: 'sell',
  DIVIDEND:
    'cash dividend | qualified dividend | non-qualified div | special dividend | special qual div | ' +
    'special non qual div | pr yr cash div | pr yr special div | pr yr non qual div | reinvest dividend | ' +
    'qual div reinvest | non-qual div reinvest | pr yr div reinvest | pr yr qual div | pr yr qual div reinvest | ' +
    'dividend | div adjustment',
  DISTRIBUTION:
    'long term cap gain | short term cap gain | long term cap gain reinvest | short term cap gain reinvest | ' +
    'cap gain | capital gain distribution',
  TAX: 'foreign tax paid | nra tax adj | nra withholding | foreign tax adj',
  CASH:
    'bank interest | credit interest | bond interest | margin interest | adr mgmt fee | advisor fee | service fee | ' +
    'misc cash entry | misc credits | moneylink transfer | moneylink deposit | moneylink adj | journal | wire sent | ' +
    'wire received | wire funds | wire funds received | wire funds adj | funds received | funds paid | internal transfer | ' +
    'promotional award | visa purchase | atm withdrawal | schwab atm rebate | auto s1 credit | auto s1 debit | ' +
    'tax withholding | adjustment | balance transfer',
  OPTION:
    'buy to open | sell to close | sell to open | buy to close | expired | assigned | exchange or exercise | ' +
    'options frwd split | options frwd split adj',
  SHORT: 'sell short | buy to cover',
  SPLIT: 'stock split',
  REVERSE_SPLIT: 'reverse split',
  BONUS: 'stock div dist | stock dividend',
  NEW_SHARES: 'spin-off | stock merger | stock spinoff',
  MOVED: 'journaled shares | security transfer | stock plan activity | shares received',
  CASH_MERGER: 'cash merger | cash merger adj',
  REDEMPTION: 'full redemption | full redemption adj',
  CASH_IN_LIEU: 'cash in lieu',
  ACTION: 'conversion | name change | mandatory reorg exc | rights',
};

const KINDS = new Map<string, SchwabKind>(
  (Object.entries(WORDS) as [SchwabKind, string][]).flatMap(([kind, words]) =>
    words.split('|').map((word): [string, SchwabKind] => [word.trim(), kind]),
  ),
);

/** The kind of an action; null where the word is not known. */
export function schwabKind(action: string): SchwabKind | null {
  return KINDS.get(action.trim().toLowerCase().replace(/\s+/g, ' ')) ?? null;
}
