import type { BackupsView } from '../../core/backups/index.ts';
import { descriptionOf } from '../../core/chat/index.ts';
import type { FormattedString } from '@grammyjs/parse-mode';
import type { AliasDecision } from '../../core/market/instruments/index.ts';
import { Problem } from '../../core/platform/index.ts';
import type { InstrumentReview } from '../../core/quality/index.ts';
import { choice, optional } from '../arguments.ts';
import { type ChatReply, type Button, button, pager, refresh, rows } from '../chat-reply.ts';
import { type Call, command, type Confirmation } from '../command.ts';
import {
  auditText,
  calendarLines,
  fundValuesText,
  healthLines,
  instrumentsText,
  excludedRowsText,
  pricesText,
  recordedLines,
  recordedValuesText,
  unmatchedText,
} from '../text/health.ts';
import { unreconciled } from '../text/holdings.ts';
import { bold, lines } from '../text/lines.ts';
import { count, money } from '../text/numbers.ts';
import { isEmpty, nothingYet } from '../text/empty-books.ts';
import { freshness } from '../text/freshness.ts';
import { moment } from '../text/times.ts';
import { signed } from './signed.ts';

const LISTS = ['prices', 'instruments', 'rows', 'sales', 'funds', 'audit', 'recorded'] as const;
/** `check` audits the books now and shows the result. */
const CHOICES = [...LISTS, 'check'] as const;
type List = (typeof LISTS)[number];

const LABELS: Record<List, string> = {
  prices: 'Prices',
  instruments: 'Instruments',
  rows: 'Excluded',
  sales: 'Sales without purchase',
  funds: 'Fund values',
  audit: 'Audit',
  recorded: 'Recorded values',
};
const A_PAGE = 8;
/** Recorded values that differ, on the card of all counts. */
const NEWEST = 2;

/** Warnings that the lines of prices and calendars show already. */
const SHOWN = new Set(['VALUATION_STALE', 'CALENDAR_ENDED']);
const isNote = ({ code }: { code: string }): boolean => !SHOWN.has(code);

/** How far the figures can be trusted: counts first, each list by its name. */
export const health = command({
  ...descriptionOf('health'),
  arguments: { list: optional(choice(CHOICES)) },
  async run(call, { list }): Promise<ChatReply> {
    const { userId } = call.who;
    const view = await call.core.portfolio.dashboard.read(userId);
    if (isEmpty(view)) return { text: nothingYet() };
    if (list === 'check' || list === 'audit') return await auditAnswer(call, list === 'check');
    if (list !== null) return await listAnswer(call, list);
    const [quality, holdings, failures, calendars, backups] = await Promise.all([
      call.core.quality.read(userId),
      call.core.portfolio.holdings.all(userId),
      call.core.notifications.recentFailures(userId),
      call.core.holidays.read(),
      backupsOf(call),
    ]);
    const open = unreconciled(holdings);
    const recorded = quality.recorded_values;
    const newest =
      (recorded?.differences ?? 0) === 0
        ? []
        : (await call.core.quality.recordedDifferences(userId, { page_size: NEWEST })).items;
    const last = view.recent_snapshots.at(-1);
    const { prices, instruments, ledger, fund_values } = quality;
    const behind: Record<List, number> = {
      prices: prices.failing + prices.stale + prices.unavailable,
      instruments:
        instruments.contradicted + instruments.ambiguous + instruments.proposed + instruments.unknown,
      rows: ledger.left_out,
      sales: ledger.unmatched_symbols,
      funds: fund_values.refused,
      audit: quality.audit.findings + quality.audit.not_compared,
      recorded: recorded?.differences ?? 0,
    };
    const lists = LISTS.filter((one) => behind[one] > 0).map((one) =>
      button(LABELS[one], { do: 'run', command: 'health', args: [one] }),
    );
    return {
      text: lines(
        healthLines(quality, freshness(view, call.core.clock.now()), call.core.clock.now()),
        '',
        bold('Holdings'),
        ...(open.length === 0 ? ['Every holding agrees with its transactions.'] : open),
        '',
        bold('Calendars'),
        ...calendarLines(calendars),
        '',
        bold('Records'),
        last === undefined
          ? 'No hourly value has been recorded yet.'
          : `Last hourly value: ${moment(last.recorded_at)}${last.source === 'FROM_CLOSES' ? ' (from closes, not measured)' : ''}`,
        ...recordedLines(recorded, newest),
        failures.length === 0
          ? 'Every message of the last 7 days was delivered.'
          : `${count(failures.length, 'message')} could not be delivered in the last 7 days; the latest: ${failures[0]?.title ?? ''}`,
        ...view.warnings.filter(isNote).map(({ message }) => `Note: ${message}`),
        ...(backups === null ? [] : ['', bold('Backups'), ...backups.lines.map(({ text }) => text)]),
      ),
      buttons: [...rows(lists, 2), [refresh('health')]],
    };
  },
});

