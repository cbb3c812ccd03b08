import { descriptionOf } from '../../core/chat/index.ts';
import { charts } from '../../charts/index.ts';
import { INDEX_SERIES, indexSeriesOf, type SeriesCode } from '../../core/market/history/index.ts';
import type { ComparisonView } from '../../core/reports/index.ts';
import { button, type ChatReply, type Button } from '../chat-reply.ts';
import { type Argument, choice, optional, portfolioOrAll, WrongArgument } from '../arguments.ts';
import { command } from '../command.ts';
import { benchmarkText } from '../text/benchmark.ts';
import { isEmpty, nothingYet } from '../text/empty-books.ts';
import { type Period, PERIODS } from '../../core/performance/index.ts';

const NAMES = INDEX_SERIES.map(({ name }) => name).join(', ');

/** An index by its code or name: `SP500`, `nifty 50`, `S&P 500`. */
const index: Argument<SeriesCode> = {
  placeholder: 'index',
  optional: false,
  rest: false,
  mostWords: 2,
  question: 'Which index?',
  means: async () => `an index (${NAMES})`,
  parse(words) {
    const found = indexSeriesOf(words.toUpperCase() === 'NIFTY' ? 'NIFTY50' : words);
    if (found !== null) return found.code;
    throw new WrongArgument(`"${words}" is not an index that I know. I know ${NAMES}.`);
  },
  options: async () => INDEX_SERIES.map(({ code, name }) => ({ label: name, value: code })),
};

/** The portfolio against an index, in words and as a picture (spec: Chat-messaging commands, /benchmark). */
export const benchmarkCommand = command({
  ...descriptionOf('benchmark'),
  arguments: {
    period: optional(choice(PERIODS, 'period')),
    index: optional(index),
    portfolio: optional(portfolioOrAll()),
  },
  async run(call, { period, index: code, portfolio: name }): Promise<ChatReply> {
    const { reports } = call.core;
    const wanted = { portfolio: name ?? undefined, benchmark: code ?? undefined };
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
