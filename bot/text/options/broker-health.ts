import type { FormattedString } from '@grammyjs/parse-mode';
import {
  type BrokerHealthView,
  type BrokerView,
  HEALTH_WINDOW,
  LEVEL_MEANS,
} from '../../../core/options/index.ts';
import { bold, type Line, lines } from '../lines.ts';
import { count } from '../numbers.ts';
import { ago, day, moment } from '../times.ts';

const MOST_CHANGES = 8;

/** The brokers that a trading process reports on: how well each answers, why, and since when. */
export function brokerHealthText(view: BrokerHealthView, wanted: string | null, now: Date): FormattedString {
  const brokers = view.brokers.filter(({ broker }) => wanted === null || broker === wanted);
  if (brokers.length === 0)
    return lines(
      bold('Broker health'),
      'No health check of a broker was reported yet.',
      'Let your trading process send records of the kind broker_health, at least every two minutes.',
    );
  return lines(
    bold('Broker health'),
    ...brokers.flatMap((broker, nr) => [nr > 0 && '', ...brokerLines(broker, now)]),
    ...(wanted === null ? [] : changes(brokers[0])),
  );
}

function brokerLines(view: BrokerView, now: Date): Line[] {
  const { broker, level, since, reasons, window, last_sample_at, ok_pct } = view;
  return [
    bold(`${broker}: ${level ?? 'not known yet'}`),
    level === null
      ? `${count(window.samples, 'check')} so far; a level needs ${HEALTH_WINDOW.least} within ten minutes.`
      : `Since ${moment(since)}. ${LEVEL_MEANS[level]}`,
    ...reasons.map(({ message }) => message),
    `Last check ${ago(last_sample_at, now)}; ${figures(window)}`,
    ok_pct !== null && `OK for ${ok_pct.toFixed(1)}% of the known time of the last 5 sessions.`,
  ];
}

function figures({ samples, failures, latency_p95_ms, quote_age_s }: BrokerView['window']): string {
  return [
    `${failures} of ${samples} failed`,
    latency_p95_ms === null ? 'latency unknown' : `95% within ${latency_p95_ms.toFixed(0)} ms`,
    quote_age_s === null ? 'age of quotes unknown' : `quotes ${quote_age_s.toFixed(1)} s old`,
  ].join(', ');
}

function changes(broker: BrokerView | undefined): Line[] {
  if (broker === undefined || broker.history.length === 0) return [];
  return [
    '',
    bold('Last 7 days'),
    ...broker.history.slice(0, MOST_CHANGES).map(({ since, level }) => `${moment(since)}: ${level}`),
    broker.history.length > MOST_CHANGES &&
      `${count(broker.history.length - MOST_CHANGES, 'earlier change')} in the dashboard.`,
    '',
    bold('Sessions'),
    ...broker.sessions.map(
      ({ day: date, lowest, ok_pct }) =>
        `${day(date)}: ${lowest === null || ok_pct === null ? 'nothing known' : `lowest ${lowest}, OK ${ok_pct.toFixed(1)}%`}`,
    ),
  ];
}
