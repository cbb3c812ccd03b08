import type { FormattedString } from '@grammyjs/parse-mode';
import type { FunnelView } from '../../../core/options/index.ts';
import { bold, type Line, lines } from '../lines.ts';
import { count } from '../numbers.ts';
import { day, moment } from '../times.ts';
import { MODE_WORDS } from './modes.ts';

type Strategy = FunnelView['by_strategy'][number];
type Counts = Pick<FunnelView, 'seen' | 'filtered' | 'executed' | 'undecided'>;

/** Reasons of one strategy; the rest is one line. */
const MOST_REASONS = 6;
/** Strategies of one message; the others are asked for by name. */
const MOST_STRATEGIES = 8;

/** `42 signals: 30 filtered, 5 executed, 7 undecided`. */
export function countsLine({ seen, filtered, executed, undecided }: Counts): string {
  const parts = [
    `${filtered} filtered`,
    `${executed} executed`,
    ...(undecided === 0 ? [] : [`${undecided} undecided`]),
  ];
  return `${count(seen, 'signal')}: ${parts.join(', ')}`;
}

/** What kept strategies from trading today. @param strategies those to tell of, live ones first */
export function whyBlockedText(view: FunnelView, strategies: readonly Strategy[]): FormattedString {
  const shown = strategies.slice(0, MOST_STRATEGIES);
  const left = strategies.length - shown.length;
  return lines(
    bold(`Filters on ${day(view.to)}`),
    ...shown.flatMap((one) => ['', ...strategyLines(one)]),
    left > 0 && '',
    left > 0 && `${count(left, 'more strategy', 'more strategies')}: /why_blocked NAME shows one.`,
  );
}

function strategyLines({ strategy, mode, reasons, ...counts }: Strategy): Line[] {
  const shown = reasons.slice(0, MOST_REASONS);
  const rest = reasons.slice(MOST_REASONS).reduce((sum, one) => sum + one.count, 0);
  return [
    bold(`${strategy} (${MODE_WORDS[mode]})`),
    countsLine(counts),
    ...shown.map(({ words, count: times, example }) => {
      const detail = example?.detail ?? null;
      const of = example?.underlying ?? null;
      const last =
        detail === null ? '' : `. Last: ${of === null ? '' : `${of}, `}${detail.replace(/\.$/, '')}`;
      return `• ${words}: ${times}${last}`;
    }),
    rest > 0 && `• Other reasons: ${rest}`,
    counts.filtered === 0 && counts.executed > 0 && 'Nothing was filtered.',
    mode === 'SHADOW' && 'Shadow signals count in no total.',
  ];
}

/** No signal today: when the last one was. @param strategy the one that was asked about */
export function noSignalsText(view: FunnelView, strategy: string | null): FormattedString {
  const { last_signal: last } = view;
  if (strategy !== null)
    return lines(
      bold(`No signals of ${strategy} today`),
      view.seen === 0 ? lastLine(last) : 'Other strategies had signals: /why_blocked shows all of them.',
    );
  if (last === null)
    return lines(
      bold('No signals yet'),
      'A trading process reports each chance that it looks at as a record of kind "signal". The page Option results in the dashboard shows how to connect one.',
    );
  return lines(bold('No signals today'), lastLine(last));
}

function lastLine(last: FunnelView['last_signal']): string {
  if (last === null) return 'No signal has been reported yet.';
  return `The last signal was reported for ${last.at === null ? day(last.day) : moment(last.at)}.`;
}
