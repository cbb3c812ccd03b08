import type { Amount } from '../amounts.ts';
import { asPastDay } from '../periods.ts';
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
  imports: [
    {
      phrases: `
        imports | imported file | list import | past import | import history | show import | my import |
        which file import | file import`,
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
    // Who writes how many says that they have them: without a figure it is the watchlist's.
    {
      phrases: 'add {symbol} {number} | add {symbol} {number} portfolio | add {symbol} {number} {portfolio}',
      args: (slots) => counted('BUY', slots),
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
  price_interval: [
    {
      phrases:
        'price interval | interval of hand price | interval manual price | how long entered price count',
    },
  ],
  broker_changes: [
    {
      phrases:
        'change by broker | broker change | broker changed trade | what did my broker change | trade vanished at broker',
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

/**
 * What of a transaction the question says, in the order of the command; what comes behind a gap is asked for. A figure that
 * is said to be of one unit is the price, and what all of it came to is neither price nor quantity.
 */
function draft(type: 'BUY' | 'SELL', slots: Slots): (string | null)[] | null {
  // Who asks whether to trade has not traded.
  if (slots.says('should') || slots.says('if') || slots.says('can', 'i')) return null;
  const symbol = slots.entity('symbol');
  if (symbol === null) return [type];
  const isCount = ({ isEach, isTotal }: Amount) => !isEach && !isTotal;
  const quantity =
    slots.amount((one) => one.is === 'units' && isCount(one)) ??
    slots.amount((one) => one.is === 'number' && isCount(one));
  if (quantity === null || Number(quantity) === 0) return [type, symbol];
  const isMoney = ({ is, isTotal }: Amount) => !isTotal && (is === 'money' || is === 'number');
  const price = slots.amount((one) => one.isEach && isMoney(one)) ?? slots.amount(isMoney);
  const date = slots.period(asPastDay);
  return [type, symbol, quantity, price, date, date === null ? null : slots.entity('portfolio')];
}

/** The same where a quantity is said; else the words ask for something else. */
function counted(type: 'BUY' | 'SELL', slots: Slots): (string | null)[] | null {
  const said = draft(type, slots);
  return (said?.[2] ?? null) === null ? null : said;
}

function level(kind: 'above' | 'below' | 'move', slots: Slots): (string | null)[] | null {
  const symbol = slots.entity('symbol');
  const figure = slots.amount(({ is }) => kind === 'move' || is !== 'percent');
  return symbol === null || figure === null ? null : [symbol, kind, figure];
}
