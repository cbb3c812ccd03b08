import type { Calendar } from '../../market/calendar/index.ts';
import { type Clock, type Config, istDate } from '../../platform/index.ts';
import { FORTNIGHT, HISTORY, PAUSE_SECONDS, playSample } from './play.ts';

/** What `npm run sample-trader` says beyond its own usage. */
export const SAMPLE_HELP = [
  `  Start Munim first. The sample reports ${HISTORY} sessions of rehearsals and then the ${FORTNIGHT} sessions before today, one every`,
  `  ${PAUSE_SECONDS} seconds, with trades of three strategies (DRY_RUN, SHADOW and LIVE), and ends by itself.`,
  '  Prices, trades and events are made up; no broker is asked and nothing is traded. It comes over HTTP with a token of its',
  '  own, which is revoked at the end. Played again on the same day it changes nothing.',
  '  --fast    without pauses',
  '  --anyway  also into a workspace with records of your own: made-up trades then count among your results',
  '  core/options/sample-trader/ is the whole program: begin with a copy of it to connect your own.',
];

/** More than there are within such a span. */
const SPECIAL_SESSIONS = 5;

/** Where the product of these settings answers on this machine. */
const urlOf = ({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string => {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
};

/** Plays the sample into the running product. Of the product's code it uses the settings and the exchange's calendar alone. */
export async function launchSample(
  { config, calendar, clock }: { config: Config; calendar: Calendar; clock: Clock },
  {
    token,
    isFast,
    say,
    signal,
  }: { token: string; isFast: boolean; say: (text: string) => void; signal: AbortSignal },
): Promise<boolean> {
  const url = urlOf(config);
  const today = istDate(clock.now());
  // A session of an hour in the evening, or on a weekend, is none to play.
  const sessions = calendar
    .sessionsBetween(
      'NSE',
      calendar.addSessions('NSE', today, -(FORTNIGHT + HISTORY + SPECIAL_SESSIONS)),
      calendar.previousSession('NSE', today),
    )
    .filter((day) => calendar.sessionReason('NSE', day) === null);
  say(`Reporting a made-up fortnight to ${url}, with an ingest token that is revoked at the end.`);
  const isWhole = await playSample({ url, token, sessions, today, isFast, say, signal });
  say(
    [
      '',
      `Dashboard  ${url}/options (results), /options/funnel, /options/journal, /options/go-live, /options/envelope,`,
      '           /options/events, /options/broker-health, /options/ai-market',
      'Chat       /journal, /positions, /why_blocked, /golive_status, /confidence_report, /broker_health, /events, /chart_week',
    ].join('\n'),
  );
  return isWhole;
}
