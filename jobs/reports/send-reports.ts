import type { KindName } from '../../core/notifications/index.ts';
import { istDate, istTime } from '../../core/platform/index.ts';
import { coveredSessions, HOME_EXCHANGES } from '../covered-sessions.ts';
import { forEachUser } from '../for-each-user.ts';
import { freshPricesOnce } from '../fresh-prices.ts';
import type { Run } from '../job.ts';
import type { JobContext } from '../job-context.ts';
import { figuresOf, type ReportFigures } from './figures.ts';
import type { Occasion, ReportText } from './text.ts';

/** One report of the schedule. */
export interface ReportKind {
  /** Name of the job and kind of the notification. */
  kind: Extract<KindName, `${string}_report` | `${string}_update`>;
  /** What the notice of a failure calls it. */
  title: string;
  /** True for several reports a day: each updates the one notice of the day. */
  isHourly: boolean;
  /** The text for one person, or null where there is nothing worth saying. */
  compose(figures: ReportFigures, occasion: Run & Occasion): ReportText | null;
}

/** `eod_portfolio_report:2026-03-10`: the same day is the same report. */
export const reportKey = (kind: string, dueAt: Date): string => `${kind}:${istDate(dueAt)}`;

/**
 * Writes each person's report into the outbox, in its own transaction under the report's key: a repeat after a kill adds only
 * the missing reports, and a late hour changes nothing once a later one was written.
 */
export async function sendReports(context: JobContext, report: ReportKind, run: Run): Promise<string> {
  const { notifications } = context;
  const dedupKey = reportKey(report.kind, run.dueAt);
  const update = report.isHourly ? { asOf: run.dueAt } : {};
  const freshPrices = freshPricesOnce(context, run);
  const { written, idle } = await forEachUser(
    context,
    run,
    'reports could not be created',
    { written: 0, idle: 0 },
    async (userId) => {
      const text = await composeFor(context, report, run, userId, freshPrices);
      if (text === null) return { idle: 1 };
      const { figures, title, body } = text;
      // The text has the figures of the report, so the payload needs none.
      const payload = { report: report.kind, due_at: run.dueAt.toISOString(), is_late: run.isLate };
      // A chart of nothing helps nobody.
      const chart = figures.total.current_value === null ? { chart: null } : {};
      const notice = { kind: report.kind, dedupKey, title, body, payload, ...chart, ...update };
      const { created } = await notifications.notify(userId, notice);
      return { written: Number(created) };
    },
    async (everybody) => await notifications.wantedBy(everybody, report.kind, dedupKey, update.asOf),
  );
  return `${written} created, ${idle} had nothing new`;
}

async function composeFor(
  context: JobContext,
  report: ReportKind,
  run: Run,
  userId: string,
  freshPrices: () => Promise<void>,
): Promise<(ReportText & { figures: ReportFigures }) | null> {
  await freshPrices();
  const view = await context.portfolio.dashboard.read(userId);
  const figures = figuresOf(view);
  const date = istDate(run.dueAt);
  const held = view.by_currency
    .filter(({ holdings_count }) => holdings_count > 0)
    .map(({ currency }) => currency);
  const isTradingDay = hasSession(context, held, date);
  const sessions = coveredSessions(context, held, date);
  const text = report.compose(figures, { ...run, sessions, isTradingDay });
  return text === null ? null : { ...text, figures };
}

/** Tells those who did not get a report that it will not come, and why. */
export async function notifyReportFailed(
  context: JobContext,
  report: Pick<ReportKind, 'title' | 'isHourly'> & { kind: KindName },
  run: Run,
): Promise<void> {
  const { notifications } = context;
  const dedupKey = reportKey(report.kind, run.dueAt);
  const time = report.isHourly ? `:${istTime(run.dueAt)}` : '';
  const notice = {
    kind: 'system_notice' as const,
    dedupKey: `failed:${dedupKey}${time}`,
    title: `${report.title} could not be created`,
    body: `It was due at ${istTime(run.dueAt)} IST and failed ${run.attempt} times. The server log has the cause. See the figures on the dashboard, or send /report in the chat.`,
  };
  await forEachUser(
    context,
    run,
    'notices of failed reports could not be created',
    {},
    async (userId) => {
      await notifications.notify(userId, notice);
      return {};
    },
    async (everybody) =>
      await notifications.wantedBy(everybody, report.kind, dedupKey, report.isHourly ? run.dueAt : undefined),
  );
}

/** Whether an exchange on which things of these currencies trade has a session; of other currencies weekdays are known alone. */
function hasSession(
  { calendar }: Pick<JobContext, 'calendar'>,
  currencies: readonly string[],
  date: string,
): boolean {
  return currencies.some((currency) => {
    const exchange = HOME_EXCHANGES.get(currency);
    if (exchange !== undefined) return calendar.isSession(exchange, date);
    return ![0, 6].includes(new Date(date).getUTCDay());
  });
}
