import { money, percent } from '../charts/format.ts';
import type { Digest, DigestLine, DigestSpan } from '../core/policies/index.ts';
import { istDate, istTime } from '../core/platform/index.ts';
import { forEachUser } from './for-each-user.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

const KIND = 'policy_digest';
/** The run of this time does not wait for closes any more. */
const LAST_RUN = '22:30';

/**
 * How each active policy stands, on every exchange day once the day is valued, and on Saturdays for the week; also where
 * nothing was traded. Closes that come late are waited for until the last run of the evening. Nobody without policies hears of it.
 */
export async function sendPolicyDigests(
  context: Pick<JobContext, 'calendar' | 'config' | 'identity' | 'log' | 'notifications' | 'policies'>,
  run: Run,
): Promise<string> {
  if (!context.config.POLICY_WORKER_ENABLED) return 'switched off by POLICY_WORKER_ENABLED';
  const date = istDate(run.dueAt);
  const span = spanOf(context, date);
  if (span === null) return 'no exchange day';
  const dedupKey = `${KIND}:${span.kind.toLowerCase()}:${date}`;
  const { written, waiting } = await forEachUser(
    context,
    run,
    'policy digests could not be created',
    { written: 0, waiting: 0 },
    async (userId) => {
      const digest = await context.policies.digest(userId, span);
      if (digest === null) return {};
      if (digest.items.some(({ gap }) => gap === 'NOT_VALUED') && istTime(run.dueAt) < LAST_RUN)
        return { waiting: 1 };
      const { created } = await context.notifications.notify(userId, {
        kind: KIND,
        dedupKey,
        title: digestTitle(digest),
        body: digest.items.map((line) => digestSentence(line, digest)).join('\n'),
        payload: digest,
      });
      return { written: Number(created) };
    },
    async (everybody) => await context.notifications.wantedBy(everybody, KIND, dedupKey),
  );
  return `${written} written, ${waiting} waiting for closes`;
}

/** A Saturday is about its week, also where the exchange opened for a special session. */
function spanOf({ calendar }: Pick<JobContext, 'calendar'>, date: string): DigestSpan | null {
  if (new Date(`${date}T00:00:00Z`).getUTCDay() === 6) return { kind: 'WEEK', date };
  return calendar.isSession('NSE', date) ? { kind: 'DAY', date } : null;
}

export function digestTitle({ span: { kind }, session }: Pick<Digest, 'span' | 'session'>): string {
  return kind === 'DAY' ? `Policies on ${dayOf(session)}` : `Policies in the week to ${dayOf(session)}`;
}

/** `Momentum (paper): NAV ₹10.52, today +0.42% (NIFTY 500 +0.31%), 2.1% below its peak, next rebalance Tue, 1 Dec 2026.` */
export function digestSentence(
  line: DigestLine,
  { span, session }: Pick<Digest, 'span' | 'session'>,
): string {
  const { nav_net_of_tax, change_pct, benchmark, drawdown_pct, next_cycle_date, date, gap } = line;
  const parts = [
    ...(nav_net_of_tax === null
      ? []
      : [`NAV ${money(nav_net_of_tax)}${date === session ? '' : ` on ${dayOf(date)}`}`]),
    ...(change_pct === null ? [] : [changeOf(change_pct, benchmark, span)]),
    ...(drawdown_pct === null ? [] : [belowPeak(drawdown_pct)]),
    ...(next_cycle_date === null ? [] : [`next rebalance ${dayOf(next_cycle_date)}`]),
  ];
  const told = `${line.name} (${line.mode.toLowerCase()}): ${parts.join(', ')}.`;
  return gap === null ? told : `${told} ${gapOf(line, session)}`;
}

function changeOf(change: number, benchmark: DigestLine['benchmark'], { kind }: DigestSpan): string {
  const own = `${kind === 'DAY' ? 'today' : 'this week'} ${percent(change, { plus: true })}`;
  if (benchmark === null) return own;
  const { name, change_pct } = benchmark;
  return `${own} (${name} ${change_pct === null ? 'unknown' : percent(change_pct, { plus: true })})`;
}

const belowPeak = (drawdown: number): string =>
  drawdown < 0.05 ? 'at its peak' : `${percent(drawdown, { digits: 1 })} below its peak`;

function gapOf({ gap, tag_code }: DigestLine, session: string): string {
  return gap === 'FAILED'
    ? `It stopped because a session failed: retry it with /policies ${tag_code}.`
    : `Not valued on ${dayOf(session)} yet; it follows once the closes are there.`;
}

/** Tue, 10 Mar 2026 */
function dayOf(date: string | null): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
