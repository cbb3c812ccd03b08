/** The weekly letter as text: the same words in chat, notifications and dashboard. Browser-safe. */
import type { LetterMover, LetterView, MovementRecord } from '../core/reports/index.ts';
import { AFTER_TAX, BEFORE_TAX } from './basis-words.ts';
import { companyName, nameOrSymbol } from './company-name.ts';
import { coverageText } from './coverage-text.ts';
import { priceAgeSentence } from './figure-limits.ts';
import { day, isKnown, money, percent } from './format.ts';

interface LetterSection {
  /** Null for the sentences at the top. */
  heading: string | null;
  lines: string[];
}

/** Most upcoming dates in the text. */
const MOST_DUE = 8;
const TITLES: Readonly<Record<LetterView['due']['items'][number]['type'], string>> = {
  DIVIDEND: 'dividend of',
  DISTRIBUTION: 'distribution of',
  COUPON: 'coupon of',
  PRINCIPAL: 'repayment of',
  SIP: 'SIP instalment of',
  GOAL: 'target date of the goal',
};
/** Chat commands for the tasks. Imported rows can only be corrected in the dashboard. */
const WHERE: Readonly<Record<NonNullable<LetterView['todo']>['key'], string>> = {
  trading_login: 'Send /sync_connection to log in.',
  held_orders: 'Send /policies to decide.',
  plans: 'Send /policies to review.',
  absent_orders: 'Send /settle to say what happened.',
  broker_differences: 'Send /settle to settle them.',
  actions: 'Send /actions to decide.',
  broker_changes: 'Send /broker_changes to decide.',
  prices: 'Send /health prices to see which.',
  rows: 'Correct them under Import in the dashboard.',
  trade_names: 'Send /list_connections to decide.',
  sync: 'Send /list_connections to connect again.',
  audit: 'Send /health audit to compare them.',
  unmatched: 'Send /health sales to see which.',
  excluded: 'Send /health rows to see why.',
  failing: 'Send /health prices to see why.',
  fund_values: 'Send /health funds to decide.',
  instruments: 'Send /health instruments to check.',
  calendar: 'Send /health to see the calendars.',
};

export const letterTitle = ({ to }: Pick<LetterView, 'to'>): string => `Your week to ${day(to)}`;

/** The letter in sections: three sentences, movers, due dates, decisions, and notes if any. */
export function letterSections(letter: LetterView): LetterSection[] {
  const { due, movers, todo, todos_count } = letter;
  const [first] = movers;
  const isNamed = todo?.key === 'actions';
  const notes = [priceAgeSentence(letter.value), isNamed ? null : letter.provisional_reason].filter(
    (note) => note !== null,
  );
  return [
    { heading: null, lines: [valueSentence(letter), moneySentence(letter), indexSentence(letter)] },
    {
      heading: `What moved, ${first === undefined ? span(letter) : span(first)}`,
      lines: [...movers.map((one) => moverLine(one, letter)), ...unmeasuredLine(letter)],
    },
    { heading: `What is due, ${span(due)}`, lines: dueLines(letter) },
    {
      heading: 'One thing to decide',
      lines: [
        todo === null
          ? 'Nothing waits for you.'
          : `${todo.text}${isNamed ? ' Until then this may change.' : ''}${todos_count > 1 ? ` ${counted(todos_count - 1, 'more thing')} ${todos_count === 2 ? 'waits' : 'wait'} after it.` : ''}`,
      ],
    },
    ...(notes.length === 0 ? [] : [{ heading: 'Note', lines: notes }]),
  ];
}

/** The same as one text for a chat, with where to decide. */
export function letterBody(letter: LetterView): string {
  const where = letter.todo === null ? [] : [WHERE[letter.todo.key]];
  return letterSections(letter)
    .map(({ heading, lines }) => {
      const all = heading === 'One thing to decide' ? [...lines, ...where] : lines;
      return [...(heading === null ? [] : [heading]), ...all].join('\n');
    })
    .join('\n\n');
}

