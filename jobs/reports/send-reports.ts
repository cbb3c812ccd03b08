import type { Exchange } from '../../core/market/calendar/index.ts';
import type { KindName } from '../../core/notifications/index.ts';
import { istDate, istTime } from '../../core/platform/index.ts';
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
  /** True where there are several a day, so that the key needs the time. */
  isHourly: boolean;
  /** The text for one person, or null where there is nothing worth saying. */
  compose(figures: ReportFigures, occasion: Run & Occasion): ReportText | null;
}

/** Where things of a currency trade. */
const HOME_EXCHANGES: ReadonlyMap<string, Exchange> = new Map([
  ['INR', 'NSE'],
  ['USD', 'NYSE'],
]);

/** `eod_portfolio_report:2026-03-10`, `hourly_portfolio_update:2026-03-10:15:00`: the same due time is the same report. */
export function reportKey(kind: string, dueAt: Date, isHourly: boolean): string {
  return [kind, istDate(dueAt), ...(isHourly ? [istTime(dueAt)] : [])].join(':');
}

/**
 * Writes one person's report after the other into the outbox, each in its own transaction under the report's key: a run
 * that was killed and is repeated adds what is missing and nothing else. A person whose report fails holds up nobody;
 * the run then fails as a whole and is repeated for them.
 */
export async function sendReports(context: JobContext, report: ReportKind, run: Run): Promise<string> {
  const { notifications, log } = context;
  const dedupKey = reportKey(report.kind, run.dueAt, report.isHourly);
  const freshPrices = freshPricesOnce(context, run);
  let written = 0;
  let idle = 0;
  const failures: unknown[] = [];
  for (const user of await context.identity.users.list()) {
    run.signal.throwIfAborted();
    try {
      const text = (await notifications.isWanted(user.id, report.kind, dedupKey))
        ? await composeFor(context, report, run, user.id, freshPrices)
        : null;
      if (text === null) {
        idle += 1;
        continue;
      }
      const { figures, title, body } = text;
      // The text is what the person was told; the figures behind it are read from the reports.
      const payload = { report: report.kind, due_at: run.dueAt.toISOString(), is_late: run.isLate };
      // A chart of nothing helps nobody.
      const chart = figures.total.current_value === null ? { chart: null } : {};
      const { created } = await notifications.notify(user.id, {
        kind: report.kind,
        dedupKey,
        title,
        body,
        payload,
        ...chart,
      });
      if (created) written += 1;
    } catch (error) {
      log.error({ err: error, job: report.kind, user_id: user.id }, 'a report could not be created');
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    const first = failures[0];
    const why = first instanceof Error ? first.message : String(first);
    throw new Error(`${failures.length} reports could not be created: ${why}`, { cause: first });
  }
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
  const closedFor = context.calendar.isSession('NSE', date)
    ? null
    : context.calendar.sessionReason('NSE', date);
  const isTradingDay = hasSession(
    context,
    view.by_currency.filter(({ holdings_count }) => holdings_count > 0).map(({ currency }) => currency),
    date,
  );
  const text = report.compose(figures, { ...run, closedFor, isTradingDay });
  return text === null ? null : { ...text, figures };
}

/** Tells those who did not get a report that it will not come, and why. */
export async function tellReportFailed(context: JobContext, report: ReportKind, run: Run): Promise<void> {
  const dedupKey = reportKey(report.kind, run.dueAt, report.isHourly);
  for (const user of await context.identity.users.list()) {
    if (!(await context.notifications.isWanted(user.id, report.kind, dedupKey))) continue;
    await context.notifications.notify(user.id, {
      kind: 'system_notice',
      dedupKey: `failed:${dedupKey}`,
      title: `${report.title} could not be created`,
      body: `It was due at ${istTime(run.dueAt)} IST and failed ${run.attempt} times. The server log has the cause. See the figures on the dashboard, or send /report in the chat.`,
    });
  }
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
