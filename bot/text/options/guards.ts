import type { FormattedString } from '@grammyjs/parse-mode';
import type {
  EnvelopeView,
  PositionView,
  ReconciliationView,
  SafetyView,
} from '../../../core/options/index.ts';
import { bold, inline, type Line, lines } from '../lines.ts';
import { change, count, money, unknown } from '../numbers.ts';
import { ago, moment } from '../times.ts';

/** For a workspace in which nothing was ever reported. */
export const nothingReported = (): FormattedString =>
  lines(
    bold('Your options workspace is empty'),
    'Connect your trading process: create an ingest token with npm run ingest-token, then send records to /api/options/ingest.',
  );

const NAMES: Readonly<Record<EnvelopeView['criteria'][number]['name'], string>> = {
  daily_loss: 'Lost today',
  open_risk: 'Open risk',
  margin_use: 'Margin in use',
  consecutive_losses: 'Losses in a row',
};

type Criterion = EnvelopeView['criteria'][number];

function amount({ unit }: Criterion, value: number | null): string {
  if (value === null) return 'unknown';
  switch (unit) {
    case 'INR':
      return money(value);
    case 'PERCENT':
      return `${value.toLocaleString('en-IN', { maximumFractionDigits: 2 })}%`;
    case 'TRADES':
      return value.toLocaleString('en-IN');
  }
}

const criterionLine = (one: Criterion): string =>
  `${one.state === 'OPEN' ? '' : '⚠ '}${NAMES[one.name]}: ${amount(one, one.value)} of ${amount(one, one.limit)}`;

const MEANING: Readonly<Record<EnvelopeView['state'], string>> = {
  OPEN: 'Strategies may enter with money.',
  THROTTLED: 'Entries with money are halved; none are made while something is unknown.',
  HALTED: 'No strategy may enter with money until you resume.',
};

/** The limits and what is held against them. */
export function envelopeText(view: EnvelopeView): FormattedString {
  return lines(
    bold(`Risk envelope: ${view.state}`),
    MEANING[view.state],
    view.since === null ? null : `Since ${moment(view.since)}`,
    view.reasons.length === 0
      ? null
      : ['', ...(view.state === 'HALTED' ? ['It was halted because:'] : []), ...messages(view.reasons)],
    '',
    bold('Now'),
    ...view.criteria.map(criterionLine),
    view.resumed_at === null ? null : `Last resumed ${moment(view.resumed_at)}`,
  );
}

const messages = (reasons: readonly { message: string }[]): string[] =>
  reasons.map(({ message }) => `• ${message}`);

/** The same in short, for those who ask for the risk. */
export function optionsRiskText(view: EnvelopeView, hasRecords: boolean): FormattedString {
  if (!hasRecords) return nothingReported();
  return lines(
    bold('Risk of your options workspace'),
    ...view.criteria.flatMap((one) => [criterionLine(one), one.reason === null ? null : `  ${one.reason}`]),
    `Risk envelope: ${view.state}. ${MEANING[view.state]}`,
  );
}

export const resumeQuestion = ({ since, reasons }: EnvelopeView): FormattedString =>
  lines(
    bold('Resume the risk envelope?'),
    `It has been HALTED since ${moment(since)}:`,
    ...messages(reasons),
    '',
    'What was lost until now counts no more, and strategies may enter with money again.',
  );

const EVENT_WORDS = { BLOCK: 'no entries', WARNING: 'be careful' } as const;

/** All guards on one card. */
export function safetyText(view: SafetyView, now: Date): FormattedString {
  if (!view.has_records) return nothingReported();
  return lines(
    bold(`Risk envelope: ${view.envelope.state}`),
    ...view.envelope.criteria.map(criterionLine),
    '',
    bold('Brokers'),
    ...(view.brokers.length === 0
      ? ['No broker health has been reported yet.']
      : view.brokers.map(
          ({ broker, level, last_sample_at }) =>
            `${broker}: ${level ?? unknown()}, heard of ${ago(last_sample_at, now)}`,
        )),
    '',
    bold('Events now'),
    ...(view.events.length === 0
      ? ['None']
      : view.events.map(
          ({ name, severity, underlying, endsAt }) =>
            `${name}${underlying === null ? '' : ` (${underlying})`}: ${EVENT_WORDS[severity]} until ${moment(endsAt)}`,
        )),
    '',
    bold('Reconciliation'),
    view.mismatches === 0
      ? 'Nothing to confirm'
      : `${count(view.mismatches, 'mismatch', 'mismatches')} to confirm: /confirm_recon`,
    '',
    bold('Strategies'),
    ...(view.strategies.length === 0 ? ['None has traded yet.'] : view.strategies.flatMap(strategyLines)),
  );
}

function strategyLines({ strategy, mode, may_enter, reasons }: SafetyView['strategies'][number]): Line[] {
  const [first] = reasons;
  const answer = `${strategy}, ${mode}: ${may_enter ? 'may enter' : 'may not enter'}`;
  return may_enter || first === undefined ? [answer] : [answer, `  ${first.message}`];
}

/** One mismatch with what differs. */
export function mismatchText(one: ReconciliationView): FormattedString {
  const shown = one.findings.slice(0, 10);
  return lines(
    bold(`Mismatch with ${one.broker}, ${moment(one.at)}`),
    ...shown.map(
      ({ symbol, expected, found, detail }) =>
        `${symbol}: your process has ${signedCount(expected)}, the broker ${signedCount(found)}${detail === null ? '' : ` (${detail})`}`,
    ),
    one.findings.length > shown.length ? `and ${one.findings.length - shown.length} more` : null,
    one.matched_since === null
      ? null
      : `The two agreed again on ${moment(one.matched_since)}; it still needs your confirmation.`,
  );
}

const signedCount = (units: number): string =>
  `${units < 0 ? '−' : ''}${Math.abs(units).toLocaleString('en-IN')}`;

export const noMismatch = (): FormattedString =>
  lines('There is nothing to confirm: your process and its broker agree, as far as was reported.');

/** Open trades, each in a few lines. */
export function positionsText(items: readonly PositionView[], total: number, now: Date): FormattedString {
  return lines(bold(count(total, 'open trade')), ...items.flatMap((one) => ['', ...positionLines(one, now)]));
}

function positionLines(one: PositionView, now: Date): Line[] {
  const { reasons } = one;
  return [
    inline(bold(one.tag), ` · ${one.strategy} · ${one.underlying} · ${one.mode}`),
    `${stateWords(one.state)}, opened ${moment(one.opened_at)}`,
    one.unrealised_net === null
      ? `Unrealised ${change(one.unrealised_gross, 'INR', reasons.unrealised_gross)} before costs; net ${unknown(reasons.unrealised_net)}`
      : `Unrealised ${change(one.unrealised_net)} net: ${change(one.unrealised_gross)} less ${money(one.estimated_exit_costs)} to close`,
    `Margin ${money(one.margin_used, 'INR', reasons.margin_used)}, largest loss ${money(one.max_loss, 'INR', reasons.max_loss)}`,
    `Event risk ${one.event_risk.toLowerCase()}, reported ${ago(one.reported_at, now)}`,
  ];
}

/** EXPIRY_APPROACH: Expiry approach */
const stateWords = (state: string): string => {
  const words = state.toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

export const noPositions = (): FormattedString =>
  lines(
    bold('No open trades'),
    'Your trading process reports them with records of the kind position. /journal has the closed ones.',
  );
