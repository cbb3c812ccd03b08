import { descriptionOf } from '../../../core/chat/index.ts';
import { charts, type FunnelPart } from '../../../charts/index.ts';
import type { FunnelView } from '../../../core/options/index.ts';
import { addDays, istDate } from '../../../core/platform/index.ts';
import { optional } from '../../arguments.ts';
import { type ChatReply, refresh } from '../../chat-reply.ts';
import { type Call, command, type Command } from '../../command.ts';
import { strategyChoice } from '../../strategy-arguments.ts';
import { MODE_WORDS } from '../../text/options/modes.ts';
import {
  daysText,
  dayText,
  noStrategyText,
  noTradesText,
  type ShownMode,
  strategiesText,
  strategyText,
} from '../../text/options/results.ts';
import { modeArgument, modeNamed, shownMode } from './shown-mode.ts';

/** Higher than wide pictures are: the funnel stands under the line. */
const DAY_HEIGHT = 900;
/** Reasons under the line of the day. */
const MOST_REASONS = 3;
const DAYS = { week: 7, month: 30 } as const;

/** The result of today, trade by trade, and its signals (spec: Option-workspace commands, /chart_today). */
const chartToday = command({
  ...descriptionOf('chart_today'),
  arguments: { mode: modeArgument },
  async run(call, { mode: word }): Promise<ChatReply> {
    const { core, who } = call;
    const shown = await shownMode(call, modeNamed(word));
    const { mode } = shown;
    const now = core.clock.now();
    const today = istDate(now);
    const view = await core.options.performance.read(who.userId, mode);
    const funnel = await core.options.funnel.read(who.userId, { from: today, to: today, mode });
    const buttons = [[refresh('chart_today', word === null ? [] : [word])]];
    if (view.trades.closed + view.trades.open + funnel.seen === 0)
      return { text: noTradesText(shown), buttons };
    const ofDay = await core.options.daily.ofDay(who.userId, mode, today);
    const data = {
      day: today,
      trades: ofDay.trades.map(({ at, tag, net }) => ({ at, label: tag, net })),
      open_net: view.trades.open === 0 ? null : view.unrealised.net,
      now: now.toISOString(),
      funnel: rowsOf(funnel),
    };
    const options = { title: `Result of the day, ${MODE_WORDS[mode]}` };
    return {
      text: dayText(ofDay, view.unrealised, view.trades.open, funnel, shown),
      photo: {
        name: 'today.png',
        config: () => charts.options_day.config(data, options),
        height: DAY_HEIGHT,
      },
      buttons,
    };
  },
});

function rowsOf(view: FunnelView): { label: string; count: number; part: FunnelPart }[] {
  if (view.seen === 0) return [];
  const shown = view.reasons.slice(0, MOST_REASONS);
  const rest = view.reasons.slice(MOST_REASONS).reduce((sum, { count }) => sum + count, 0);
  return [
    { label: 'Signals seen', count: view.seen, part: 'seen' },
    ...shown.map(({ words: label, count }) => ({ label, count, part: 'filtered' as const })),
    ...(rest > 0 ? [{ label: 'Other reasons', count: rest, part: 'filtered' as const }] : []),
    { label: 'Executed', count: view.executed, part: 'executed' },
  ];
}

/** The last seven or thirty days. */
async function daysReply(call: Call, span: keyof typeof DAYS, word: string | null): Promise<ChatReply> {
  const shown = await shownMode(call, modeNamed(word));
  const from = addDays(istDate(call.core.clock.now()), 1 - DAYS[span]);
  const { trades } = await call.core.options.performance.read(call.who.userId, shown.mode);
  const buttons = [[refresh(`chart_${span}`, word === null ? [] : [word])]];
  if (trades.closed === 0) return { text: noTradesText(shown), buttons };
  const view = await call.core.options.daily.read(call.who.userId, { mode: shown.mode, from });
  const { days } = view;
  const text = daysText(`Last ${DAYS[span]} days`, view, shown, { withTable: span === 'week' });
  if (days.length === 0) return { text, buttons };
  const chart = span === 'week' ? charts.options_days : charts.options_calendar;
  const title = `Net result by day, ${MODE_WORDS[shown.mode]}`;
  return {
    text,
    photo: { name: `${span}.png`, config: () => chart.config({ days }, { title }) },
    buttons,
  };
}

const chartWeek = command({
  ...descriptionOf('chart_week'),
  arguments: { mode: modeArgument },
  run: async (call, { mode }) => await daysReply(call, 'week', mode),
});

const chartMonth = command({
  ...descriptionOf('chart_month'),
  arguments: { mode: modeArgument },
  run: async (call, { mode }) => await daysReply(call, 'month', mode),
});

/** What each strategy came to, or one of them day by day (spec: Option-workspace commands, /chart_strategy). */
const chartStrategy = command({
  ...descriptionOf('chart_strategy'),
  arguments: { strategy: optional(strategyChoice()), mode: modeArgument },
  async run(call, { strategy: name, mode: word }): Promise<ChatReply> {
    const { core, who } = call;
    const mode = modeNamed(word);
    const shown = await shownMode(call, mode);
    const view = await core.options.performance.read(who.userId, shown.mode);
    const given = [name, mode?.toLowerCase()].flatMap((word) => word ?? []);
    const buttons = [[refresh('chart_strategy', given)]];
    if (view.by_strategy.length === 0) return { text: noTradesText(shown), buttons };
    if (name === null) {
      const strategies = view.by_strategy.map(({ strategy, realised, trades }) => ({
        strategy,
        net: realised.net,
        closed: trades.closed,
      }));
      const title = titleOf('Results by strategy', shown);
      return {
        text: strategiesText(view, shown),
        photo: {
          name: 'strategies.png',
          config: () => charts.options_strategies.config({ strategies }, { title }),
        },
        buttons,
      };
    }
    const found = view.by_strategy.find(({ strategy }) => strategy === name);
    if (found === undefined) {
      const known = view.by_strategy.map(({ strategy }) => strategy);
      return { text: noStrategyText(name, known, shown), buttons };
    }
    const { days } = await core.options.daily.read(who.userId, {
      mode: shown.mode,
      strategy: found.strategy,
    });
    const title = titleOf(found.strategy, shown);
    return {
      text: strategyText(found, shown),
      photo: { name: 'strategy.png', config: () => charts.options_equity.config({ days }, { title }) },
      buttons,
    };
  },
});

const titleOf = (what: string, { mode }: ShownMode): string => `${what}, ${MODE_WORDS[mode]}`;

/** Pictures of results; what they say is in the text as well. */
export const chartCommands: readonly Command[] = [chartToday, chartWeek, chartMonth, chartStrategy];
