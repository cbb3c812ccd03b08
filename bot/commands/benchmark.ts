import { charts } from '../../charts/index.ts';
import { renderPng } from '../../charts/render.ts';
import { type Comparison, type Period, PERIODS } from '../../core/market/index.ts';
import { button, type Answer, type Button } from '../answer.ts';
import { choice, optional } from '../arguments.ts';
import { command } from '../command.ts';
import { benchmarkText } from '../text/benchmark.ts';

const INDEXES = ['NIFTY50', 'NIFTY500', 'SP500'] as const;

/** The portfolio against an index, in words and as a picture (spec: Chat-messaging commands, /benchmark). */
export const benchmarkCommand = command({
  name: 'benchmark',
  family: 'Portfolio',
  summary: 'Your return beside NIFTY 50, NIFTY 500 or S&P 500',
  details:
    'Money that you put in or take out is no part of the return. Both lines of the picture begin at 100. Where nothing was recorded, nothing is made up.',
  examples: ['/benchmark', '/benchmark 6M', '/benchmark 1Y NIFTY500'],
  arguments: {
    period: optional(choice(PERIODS, 'period')),
    index: optional(choice(INDEXES, 'index')),
  },
  changes: false,
  async run(call, { period, index }): Promise<Answer> {
    const view = await call.core.benchmarks.compare(call.who.userId, { period, benchmark: index });
    const text = benchmarkText(view, call.format);
    const buttons = [periodButtons(view), indexButtons(view)];
    if (view.series.length < 2) return { text, buttons };
    const points = view.series.map(({ date, portfolio, benchmark }) => ({ at: date, portfolio, benchmark }));
    const data = { points, portfolio: view.portfolio, benchmark: view.benchmark.name };
    return {
      text,
      photo: { name: 'benchmark.png', draw: () => renderPng(charts.benchmark.config(data)) },
      buttons,
    };
  },
});

const shown = (label: string, period: Period, code: string): Button =>
  button(label, { do: 'run', command: 'benchmark', args: [period, code] });

function periodButtons(view: Comparison): Button[] {
  return view.periods
    .filter(({ period }) => period !== view.period)
    .map(({ period }) => shown(period, period, view.benchmark.code));
}

function indexButtons(view: Comparison): Button[] {
  return view.alternates.map(({ code, name }) => shown(name, view.period, code));
}
