/**
 * A trading process that trades nothing: it makes up a market and ten weeks of trades, and reports them to Munim as your own
 * process would, over HTTP and with an ingest token. Of Munim's own code it uses the arithmetic of dates alone, so that you
 * can begin with a copy of it.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { dayInWords } from '../../platform/index.ts';
import { munimAt, type Munim, type Taken } from './client.ts';
import { compact, momentAt, type Session } from './days.ts';
import { eventsFrom } from './events.ts';
import { analysesOf, volatilityOf } from './market-reports.ts';
import { brokerOf, choicesOf, entriesOf, tradesOf } from './session.ts';
import { STRATEGIES } from './strategies.ts';
import type { Rec } from './trade.ts';

interface SampleOptions {
  /** Where Munim answers, such as http://127.0.0.1:8080. */
  url: string;
  token: string;
  /** Past sessions of the exchange, YYYY-MM-DD, oldest first: the last ten are played whole, those before are history. */
  sessions: readonly string[];
  today: string;
  /** At once; otherwise a session every few seconds. */
  isFast: boolean;
  say: (text: string) => void;
  signal?: AbortSignal;
}

export const FORTNIGHT = 10;
/** Sessions of history before it: ten weeks. */
export const HISTORY = 50;
export const PAUSE_SECONDS = 6;
const ALL = Object.values(STRATEGIES);
const PER_HOUR = 60;

/** Records of a session of the fortnight, in order of time. */
export function recordsOf(session: Session): Rec[] {
  return [
    ...analysesOf(session),
    ...volatilityOf(session, 15),
    ...brokerOf(session),
    ...choicesOf(session, ALL),
    ...entriesOf(session, ALL, true),
    ...tradesOf(session, ALL, true),
  ].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/** Records of an earlier session: rehearsals of one strategy, and what the market did. */
export function historyOf(session: Session): Rec[] {
  return [
    ...analysesOf(session),
    ...volatilityOf(session, PER_HOUR),
    ...entriesOf(session, [STRATEGIES.ironCondor], false),
    ...tradesOf(session, [STRATEGIES.ironCondor], false),
  ];
}

/** Plays the sample. @returns whether Munim took every record */
export async function playSample(options: SampleOptions): Promise<boolean> {
  const { url, token, today, isFast, say, signal } = options;
  const days = options.sessions.slice(-(HISTORY + FORTNIGHT));
  const sessions = days.map((day, at): Session => ({
    day,
    before: days[at - 1] ?? null,
    after: days[at + 1] ?? null,
  }));
  const past = sessions.slice(0, -FORTNIGHT);
  const fortnight = sessions.slice(-FORTNIGHT);
  const [first] = fortnight;
  if (first === undefined) throw new Error('There are no sessions to play.');
  const munim = munimAt(url, token);
  const sum: Taken = { accepted: 0, duplicates: 0, rejected: [] };
  const report = async (label: string, records: readonly Rec[]) => {
    const { accepted, duplicates, rejected } = await munim.report(records);
    sum.accepted += accepted;
    sum.duplicates += duplicates;
    sum.rejected.push(...rejected);
    say(
      `${label}: ${accepted} records imported, ${duplicates} already there${rejected.length > 0 ? `, ${rejected.length} refused` : ''}`,
    );
  };
  await report(`${past.length} sessions before ${dayInWords(first.day)}`, past.flatMap(historyOf));
  await report('Events, past and to come', eventsFrom(first.day, today));
  for (const [nr, session] of fortnight.entries()) {
    if (signal?.aborted === true) return false;
    await report(`Session ${nr + 1} of ${fortnight.length}, ${dayInWords(session.day)}`, recordsOf(session));
    if (!isFast && nr < fortnight.length - 1)
      await wait(PAUSE_SECONDS * 1_000, undefined, { signal }).catch(() => undefined);
  }
  if (sum.accepted === 0) say('Nothing was new, so there is nothing to ask a permission for.');
  else await lastEntry(munim, fortnight[fortnight.length - 1] as Session, say);
  for (const { id, code, message } of sum.rejected.slice(0, 10))
    say(`Refused: ${id ?? 'a record'} ${code} ${message}`);
  return sum.rejected.length === 0;
}

/** Before an entry a process asks. Only a clear yes is one, in the mode that Munim names. */
async function lastEntry(munim: Munim, { day }: Session, say: (text: string) => void): Promise<void> {
  const { name, underlying } = STRATEGIES.ironCondor;
  const permission = await munim.permission(name);
  const may = permission?.may_enter === true;
  const why =
    permission === null
      ? 'Munim gave no answer, and without one nothing is entered.'
      : permission.reasons.map(({ message }) => message).join(' ');
  say(
    may
      ? `May ${name} enter? Yes, in ${permission?.mode ?? ''}. The sample enters nothing more: the market is made up.`
      : `May ${name} enter? No. ${why}`,
  );
  await munim.report([
    {
      id: `sample-asked-${compact(day)}`,
      kind: 'signal',
      at: momentAt(day, 15 * 60 + 29),
      mode: permission?.mode ?? 'DRY_RUN',
      strategy: name,
      underlying,
      outcome: may ? 'SEEN' : 'FILTERED',
      reason: may ? null : (permission?.reasons[0]?.code ?? 'NO_PERMISSION'),
      detail: why.slice(0, 500),
    },
  ]);
}
