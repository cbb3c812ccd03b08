import { descriptionOf } from '../../core/chat/index.ts';
import { charts } from '../../charts/index.ts';
import type { ComparisonView } from '../../core/reports/index.ts';
import { button, type ChatReply, type Button } from '../chat-reply.ts';
import { choice, optional, portfolioOrAll } from '../arguments.ts';
import { command } from '../command.ts';
import { benchmarkText } from '../text/benchmark.ts';
import { isEmpty, nothingYet } from '../text/status.ts';
import { type Period, PERIODS } from '../../core/performance/index.ts';

const INDEXES = ['NIFTY50', 'NIFTY500', 'SP500'] as const;

/** The portfolio against an index, in words and as a picture (spec: Chat-messaging commands, /benchmark). */
export const benchmarkCommand = command({
  ...descriptionOf('benchmark'),
  arguments: {
    period: optional(choice(PERIODS, 'period')),
    index: optional(choice(INDEXES, 'index')),
    portfolio: optional(portfolioOrAll()),
  },
  async run(call, { period, index, portfolio: name }): Promise<ChatReply> {
    const { reports } = call.core;
    const wanted = { portfolio: name ?? undefined, benchmark: index ?? undefined };
    const view = await reports.comparison.read(call.who.userId, {
      ...wanted,
      period: period ?? undefined,
    });
    const { series } = view;
    if (series.length < 2 && isEmpty(await call.core.portfolio.dashboard.read(call.who.userId)))
      return { text: nothingYet() };
    const since = call.format === 'compact' ? null : await reports.performance.read(call.who.userId, wanted);
    const text = benchmarkText(view, call.format, since);
    const buttons = [periodButtons(view, name), indexButtons(view, name)];
    if (series.length < 2) return { text, buttons };
    const points = series.map(({ date, portfolio, benchmark }) => ({ at: date, portfolio, benchmark }));
    const data = { points, portfolio: view.portfolio, benchmark: view.benchmark.name };
    return {
      text,
      photo: { name: 'benchmark.png', config: () => charts.benchmark.config(data) },
      buttons,
    };
  },
});

const shown = (label: string, period: Period, code: string, portfolio: string | null): Button =>
  button(label, {
    do: 'run',
    command: 'benchmark',
    args: portfolio === null ? [period, code] : [period, code, portfolio],
  });

function periodButtons(view: ComparisonView, portfolio: string | null): Button[] {
  return view.periods
    .filter(({ period }) => period !== view.period)
    .map(({ period }) => shown(period, period, view.benchmark.code, portfolio));
}

function indexButtons(view: ComparisonView, portfolio: string | null): Button[] {
  return view.alternates.map(({ code, name }) => shown(name, view.period, code, portfolio));
}
