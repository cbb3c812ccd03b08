import type { FormattedString } from '@grammyjs/parse-mode';
import { countsOfPrices, PRICE_STATES } from '../../charts/price-states.ts';
import type { CalendarsView } from '../../core/market/index.ts';
import type { ExcludedTransaction, RefusedValue, UnmatchedSale } from '../../core/portfolio/index.ts';
import type {
  BooksAudit,
  DataQuality,
  InstrumentReview,
  PriceQuality,
  RecordedDifferenceView,
} from '../../core/quality/index.ts';
import { bold, type Line, lines } from './lines.ts';
import { count, money, percent, quantity } from './numbers.ts';
import { ago, day, moment } from './times.ts';

const number = (value: number): string => value.toLocaleString('en-IN');
const joined = (...parts: (string | false | null)[]): string => parts.filter(Boolean).join(', ');

/**
 * Counts of everything that is known about the figures themselves.
 * @param freshnessLine of which session the prices are, in the words of the status
 */
export function healthLines(quality: DataQuality, freshnessLine: string, now: Date): Line[] {
  const { prices, instruments, ledger, fund_values, price_history, connections, audit } = quality;
  const placed =
    instruments.contradicted + instruments.ambiguous + instruments.proposed + instruments.unknown;
  return [
    bold('Prices'),
    freshnessLine,
    joined(`${number(prices.fresh)} ${PRICE_STATES.FRESH}`, ...countsOfPrices(prices)),
    prices.failing > 0 && `${count(prices.failing, 'holding')} failed at the last refresh.`,
    prices.last_attempt_at === null ? 'No refresh yet.' : `Last refresh ${ago(prices.last_attempt_at, now)}.`,
    fund_values.refused > 0 &&
      `${count(fund_values.refused, 'fund value')} more than 15% off ${fund_values.refused === 1 ? 'needs' : 'need'} your decision.`,
    '',
    bold('Instruments'),
    instruments.registry === 0
      ? 'No exchange list imported, so symbols cannot be checked.'
      : placed === 0
        ? 'All holdings are on the exchange’s lists.'
        : joined(
            instruments.contradicted > 0 &&
              `${number(instruments.contradicted)} with another company’s symbol`,
            instruments.ambiguous > 0 && `${number(instruments.ambiguous)} ambiguous`,
            instruments.proposed > 0 && `${number(instruments.proposed)} to confirm`,
            instruments.unknown > 0 && `${number(instruments.unknown)} not on the lists`,
          ),
    price_history.errors + price_history.warnings + price_history.unreadable_actions > 0 &&
      `Price history: ${joined(
        count(price_history.errors, 'error'),
        count(price_history.warnings, 'warning'),
        price_history.unreadable_actions > 0 &&
          `${count(price_history.unreadable_actions, 'unread announcement')}`,
      )}`,
    '',
    bold('Ledger'),
    ledger.left_out === 0
      ? 'Every transaction counts.'
      : `${count(ledger.left_out, 'transaction')} excluded.`,
    ledger.unmatched_symbols > 0 &&
      `${count(ledger.unmatched_symbols, 'symbol')} sold without a purchase. Add the purchase in the dashboard under Data quality, Opening positions.`,
    quality.corporate_actions.open > 0 &&
      `${count(quality.corporate_actions.open, 'corporate action')} to check: /actions`,
    '',
    bold('Audit'),
    audit.audited_at === null
      ? 'The books have not been audited yet: /health check'
      : `${joined(
          audit.findings > 0 && `${count(audit.findings, 'pair')} of figures that should agree and do not`,
          `${number(audit.agreed)} of ${count(audit.identities, 'identity', 'identities')} agree`,
          audit.not_compared > 0 && `${number(audit.not_compared)} not compared`,
        )} (${ago(audit.audited_at, now)}).`,
    ...(connections.length === 0
      ? []
      : [
          '',
          bold('Connections'),
          ...connections.map(
            ({ label, message, last_success_at }) =>
              `${label}: ${message ?? (last_success_at === null ? 'not synced yet.' : `synced ${ago(last_success_at, now)}.`)}`,
          ),
        ]),
  ];
}

/** Every identity with how it came out, what differs first. */
export function auditText({ audited_at, identities, findings }: BooksAudit, now: Date): FormattedString {
  if (audited_at === null)
    return lines(
      bold('Audit of your books'),
      'No audit yet. Munim makes one every evening. Press Check now.',
    );
  const agreeing = identities.filter(({ state }) => state === 'AGREES');
  const others = identities.filter(({ state }) => state === 'NOT_COMPARED' || state === null);
  return lines(
    bold(`Audit of your books, ${ago(audited_at, now)}`),
    findings.length === 0 ? 'No differences found.' : null,
    ...findings.flatMap(({ title, message }) => ['', `✗ ${title}`, message]),
    others.length > 0 ? '' : null,
    ...others.map(({ title, reason }) => `? ${title}: not compared. ${reason ?? 'No audit yet.'}`),
    agreeing.length > 0 ? '' : null,
    ...agreeing.map(({ title }) => `✓ ${title}`),
  );
}

