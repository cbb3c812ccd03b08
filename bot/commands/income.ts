import { descriptionOf } from '../../core/chat/index.ts';
import { istDate } from '../../core/platform/index.ts';
import { button, pageOf, pager, refresh, rows, type ChatReply } from '../chat-reply.ts';
import { type Argument, optional, WrongArgument } from '../arguments.ts';
import { instrument } from '../instrument-argument.ts';
import { command, type Call, type Command } from '../command.ts';
import {
  bondsText,
  incomeListText,
  type IncomeSubject,
  incomeText,
  noBonds,
  noIncome,
  noIncomeOf,
} from '../text/income.ts';

const A_PAGE = 10;
const NEXT = 5;
const BONDS_A_PAGE = 6;

/** A calendar year. */
const calendarYear: Argument<number> = {
  placeholder: 'year',
  optional: false,
  rest: false,
  question: 'Which year?',
  fits: (word) => (/^\d{1,4}$/.test(word) ? 'known' : 'no'),
  parse(word) {
    if (/^(19|20|21)\d\d$/.test(word)) return Number(word);
    throw new WrongArgument(`"${word}" is not a year. Send one such as 2026.`);
  },
};

const dividends = command({
  ...descriptionOf('dividends'),
  arguments: { year: optional(calendarYear), symbol: optional(instrument()) },
  async run(call, { year, symbol }): Promise<ChatReply> {
    return year === null && symbol === null ? await overview(call) : await list(call, { year, symbol });
  },
});

async function overview(call: Call): Promise<ChatReply> {
  const { income, reports, clock } = call.core;
  const { userId } = call.who;
  const today = istDate(clock.now());
  const summary = await income.summary(userId, {});
  if (summary.by_currency.length === 0) return { text: noIncome(summary), buttons: [[refresh('dividends')]] };
  const next = await income.events(userId, {
    status: 'EXPECTED',
    from: today,
    order: 'asc',
    page_size: NEXT,
  });
  const outlook = {
    yields: await reports.dividendYield.read(userId, {}),
    projection: await reports.incomeProjection.read(userId, {}),
  };
  const years = summary.years
    .slice(0, 6)
    .map((year) => button(String(year), { do: 'run', command: 'dividends', args: [String(year)] }));
  return {
    text: incomeText(summary, next.items, Number(today.slice(0, 4)), outlook),
    buttons: [
      ...rows(years, 3),
      [button('Bonds', { do: 'run', command: 'bonds', args: [] }), refresh('dividends')],
    ],
  };
}

async function list(call: Call, { year, symbol }: IncomeSubject): Promise<ChatReply> {
  const { income } = call.core;
  const filter = { year: year ?? undefined, symbol: symbol ?? undefined };
  const given = [year, symbol].flatMap((one) => (one === null ? [] : [String(one)]));
  const wanted = { ...filter, page: call.page + 1, page_size: A_PAGE };
  const [summary, events] = await Promise.all([
    income.summary(call.who.userId, filter),
    income.events(call.who.userId, wanted),
  ]);
  const all = button('All income', { do: 'run', command: 'dividends', args: [] });
  if (events.total === 0) return { text: noIncomeOf({ year, symbol }), buttons: [[all]] };
  const pages = Math.ceil(events.total / A_PAGE);
  return {
    text: incomeListText(given.toReversed().join(', '), summary, events.items, {
      from: call.page * A_PAGE,
      total: events.total,
    }),
    buttons: [
      pager('dividends', given, { page: call.page, pages }),
      [all, refresh('dividends', given, call.page)],
    ].filter((row) => row.length > 0),
  };
}

const bonds = command({
  ...descriptionOf('bonds'),
  arguments: {},
  async run(call): Promise<ChatReply> {
    const all = await call.core.income.bonds(call.who.userId);
    if (all.length === 0) return { text: noBonds() };
    const at = pageOf(all, call.page, BONDS_A_PAGE);
    return {
      text: bondsText(at.shown, { from: at.from, total: all.length }),
      buttons: [
        [
          ...pager('bonds', [], at),
          button('All income', { do: 'run', command: 'dividends', args: [] }),
          refresh('bonds', [], at.page),
        ],
      ],
    };
  },
});

/** Dividends and bonds (spec: Chat-messaging commands). */
export const incomeCommands: readonly Command[] = [dividends, bonds];