/** Backups hold the books of everybody, so the owner of the installation alone hears of them; null for others. */
async function backupsOf({ core, who }: Call): Promise<BackupsView | null> {
  try {
    return await core.backups.overview(who.userId);
  } catch (error) {
    if (error instanceof Problem && error.code === 'OWNER_ONLY') return null;
    throw error;
  }
}

/** The last audit of the books, or one made now. */
async function auditAnswer({ core, who }: Call, isNew: boolean): Promise<ChatReply> {
  const { audit } = core.quality;
  const view = isNew ? await audit.run(who.userId) : await audit.read(who.userId);
  const run = (label: string, ...args: string[]) => button(label, { do: 'run', command: 'health', args });
  return {
    text: auditText(view, core.clock.now()),
    buttons: [[run('Check now', 'check'), run('All counts')]],
  };
}

async function listAnswer(call: Call, list: Exclude<List, 'audit'>): Promise<ChatReply> {
  const { quality, clock } = call.core;
  const { userId } = call.who;
  const query = { page: call.page + 1, page_size: A_PAGE };
  const answer = (text: FormattedString, total: number, more: ChatReply['buttons'] = []): ChatReply => ({
    text,
    buttons: [
      ...more,
      pager('health', [list], { page: call.page, pages: Math.max(1, Math.ceil(total / A_PAGE)) }),
      [button('All counts', { do: 'run', command: 'health', args: [] })],
    ].filter((row) => row.length > 0),
  });
  switch (list) {
    case 'prices': {
      const page = await quality.prices(userId, { ...query, filter: 'attention' });
      return answer(pricesText(page, clock.now()), page.total);
    }
    case 'instruments': {
      const page = await quality.instruments(userId, query);
      return answer(
        instrumentsText(page),
        page.total,
        call.who.role === 'owner' ? page.items.flatMap(decisions) : [],
      );
    }
    case 'rows': {
      const page = await quality.leftOut(userId, query);
      return answer(excludedRowsText(page), page.total);
    }
    case 'sales': {
      const page = await quality.unmatched(userId, query);
      return answer(unmatchedText(page), page.total);
    }
    case 'recorded': {
      const page = await quality.recordedDifferences(userId, query);
      return answer(recordedValuesText(page), page.total, [
        [button('Transactions', { do: 'run', command: 'transactions', args: [] })],
      ]);
    }
    case 'funds': {
      const page = await quality.fundValues(userId, query);
      const accept =
        call.who.role === 'owner'
          ? page.items.map(({ holding_id, symbol, offered_price: price, currency }) => [
              button(`Accept ${money(price, currency)} for ${symbol}`, {
                do: 'confirm',
                name: 'accept_value',
                payload: { holding_id, price },
              }),
            ])
          : [];
      return answer(fundValuesText(page), page.total, accept);
    }
  }
}

/** What may be said about a word; what was only found by likeness needs no refusal, since nothing follows it. */
function decisions({ kind, word, candidates }: InstrumentReview): Button[][] {
  return candidates.map(({ instrument_id, symbol }) => {
    const say = (label: string, status: AliasDecision['status']) =>
      button(label, { do: 'confirm', name: 'decide_word', payload: { word, instrument_id, status } });
    const refusable = kind === 'PROPOSED' || kind === 'AMBIGUOUS';
    return [say(`${word} is ${symbol}`, 'CONFIRMED'), ...(refusable ? [say('Not a match', 'REJECTED')] : [])];
  });
}

/** Says that a word means an instrument, or that it does not. */
export const decideAlias: Confirmation = {
  name: 'decide_word',
  async run(call, payload): Promise<ChatReply> {
    const word = String(payload['word']);
    const status = payload['status'] === 'CONFIRMED' ? 'CONFIRMED' : 'REJECTED';
    const { symbol, name } = await call.core.quality.decide(
      call.who.userId,
      { word, instrument_id: String(payload['instrument_id']), status },
      call.actor,
    );
    const called = name === null ? symbol : `${symbol}, ${name}`;
    const told =
      status === 'CONFIRMED' ? `${word} now means ${called}.` : `${word} will not be matched to ${called}.`;
    return { text: lines(told, signed(call)) };
  },
};

/** Takes a refused fund value after all. */
export const acceptValue: Confirmation = {
  name: 'accept_value',
  async run(call, payload): Promise<ChatReply> {
    const { symbol, price, currency } = await call.core.quality.acceptValue(
      call.who.userId,
      String(payload['holding_id']),
      { price: Number(payload['price']) },
      call.actor,
    );
    return { text: lines(`${symbol} is now valued at ${money(price, currency)}.`, signed(call)) };
  },
};