/** One page of a list: its title with the place in it, and an entry of two lines for each row. */
function listed<T>(
  title: string,
  at: { page: number; page_size: number; total: number; items: readonly T[] },
  none: string,
  entry: (row: T) => Line[],
): FormattedString {
  if (at.total === 0) return lines(bold(title), none);
  const from = (at.page - 1) * at.page_size;
  const place =
    at.total > at.page_size ? `, ${from + 1} to ${from + at.items.length} of ${number(at.total)}` : '';
  return lines(bold(`${title}${place}`), ...at.items.flatMap((row) => ['', ...entry(row)]));
}

interface PageOf<T> {
  items: T[];
  page: number;
  page_size: number;
  total: number;
}

export function pricesText(page: PageOf<PriceQuality>, now: Date): FormattedString {
  return listed('Prices to check', page, 'Every price is up to date.', (row) => [
    `${row.symbol} (${row.portfolio}): ${
      row.price === null ? 'no price' : `${money(row.price, row.currency)}, ${ago(row.priced_at, now)}`
    }`,
    row.last_attempt === null
      ? 'Not refreshed yet.'
      : (row.last_attempt.message ?? 'The last refresh succeeded.'),
    row.last_attempt?.failing_since ? `No price since ${moment(row.last_attempt.failing_since)}` : null,
  ]);
}

export function instrumentsText(page: PageOf<InstrumentReview>): FormattedString {
  return listed('Instruments to check', page, 'All instruments are identified.', (row) => [
    `${row.symbol ?? row.word}${row.portfolios.length > 0 ? ` (${row.portfolios.join(', ')})` : ''}`,
    row.message,
    row.candidates.length === 0
      ? null
      : `Possible match: ${row.candidates.map(({ symbol, name }) => (name === null ? symbol : `${symbol}, ${name}`)).join('; ')}.`,
  ]);
}

export function excludedRowsText(page: PageOf<ExcludedTransaction>): FormattedString {
  return listed('Excluded transactions', page, 'Every transaction counts.', (row) => [
    `${day(row.date)}: ${row.type} ${quantity(row.quantity)} ${row.symbol}${row.price === null ? '' : ` at ${money(row.price, row.currency)}`} (${row.portfolio})`,
    `${row.reason.charAt(0).toUpperCase()}${row.reason.slice(1)}.`,
  ]);
}

export function unmatchedText(page: PageOf<UnmatchedSale>): FormattedString {
  return listed('Sales without a purchase', page, 'Every sale has a purchase.', (row) => [
    `${row.symbol} (${row.portfolio}): ${quantity(row.quantity)} more sold than bought`,
  ]);
}

/** How many recorded days differ from the recalculated values, and the newest of them. */
export function recordedLines(
  counts: DataQuality['recorded_values'],
  newest: readonly RecordedDifferenceView[],
): Line[] {
  if (counts === null || counts.differences === 0) return [];
  const { differing_days, compared_days } = counts;
  return [
    `${number(differing_days)} of ${count(compared_days, 'recorded day')} ${differing_days === 1 ? 'differs' : 'differ'} from the recalculated value: /health recorded`,
    ...newest.map((one) => `${daysOf(one)}: ${one.message}`),
  ];
}

const daysOf = ({ from, to }: Pick<RecordedDifferenceView, 'from' | 'to'>): string =>
  from === to ? day(from) : `${day(from)} to ${day(to)}`;

export function recordedValuesText(page: PageOf<RecordedDifferenceView>): FormattedString {
  return listed(
    'Recorded and recalculated values',
    page,
    'Recorded values agree with the recalculated ones.',
    ({ days, largest, currency, message, ...span }) => [
      days === 1 ? daysOf(span) : `${daysOf(span)} (${count(days, 'recorded day')})`,
      `Recorded ${money(largest.recorded, currency)}, recalculated ${money(largest.recalculated, currency)}${largest.pct === null ? '' : ` (${percent(largest.pct)})`}${days === 1 ? '' : ` on ${day(largest.day)}`}`,
      message,
    ],
  );
}

export function fundValuesText(page: PageOf<RefusedValue>): FormattedString {
  return listed('Rejected fund values', page, 'No rejected fund values.', (row) => [
    `${row.name ?? row.symbol} (${row.portfolio})`,
    `Kept ${money(row.kept_price, row.currency)}, rejected ${money(row.offered_price, row.currency)} of ${day(row.offered_as_of)} (${percent(row.change_pct)})`,
  ]);
}

/** How far the exchanges' calendars are known; the end of one is said where it is near. */
export function calendarLines({ items }: CalendarsView): string[] {
  return items.flatMap(({ exchange, trading_until, settlement_until, message, differences }) => [
    `${exchange}: sessions known until ${day(trading_until)}, settlement days until ${day(settlement_until)}.`,
    ...(message === null ? [] : [message]),
    ...differences,
  ]);
}
