import type { FormattedString } from '@grammyjs/parse-mode';
import {
  type ConfidenceView,
  type Criterion,
  criteriaAhead,
  type GoLiveAction,
  type GoLiveChanged,
  type GoLiveStatus,
  MODE_WORDS,
  type PromotionReport,
} from '../../../core/options/index.ts';
import { bold, type Line, lines } from '../lines.ts';
import { money } from '../numbers.ts';
import { day } from '../times.ts';

const capital = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;

/** `✓ Closed trades: 34; at least 30 needed.` A question mark is what is unknown. */
function criterionLine({ title, words, reason, passed }: Criterion): string {
  const mark = passed === true ? '✓' : passed === false ? '✗' : '?';
  return `${mark} ${title}: ${words}${reason === null ? '' : ` ${reason}`}`;
}

export const noStrategies = (): FormattedString =>
  lines(
    bold('No strategies yet'),
    'A strategy appears here with its first signal, position or closed trade. npm run ingest -- file imports what your trading process wrote down.',
  );

type Strategy = GoLiveStatus['strategies'][number];

function standingLines({ strategy, mode, since, next_mode, may_promote, gate }: Strategy): Line[] {
  const ahead = next_mode === null ? 'the gate' : MODE_WORDS[next_mode];
  const missing = gate.of - gate.passed;
  return [
    bold(strategy),
    `${capital(MODE_WORDS[mode])}${since === null ? '' : ` since ${day(since)}`}.`,
    may_promote
      ? `Ready for ${ahead}.`
      : `${gate.passed} of ${gate.of} criteria for ${ahead} met.${missing === 0 ? '' : ' Missing:'}`,
    ...gate.missing.map((title) => `· ${title}`),
  ];
}

/** Every strategy with its mode and what is missing for the next one. */
export function statusText(strategies: readonly Strategy[]): FormattedString {
  return lines(
    bold('Go-live'),
    ...strategies.flatMap((one) => ['', ...standingLines(one)]),
    '',
    'A strategy goes from dry run to shadow to live, one step at a time.',
  );
}

/** Each criterion with its value and limit. */
export function confidenceText(view: ConfidenceView): FormattedString {
  const { strategy, mode, live, expectancy } = view;
  const met = live.criteria.filter(({ passed }) => passed === true).length;
  return lines(
    bold(`Confidence report: ${strategy}`),
    `${capital(MODE_WORDS[mode])}. ${
      live.is_passed
        ? 'It passes the whole gate for live.'
        : `It meets ${met} of ${live.criteria.length} criteria for live.`
    }`,
    '',
    ...live.criteria.map((one) => criterionLine(one)),
    expectancy.low === null || expectancy.high === null
      ? null
      : `Average net result of ${expectancy.trades} trades: ${money(expectancy.mean)}, 90% interval ${money(expectancy.low)} to ${money(expectancy.high)}.`,
    ...(mode === 'DRY_RUN'
      ? ['', bold('For shadow'), ...view.shadow.criteria.map((one) => criterionLine(one))]
      : []),
  );
}

const MEANS: Readonly<Record<'SHADOW' | 'LIVE' | 'BACK' | 'DRY_RUN', string>> = {
  SHADOW: 'It then trades beside the market, without money. Its results stay out of the normal totals.',
  LIVE: 'It then trades with real money. Munim sends no order: your trading process does.',
  BACK: 'It then trades without money again. Positions that are open with the broker stay: close them there.',
  DRY_RUN:
    'It then rehearses only. Positions that are open with the broker stay: close them there. To go on, it takes each step anew.',
};

/** What a step will change, and what was checked. */
export function stepText(
  view: ConfidenceView,
  action: GoLiveAction,
  to: ConfidenceView['mode'],
): FormattedString {
  const { strategy, mode } = view;
  const isUp = action !== 'revert' && !(mode === 'LIVE' && to === 'SHADOW');
  const means = to === 'DRY_RUN' ? MEANS.DRY_RUN : mode === 'LIVE' ? MEANS.BACK : MEANS[to];
  return lines(
    bold(`Take ${strategy} from ${MODE_WORDS[mode]} to ${MODE_WORDS[to]}?`),
    means,
    ...(isUp
      ? ['', bold('What was checked'), ...criteriaAhead(view).map((one) => criterionLine(one))]
      : ['A step back needs no check.']),
  );
}

/** Why a step cannot be taken. */
export function notYetText(view: ConfidenceView, to: ConfidenceView['mode']): FormattedString {
  const criteria = criteriaAhead(view);
  const missing = criteria.filter(({ passed }) => passed !== true);
  return lines(
    bold(`${view.strategy} cannot go to ${MODE_WORDS[to]} yet`),
    `${criteria.length - missing.length} of ${criteria.length} criteria are met. Missing:`,
    ...missing.map((one) => criterionLine(one)),
  );
}

export const changedText = ({ strategy, mode, was, changed }: GoLiveChanged): FormattedString =>
  changed
    ? bold(`${strategy} went from ${MODE_WORDS[was]} to ${MODE_WORDS[mode]}`)
    : lines(`${strategy} is in ${MODE_WORDS[mode]} already. Nothing was changed.`);

/** Whether market analyses are of use, in words. */
export function promotionReportText(report: PromotionReport): FormattedString {
  const { strategy, is_useful, criteria, brier, base_rate, base_brier, missing } = report;
  const figure = (value: number | null) => (value === null ? 'unknown' : value.toFixed(4));
  const doubts = missing.slice(criteria.filter(({ passed }) => passed !== true).length);
  return lines(
    bold('AI market analyses'),
    is_useful
      ? `They are of use: ${strategy} may rely on them.`
      : `They have not shown yet that they are of use, so ${strategy} cannot go live.`,
    '',
    ...criteria.map((one) => criterionLine(one)),
    '',
    `Brier score ${figure(brier)}; the base rate alone gets ${figure(base_brier)}${
      base_rate === null ? '' : ` (up in ${(100 * base_rate).toFixed(1)}% of the cases)`
    }. Lower is better.`,
    ...doubts.map((one) => `Note: ${one}`),
  );
}

export const noAnalyses = (): FormattedString =>
  lines(
    bold('No market analyses yet'),
    'Your trading process reports them as market_analysis records, and what happened as market_outcome. Munim asks no model by itself.',
  );
