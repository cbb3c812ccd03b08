import type { SettledView, TradebookView } from '../../../core/options/index.ts';
import { bold, type Line, lines } from '../lines.ts';
import { change, changeCell, count, money } from '../numbers.ts';
import { type Column, table } from '../table.ts';
import { day } from '../times.ts';

const TRADES_SHOWN = 6;
const ISSUES_SHOWN = 4;
const EXPIRIES_SHOWN = 4;

const COLUMNS: Column[] = [
  { title: 'Expiry', max: 8, isWhole: true },
  { title: 'Contract', max: 10 },
  { title: 'Net', align: 'right' },
];

/** `13 Jan 26` without its year's century, so that three columns fit a phone. */
const shortDay = (date: string): string => day(date).replace(/ \d{4}$/, '');

/** What a tradebook holds, before it is imported or after. */
export function tradebookText(name: string, view: TradebookView): ReturnType<typeof lines> {
  return lines(
    bold(view.is_imported ? importedWords(view) : name),
    view.is_imported ? name : `${view.title}, ${count(view.rows, 'row')}`,
    view.from === null ? null : `${day(view.from)} to ${day(view.to)}`,
    [
      `${count(view.fills.new, 'new fill')}`,
      view.fills.known > 0 ? `${view.fills.known.toLocaleString('en-IN')} imported before` : null,
    ]
      .filter((part) => part !== null)
      .join(', '),
    ...tradeLines(view),
    ...issueLines(view),
    ...unsettledLines(view),
  );
}

const importedWords = ({ fills }: TradebookView): string =>
  fills.new === 0 ? 'Nothing new in this tradebook' : 'Tradebook imported';

function tradeLines(view: TradebookView): Line[] {
  const { trades, newest_trades, gross, costs, net } = view;
  if (trades.closed + trades.open + trades.unknown === 0) return [];
  const parts = [
    `${count(trades.closed, 'closed trade')}`,
    trades.open > 0 ? `${trades.open.toLocaleString('en-IN')} open` : null,
    trades.unknown > 0 ? `${trades.unknown.toLocaleString('en-IN')} expired with an unknown result` : null,
  ];
  return [
    parts.filter((part) => part !== null).join(', '),
    gross === null || net === null
      ? null
      : `Gross ${change(gross)}, costs ${money(costs)}, net ${change(net)}`,
    view.realised_in_open === null || view.realised_in_open === 0
      ? null
      : `Open trades have realised ${change(view.realised_in_open)} so far. It counts once they are closed.`,
    view.replaced > 0
      ? `${count(view.replaced, 'trade')} of earlier files turned out to be others, and ${view.replaced === 1 ? 'was' : 'were'} replaced.`
      : null,
    table(
      COLUMNS,
      newest_trades
        .slice(0, TRADES_SHOWN)
        .map((trade) => [
          shortDay(trade.expiry),
          trade.underlying,
          trade.state === 'OPEN'
            ? 'open'
            : trade.net === null
              ? 'unknown'
              : { ...changeCell(trade.net), full: change(trade.net).replace('₹', '') },
        ]),
    ),
    newest_trades.length > TRADES_SHOWN ? `The newest ${TRADES_SHOWN} are shown.` : null,
  ];
}

function issueLines({ issues, issue_count, excluded, refused }: TradebookView): Line[] {
  const more = issue_count - Math.min(issue_count, ISSUES_SHOWN);
  return [
    issue_count > 0 ? '' : null,
    issue_count > 0 ? 'Problems' : null,
    ...issues.slice(0, ISSUES_SHOWN).map(({ row, message }) => `Row ${row}: ${message}`),
    more > 0 ? `and ${more.toLocaleString('en-IN')} more` : null,
    ...excluded.slice(0, ISSUES_SHOWN).map(({ reason, rows }) => `${count(rows, 'row')} left out: ${reason}`),
    ...refused.slice(0, ISSUES_SHOWN).map(({ tag, message }) => `${tag ?? 'A trade'}: ${message}`),
  ];
}

function unsettledLines({ unsettled }: TradebookView): Line[] {
  const [first] = unsettled;
  if (first === undefined) return [];
  const more = unsettled.length - EXPIRIES_SHOWN;
  return [
    '',
    'Expired without a closing fill; the result is unknown until you enter the settlement price:',
    ...unsettled
      .slice(0, EXPIRIES_SHOWN)
      .map(({ underlying, expiry }) => `/settlement ${underlying} ${expiry} PRICE`),
    more > 0 ? `and ${more.toLocaleString('en-IN')} more` : null,
  ];
}

/** What the trades of an expiry came to once its settlement was known. */
export function settledText({ underlying, expiry, price, trades }: SettledView): ReturnType<typeof lines> {
  const known = trades.filter(({ net }) => net !== null);
  const net = known.reduce((sum, trade) => sum + (trade.net ?? 0), 0);
  const rest = trades.length - known.length;
  return lines(
    bold('Settled'),
    `${underlying} at ${money(price)} on ${day(expiry)}`,
    trades.length === 0
      ? 'No contracts were open at that expiry.'
      : `${count(known.length, 'trade')} with a result: net ${change(known.length === 0 ? null : net)}`,
    rest > 0 ? `${count(rest, 'trade')} without one, since another part is unknown or open.` : null,
  );
}
