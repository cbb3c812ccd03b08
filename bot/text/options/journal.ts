import type { FormattedString } from '@grammyjs/parse-mode';
import {
  type JournalPage,
  type JournalRow,
  type JournalStory,
  SIGNAL_DAYS,
  type SignalView,
} from '../../../core/options/index.ts';
import { bold, code, inline, type Line, lines } from '../lines.ts';
import { change, changeCell, count, money, share, unknown } from '../numbers.ts';
import { type Cell, table } from '../table.ts';
import { moment } from '../times.ts';

/** A code such as PROFIT_TARGET in words: profit target. */
const inWords = (code: string): string => code.toLowerCase().replaceAll('_', ' ');
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Longest note that an answer shows whole. */
const NOTE_SHOWN = 600;
const shortened = (text: string): string =>
  text.length > NOTE_SHOWN ? `${text.slice(0, NOTE_SHOWN - 1)}…` : text;

export const emptyJournal = (): FormattedString =>
  lines(
    bold('The journal is empty'),
    'It fills with the closed trades that your trading process reports. To connect one, create an ingest token with npm run ingest-token, then send records to /api/options/ingest.',
  );

/** Widths of the columns together fit 32 characters. */
const TAG = 16;

/** A trade of a list by its tag, with its mode where another one of the list has the same tag. */
export const tradeLabel = ({ tag, mode }: JournalRow, items: readonly JournalRow[]): string =>
  items.some((other) => other.tag === tag && other.mode !== mode) ? `${mode} ${tag}` : tag;

/** The latest trades. */
export function journalList({ items, total }: JournalPage): FormattedString {
  const rows = items.map((item) => [
    `${item.operator_notes === null ? '' : '✎'}${tradeLabel(item, items)}`,
    item.realised_pnl === null ? 'unknown' : exactOrShort(item.realised_pnl),
  ]);
  return lines(
    bold(total > items.length ? `Latest ${items.length} of ${count(total, 'trade')}` : count(total, 'trade')),
    table(
      [
        { title: 'Trade', max: TAG },
        { title: 'Net', align: 'right' },
      ],
      rows,
    ),
    items.some(({ operator_notes }) => operator_notes !== null) && '✎ has a note.',
    'Choose a trade for its story.',
  );
}

/** To the paisa where there is room. */
const exactOrShort = (value: number): Cell => ({ ...changeCell(value), full: change(value) });

const PARTS = [
  ['theta', 'Time (theta)'],
  ['vega', 'Volatility (vega)'],
  ['spot', 'Spot move'],
  ['rest', 'Rest'],
] as const;

/** One trade's whole story. */
export function journalStory(story: JournalStory): FormattedString {
  return lines(
    bold(`${story.tag} · ${story.strategy} on ${story.underlying}`),
    `${story.mode}, closed ${moment(story.close_time)} for ${inWords(story.exit_reason)}`,
    ...resultLines(story),
    '',
    story.narrative_debrief,
    story.narrative_source === 'FIGURES' ? null : `Written by ${story.narrative_source}.`,
    '',
    bold('Legs'),
    ...story.legs.map(legLine),
    '',
    bold('What it came from'),
    table(
      [{ title: 'Part' }, { title: 'Amount', align: 'right' }],
      PARTS.map(([part, name]) => {
        const value = story.attribution[part];
        return [name, value === null ? 'unknown' : exactOrShort(value)];
      }),
    ),
    ...courseLines(story),
    ...marketLines(story),
    '',
    ...noteLines(story),
  );
}

function resultLines({ realised_gross, realised_costs, realised_pnl, reasons }: JournalRow): Line[] {
  return [
    `Net ${change(realised_pnl, 'INR', reasons['realised_pnl'])}`,
    `Gross ${change(realised_gross, 'INR', reasons['realised_gross'])}, costs ${money(realised_costs, 'INR', reasons['realised_costs'])}`,
  ];
}

function legLine({
  side,
  quantity,
  symbol,
  entry_price,
  exit_price,
  result,
}: JournalStory['legs'][number]): Line {
  const price = (value: number | null) => (value === null ? 'unknown' : money(value));
  return `${capital(side.toLowerCase())} ${quantity.toLocaleString('en-IN')} ${symbol}: ${price(entry_price)} → ${price(exit_price)}${result === null ? '' : `, ${change(result)}`}`;
}