function valueSentence(letter: LetterView): string {
  const { currency, holdings_count: all, value, week } = letter;
  const held = `your ${counted(all, 'holding')}`;
  const missing = all - value.valued_count;
  const excluded = missing > 0 ? `, without ${missing} that ${missing === 1 ? 'has' : 'have'} no value` : '';
  const part = week.coverage === null ? '' : ` (${coverageText(week.coverage)})`;
  const change =
    !isKnown(week.gain) || !isKnown(week.return_pct)
      ? null
      : `they ${madeWords(week.gain, currency)} (${percent(week.return_pct, { plus: true })}) from ${span(week)}, not counting money put in or taken out${part}.`;
  const why = `How the week to ${day(letter.to)} went is unknown: ${week.reasons.return_pct ?? 'no value is recorded.'}`;
  if (!isKnown(value.amount))
    return `The value of ${held} is unknown on ${day(letter.calculated_at)}. ${value.reason ?? ''} ${change === null ? why : capital(change)}`;
  // Of several sessions the newest is named as such; a note names the oldest where it is old.
  const upTo = value.prices_from === value.prices_to ? 'of' : 'up to';
  const priced = value.prices_to === null ? 'of an unknown day' : `${upTo} ${day(value.prices_to)}`;
  const worth = `${capital(held)} ${all === 1 ? 'is' : 'are'} worth ${rupees(value.amount, currency)} at prices ${priced}${excluded}`;
  return change === null ? `${worth}. ${why}` : `${worth}; ${change}`;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const madeWords = (gain: number, currency: string): string => {
  const shown = rupees(Math.abs(gain), currency);
  return !/[1-9]/.test(shown) ? 'hardly moved' : `${gain > 0 ? 'gained' : 'lost'} ${shown}`;
};

function moneySentence({ currency, to, week }: LetterView): string {
  const { dividends, net_flow } = week;
  if (!isKnown(dividends) || !isKnown(net_flow))
    return `What came in and went out in the week to ${day(to)} is unknown, as the value at its start is.`;
  const isShown = (amount: number): boolean => /[1-9]/.test(rupees(amount, currency));
  const received = isShown(dividends)
    ? `you received ${rupees(dividends, currency)} in dividends ${AFTER_TAX}`
    : 'you received no dividends';
  const moved = !isShown(net_flow)
    ? 'put in no new money'
    : net_flow > 0
      ? `put in ${rupees(net_flow, currency)} more than you took out`
      : `took out ${rupees(-net_flow, currency)} more than you put in`;
  return `In those days, up to ${day(week.to)}, ${received} and ${moved}.`;
}

function indexSentence({ benchmark, to, week, year }: LetterView): string {
  const past = yearWords(year, benchmark);
  if (isKnown(week.return_pct) && isKnown(week.benchmark_return_pct)) {
    const ahead = week.return_pct - week.benchmark_return_pct;
    const points = Math.abs(ahead).toFixed(2);
    const place =
      points === '0.00'
        ? 'as you did'
        : `so you were ${points} points ${ahead > 0 ? 'ahead of' : 'behind'} it`;
    const made = `The same money in ${benchmark} would have made ${percent(week.benchmark_return_pct, { plus: true })} up to ${day(week.to)}, ${place}`;
    return past === null ? `${made}.` : `${made}; ${past}.`;
  }
  const why = week.reasons.benchmark_return_pct ?? week.reasons.return_pct ?? 'no close is recorded.';
  const isSaid = !isKnown(week.return_pct) && why === week.reasons.return_pct;
  if (isSaid)
    return `${past === null ? '' : `${capital(past)}. `}The week cannot be compared with ${benchmark} for the same reason.`;
  if (past === null) return `How the week to ${day(to)} compares with ${benchmark} is unknown: ${why}`;
  return `${capital(past)}. The week to ${day(to)} cannot be compared: ${why}`;
}

/** The year in words; null where the own return is unknown. */
function yearWords(
  { to, return_pct, benchmark_return_pct }: LetterView['year'],
  benchmark: string,
): string | null {
  if (!isKnown(return_pct)) return null;
  const index = isKnown(benchmark_return_pct)
    ? `, and ${benchmark} ${percent(benchmark_return_pct, { plus: true })}`
    : '';
  return `over the year to ${day(to)} you made ${percent(return_pct, { plus: true })}${index}`;
}

function moverLine(one: LetterMover, { currency, movers }: LetterView): string {
  const { portfolio, change, change_pct } = one;
  const [first] = movers;
  const days = one.from === first?.from && one.to === first.to ? '' : ` from ${span(one)}`;
  const way = change_pct > 0 ? 'rose' : 'fell';
  const price = /[1-9]/.test(percent(change_pct))
    ? `${way} ${percent(Math.abs(change_pct))}`
    : 'kept its price';
  const effect =
    change === null ? '' : `, ${money(change, currency, { digits: 0, plus: true })} on what you hold`;
  const why =
    one.records.length === 0
      ? 'no recorded reason'
      : one.records.map((record) => recordWords(record, one)).join('; ');
  const name = portfolio === null ? nameOrSymbol(one) : `${nameOrSymbol(one)} in ${portfolio}`;
  return `${name} ${price}${days}${effect}: ${why}.${one.change_reason === null ? '' : ` ${one.change_reason}`}`;
}

/** An event as words, with its day. */
function recordWords(record: MovementRecord, { currency }: LetterMover): string {
  const { kind, amount, new_shares, old_shares, change_pct } = record;
  const on = `on ${day(record.on)}`;
  const each = amount === null ? '' : `, ${money(amount, currency)} a share`;
  const ratio =
    new_shares === null || old_shares === null
      ? ''
      : `, ${new_shares} ${new_shares === 1 ? 'share' : 'shares'} for ${old_shares} (the change is adjusted for it)`;
  if (kind === 'EXCHANGE_RATE')
    return `${currency} ${(change_pct ?? 0) > 0 ? 'rose' : 'fell'} ${percent(Math.abs(change_pct ?? 0))} by ${day(record.on)}`;
  return `${RECORDS[kind]} ${on}${each}${ratio}`;
}

const RECORDS: Readonly<Record<Exclude<MovementRecord['kind'], 'EXCHANGE_RATE'>, string>> = {
  SPLIT: 'split',
  CONSOLIDATION: 'consolidation of shares',
  BONUS: 'bonus issue',
  RIGHTS: 'rights issue',
  DEMERGER: 'demerger',
  SCHEME: 'scheme of arrangement',
  CAPITAL_REDUCTION: 'capital reduction',
  DIVIDEND: 'ex-dividend',
  DISTRIBUTION: 'ex-distribution',
  INTEREST: 'ex-interest',
  REDEMPTION: 'redemption',
  BUYBACK: 'buyback',
  MEETING: 'shareholders’ meeting',
};

function unmeasuredLine({ movers, unmeasured_count: count }: LetterView): string[] {
  if (count > 0)
    return [
      `${counted(count, 'holding')} ${count === 1 ? 'has' : 'have'} no prices at both ends of the week.`,
    ];
  return movers.length === 0 ? ['No holding changed its price.'] : [];
}

function dueLines({ due: { items } }: LetterView): string[] {
  if (items.length === 0) return ['Nothing is due.'];
  const shown = items.slice(0, MOST_DUE).map((one) => {
    const { amount, currency, confidence, source, type } = one;
    const name = one.symbol === null ? one.name : companyName(one.name);
    const sum = amount === null ? '' : `, ${rupees(amount, currency)}`;
    const isExpected = confidence === 'INFERRED' || one.status === 'FORECAST';
    const basis =
      source === 'INCOME' && one.status !== 'PAID' && amount !== null
        ? ` ${BEFORE_TAX}`
        : type === 'GOAL'
          ? ' in today’s money'
          : '';
    return `${day(one.date)}: ${TITLES[type]} ${name}${sum}${basis}${isExpected ? ' (expected)' : ''}`;
  });
  const more = items.length - shown.length;
  return more > 0 ? [...shown, `${more} more are in the calendar.`] : shown;
}

/** `20 to 27 Nov 2026`, `28 Nov to 4 Dec 2026`. */
function span({ from, to }: { from: string | null; to: string | null }): string {
  const [first, last] = [day(from), day(to)];
  const [one, other] = [first.split(' '), last.split(' ')];
  if (one[2] !== other[2]) return `${first} to ${last}`;
  return `${one[1] === other[1] ? one[0] : `${one[0]} ${one[1]}`} to ${last}`;
}

const rupees = (amount: number, currency: string): string => money(amount, currency, { digits: 0 });

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-IN')} ${noun}${count === 1 ? '' : 's'}`;
