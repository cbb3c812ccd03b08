import type { Slots } from '../slots.ts';
import type { WordTable } from './row.ts';

/** What is recorded, watched and told of. What changes something is only ever offered. */
export const RECORD_WORDS: WordTable = {
  undo: [
    {
      phrases: `
        undo | =undo that | =take back | take back | take back transaction | undo last |
        undo transaction | undo entry | undo trade | undo import | mistake | wrong entry |
        =that was wrong | remove last transaction | delete last transaction | remove last entry |
        delete last entry | oops`,
    },
  ],
  add_transaction: [
    {
      phrases: `
        add transaction | record transaction | add trade | record trade | new transaction | new trade |
        record dividend`,
    },
    {
      phrases: `
        buy | record buy | add purchase | record purchase | purchase {symbol} {number} | buy share |
        buy fund | buy some share | buy {symbol} | {number} buy {symbol} | buy share {symbol}`,
      args: (slots) => draft('BUY', slots),
    },
    {
      phrases: `
        sell | record sell | add sale | record sale | sell share | sell fund | sell {symbol} |
        {number} sell {symbol} | sell share {symbol} | exit {symbol} | redeem {symbol} | redeem`,
      args: (slots) => draft('SELL', slots),
    },
  ],
  remove_symbol: [
    {
      phrases:
        'remove {symbol} | remove {symbol} portfolio | remove holding {symbol} | remove stock {symbol}',
      args: (slots) => [slots.entity('symbol'), slots.entity('portfolio')],
    },
  ],
  actions: [
    {
      phrases: `
        corporate action | split bonus | bonus share | bonus | stock split | share split | splits |
        merger | demerger | rename | rights issue | buyback | face value change`,
    },
  ],
  watchlist: [
    {
      phrases: `
        watchlist | watch list | my watchlist | =what am i watching | watched stock | watching stocks |
        watchlist price`,
    },
  ],
  watchlist_add: [
    {
      phrases: `
        watch {symbol} | add {symbol} watchlist | add {symbol} watch list | track {symbol} |
        keep eye {symbol} | put {symbol} watchlist | {unheld} watchlist`,
      args: (slots) => [slots.entity('symbol')],
    },
  ],
  watchlist_remove: [
    {
      phrases: `
        remove {symbol} watchlist | remove {symbol} watch list | stop watch {symbol} | unwatch {symbol} |
        take {symbol} watchlist off`,
      args: (slots) => [slots.entity('symbol')],
    },
  ],
  alerts: [
    {
      phrases: 'alert | my alerts | alert set | price alert | alert list | active alert | alert have',
    },
  ],
  alert: [
    {
      phrases: `
        alert {symbol} above {number} | tell {symbol} above {number} | {symbol} above {number} |
        alert {symbol} cross {number} | {symbol} cross {number} | alert {symbol} rise {number} |
        alert {symbol} reach {number} | {symbol} hit {number} | alert {symbol} hit {number} |
        alert {symbol} touch {number} | alert {symbol} {number} | alert {symbol} go above {number}`,
      args: (slots) => level('above', slots),
    },
    {
      phrases: `
        alert {symbol} below {number} | alert {symbol} fall below {number} | {symbol} below {number} |
        {symbol} fall below {number} | alert {symbol} fall {number} | alert {symbol} go below {number} |
        alert {symbol} under {number}`,
      args: (slots) => level('below', slots),
    },
    {
      phrases: 'alert {symbol} moves {number} | alert {symbol} change {number}',
      args: (slots) => level('move', slots),
    },
  ],
  delete_alert: [
    {
      phrases: 'remove alert | remove alert {number} | cancel alert | cancel alert {number}',
      args: (slots) => [slots.amount()],
    },
  ],
};

/** Units come first, unless the figure is called money. */
function draft(type: 'BUY' | 'SELL', slots: Slots): (string | null)[] {
  const symbol = slots.entity('symbol');
  if (symbol === null) return [type];
  const quantity = slots.amount(({ is }) => is === 'units') ?? slots.amount(({ is }) => is === 'number');
  if (quantity === null) return [type, symbol];
  const price = slots.amount(({ is }) => is === 'money' || is === 'number');
  return [type, symbol, quantity, price];
}

function level(kind: 'above' | 'below' | 'move', slots: Slots): (string | null)[] | null {
  const symbol = slots.entity('symbol');
  const figure = slots.amount(({ is }) => kind === 'move' || is !== 'percent');
  return symbol === null || figure === null ? null : [symbol, kind, figure];
}