function courseLines({ states, mfe, mae, structured_debrief: { figures, reasons } }: JournalStory): Line[] {
  const path = states.map(({ state }) => inWords(state)).join(' → ');
  return [
    '',
    bold('On the way'),
    path === '' ? 'No position was reported.' : `${capital(path)}.`,
    `Best ${change(mfe, 'INR', 'not reported')}, worst ${change(mae, 'INR', 'not reported')}`,
    keptLine(figures.mfe_capture_pct, reasons['mfe_capture_pct']),
  ];
}

function keptLine(pct: number | null, reason: string | undefined): Line {
  if (pct === null) return `Share of the best point kept: ${unknown(reason)}`;
  return pct < 0 ? 'The best point turned to a loss.' : `Share of the best point kept: ${share(pct)}`;
}

function marketLines({
  signal,
  event_risk_at_entry,
  ai_verdict,
  verdict_outcome,
  reasons,
  rejected,
}: JournalStory): Line[] {
  return [
    '',
    bold('At the entry'),
    `Event risk: ${event_risk_at_entry === 'UNKNOWN' ? 'unknown (no calendar around that day)' : inWords(event_risk_at_entry)}`,
    signal === null
      ? 'No signal was reported for it.'
      : `Signal of ${moment(signal.at)}${signal.regime === null ? '' : `, regime ${signal.regime}`}`,
    ai_verdict !== null &&
      `AI verdict ${ai_verdict}: ${verdict_outcome === null ? unknown(reasons['verdict_outcome']) : inWords(verdict_outcome)}`,
    rejected.best === null || rejected.delta === null
      ? null
      : `Rejected ${rejected.best.strategy} made ${change(rejected.best.net)}, ${money(Math.abs(rejected.delta))} ${rejected.delta > 0 ? 'more' : 'less'} (${rejected.best.mode}).`,
  ];
}

function noteLines({ tag, operator_notes }: JournalStory): Line[] {
  return operator_notes === null
    ? [inline('No note yet. Add one: ', code(`/note ${tag} your words`))]
    : [bold('Your note'), shortened(operator_notes)];
}

/** A note as it stands now. */
export const savedNote = (tag: string, notes: string): Line[] => [
  inline(bold('Note saved: '), shortened(notes)),
  inline('Trade ', code(tag)),
];

const outcomeWords: Readonly<Record<string, string>> = {
  SEEN: 'was seen, and nothing was decided',
  FILTERED: 'was rejected',
  EXECUTED: 'was traded',
};

/** What became of a signal, and what it was preferred to. */
export function signalText(signal: SignalView): FormattedString {
  const { strategy, underlying, outcome, reason, detail, regime, rejected_strategies: rejected } = signal;
  return lines(
    bold(
      `${strategy}${underlying === null ? '' : ` on ${underlying}`}: ${outcomeWords[outcome] ?? inWords(outcome)}`,
    ),
    `${moment(signal.at)}, ${signal.mode}`,
    reason !== null && `Reason: ${inWords(reason)}${detail === null ? '' : ` (${detail})`}`,
    reason === null && detail,
    `Regime: ${regime ?? unknown('not reported')}`,
    signal.score !== null && `Score ${scoreText(signal.score)}`,
    signal.tag !== null && inline('Trade ', code(signal.tag)),
    '',
    bold('Rejected strategies'),
    ...(rejected.length === 0
      ? ['None were reported.']
      : rejected.map(
          (one) =>
            `${one.strategy}: ${one.reason}${one.score === null ? '' : `, score ${scoreText(one.score)}`}`,
        )),
  );
}

const scoreText = (score: number): string => score.toLocaleString('en-IN', { maximumFractionDigits: 4 });

export const noSignal = (): FormattedString =>
  lines(
    bold(`No signal in the latest ${SIGNAL_DAYS} days`),
    'Your trading process reports each opportunity that it looks at as a record of the kind signal. GET /api/options/ingest/schema has its fields.',
  );
