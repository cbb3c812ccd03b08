import { maintainBrokers } from './broker-maintenance.ts';
import { auditBooks } from './daily-books-audit.ts';
import { backUpDaily, DAILY_BACKUP, tellBackupFailed } from './daily-backup.ts';
import { enrichBetas } from './daily-beta-enrichment.ts';
import { askAboutCorporateActions } from './daily-corporate-actions.ts';
import { takeBenchmarkSnapshots } from './daily-benchmark-snapshot.ts';
import { cleanUp } from './daily-cleanup.ts';
import { keepPriceHistory, PRICE_HISTORY } from './daily-price-history.ts';
import { fetchFxRates } from './fx-rates.ts';
import { runPolicyContributions } from './policy-contributions.ts';
import { runPolicyCycles } from './policy-cycles.ts';
import { auditPolicyAccounts, followPolicyOrders } from './policy-orders.ts';
import { sendPolicyDigests } from './policy-digest.ts';
import { takeGoalSnapshots } from './daily-goal-snapshot.ts';
import { enrichDividends } from './daily-dividend-enrichment.ts';
import { enrichSectors } from './daily-sector-enrichment.ts';
import { measureOutcomes } from './daily-research-outcomes.ts';
import { remindOfSips } from './daily-sip-reminders.ts';
import { recheckTheses } from './daily-thesis-rechecks.ts';
import { daily, everyMinutes, hourly, weekly } from './due-times.ts';
import { eodPortfolioReport } from './eod-portfolio-report.ts';
import { takeHourlySnapshots } from './hourly-portfolio-snapshot.ts';
import { keepHolidayLists } from './holiday-lists.ts';
import { hourlyPortfolioUpdate } from './hourly-portfolio-update.ts';
import type { Job, Lateness, Run } from './job.ts';
import { fillSnapshotGaps } from './snapshot-gaps.ts';
import { watchOptions } from './options-watch.ts';
import type { JobContext } from './job-context.ts';
import { morningWatchlist } from './morning-watchlist.ts';
import { monitorAlerts, monitorUsAlerts } from './support-alert-monitor.ts';
import { morningPortfolioReport } from './morning-portfolio-report.ts';
import { type ReportKind, sendReports, notifyReportFailed } from './reports/send-reports.ts';
import { weeklyLetter } from './weekly-letter.ts';

const HOUR = 60;

/**
 * Every job of Munim; times are wall-clock times in India, and the usual ones where a setting may move them. A job is added by a file and a row.
 * `lateness` says how long after its time a job that was missed (the machine slept, the database was away) is still done.
 */
export const schedule: readonly Job<JobContext>[] = [
  {
    name: 'hourly_portfolio_snapshot',
    summary: 'Records the value of every portfolio every hour.',
    when: hourly(),
    lateness: {
      markAfterMinutes: 5,
      skipAfterMinutes: 59,
      why: 'the value of a past hour cannot be measured',
    },
    run: takeHourlySnapshots,
  },
  {
    name: 'snapshot_gaps',
    summary: 'Fills days without any hourly value from the closes of those days, marked as such.',
    // Runs after the closes of the evening and before the morning's report.
    when: { hours: [7, 20], minutes: [40] },
    coalesceMissed: true,
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 10 * HOUR, why: 'the next run is near' },
    run: fillSnapshotGaps,
  },
  {
    name: 'broker_maintenance',
    summary: 'Renews broker tokens, then syncs the connections that are due.',
    when: everyMinutes(5),
    coalesceMissed: true,
    lateness: { markAfterMinutes: 5, skipAfterMinutes: 9, why: 'the next run does it' },
    run: maintainBrokers,
  },
  {
    name: 'daily_beta_enrichment',
    summary: 'Calculates the beta of holdings against their home index, except betas you entered.',
    when: daily('08:30'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 20 * HOUR, why: 'the next run is near' },
    run: enrichBetas,
  },
  {
    name: 'daily_dividend_enrichment',
    summary:
      'Fetches exchange announcements and recalculates dividends and coupons from them, the ledger and the bonds.',
    when: daily('08:45'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 20 * HOUR, why: 'the next run is near' },
    run: enrichDividends,
  },
  {
    name: 'daily_corporate_actions',
    summary: 'Matches splits, bonuses, renames and mergers with holdings, and asks about new ones.',
    // After the announcements of the morning.
    when: daily('09:00'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 20 * HOUR, why: 'the next run is near' },
    run: askAboutCorporateActions,
  },
  {
    name: 'morning_portfolio_report',
    summary: 'Sends each user their holdings and value.',
    when: daily('09:15'),
    ...report(morningPortfolioReport, { skipAfterMinutes: 3 * HOUR, why: 'the morning is over' }),
  },
  {
    name: 'morning_watchlist_intelligence',
    summary: 'Sends the watchlist’s prices and changes on exchange days.',
    when: daily('09:16'),
    lateness: { markAfterMinutes: 30, skipAfterMinutes: 3 * HOUR, why: 'the morning is over' },
    run: morningWatchlist,
  },
  {
    name: 'support_alert_monitor',
    summary: 'Checks alerts against fresh prices, every 15 minutes from 09:00 to 21:59.',
    when: everyMinutes(15, '09:00', '21:59'),
    coalesceMissed: true,
    lateness: { markAfterMinutes: 5, skipAfterMinutes: 14, why: 'the next run does it' },
    run: (context, run) => monitorAlerts(context, run),
  },
  {
    name: 'us_alert_monitor',
    summary: 'Checks alerts every 15 minutes from 22:00 to 03:45 while New York trades.',
    when: { hours: [0, 1, 2, 3, 22, 23], minutes: [0, 15, 30, 45] },
    coalesceMissed: true,
    lateness: { markAfterMinutes: 5, skipAfterMinutes: 14, why: 'the next run does it' },
    run: monitorUsAlerts,
  },
  {
    name: 'hourly_portfolio_update',
    summary: 'Updates one message a day with value and change, every hour from 09:00 to 21:00.',
    when: hourly('09:00', '21:59'),
    ...report(hourlyPortfolioUpdate, { skipAfterMinutes: 20, why: 'the next update is near' }),
  },
  {
    name: 'eod_portfolio_report',
    summary:
      'Sends each user the day’s figures 15 minutes after NSE closes, also on days with special hours.',
    // Of an ordinary day; `timedSchedule` moves it with the session.
    when: daily('15:45'),
    ...report(eodPortfolioReport, { skipAfterMinutes: 6 * HOUR, why: 'the evening is over' }),
  },
  {
    name: 'weekly_letter',
    summary: 'Sends each user the week in one letter, every Sunday.',
    // After the announcements and corporate actions of the morning, and after most people's quiet hours.
    when: weekly('Sunday', '10:00'),
    ...weeklyLetter,
  },
  {
    name: 'fx_rates',
    summary:
      'Fetches exchange rates, including those for past transactions, where portfolios mix currencies.',
    // Before the morning's report, after Indian trading, and late in London's day.
    when: { hours: [8, 16, 22], minutes: [20] },
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 5 * HOUR, why: 'the next run is near' },
    run: fetchFxRates,
  },
  {
    name: 'daily_benchmark_snapshot',
    summary: 'Fetches the closes of benchmark indexes, including missed days.',
    when: daily('18:30'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 20 * HOUR, why: 'the next run is near' },
    run: takeBenchmarkSnapshots,
  },
  {
    name: 'daily_sector_enrichment',
    summary: 'Fills in missing names and sectors of holdings from the instrument registry.',
    when: daily('18:45'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 20 * HOUR, why: 'the next run is near' },
    run: enrichSectors,
  },
  {
    name: PRICE_HISTORY,
    summary: "Fetches each session's closes from the exchange's files, and missing closes of held shares.",
    // NSE publishes them in the evening.
    when: daily('19:30'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 20 * HOUR, why: 'the next run is near' },
    run: keepPriceHistory,
  },
  {
    name: 'policy_cycles',
    summary:
      'Rebalances policies on paper once the closes of their day are there, and catches up on missed sessions.',
    when: everyMinutes(15),
    coalesceMissed: true,
    lateness: { markAfterMinutes: 5, skipAfterMinutes: 14, why: 'the next run does it' },
    run: runPolicyCycles,
  },
  {
    name: 'policy_orders',
    summary:
      'Sends approved orders of live policies while the market is open, follows those that were sent, and plans new money.',
    when: everyMinutes(1),
    coalesceMissed: true,
    lateness: { markAfterMinutes: 5, skipAfterMinutes: 9, why: 'the next run does it' },
    run: followPolicyOrders,
  },
  {
    name: 'policy_account_audit',
    summary: 'Compares the books of live policies with their brokers on the morning of exchange days.',
    when: daily('08:50'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 12 * HOUR, why: 'the next run is near' },
    run: auditPolicyAccounts,
  },
  {
    name: 'policy_contributions',
    summary: 'Requests the money for instalments that are due today, for policies that trade.',
    // Before the market opens, so that the money can be there for its day.
    when: daily('09:00'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 14 * HOUR, why: 'the next run is near' },
    run: runPolicyContributions,
  },
  {
    name: 'policy_eod_valuation',
    summary: 'Values policies on paper at the closes of the day.',
    when: daily('17:30'),
    lateness: {
      markAfterMinutes: 60,
      skipAfterMinutes: 6 * HOUR,
      why: 'the runs of every quarter of an hour do it',
    },
    run: runPolicyCycles,
  },
  {
    name: 'policy_digest',
    summary: 'Sends the state of each active policy, on exchange days and on Saturdays for the week.',
    // After the closes of 19:30; the later times are for closes that come late.
    when: { hours: [20, 21, 22], minutes: [30] },
    coalesceMissed: true,
    lateness: { markAfterMinutes: 30, skipAfterMinutes: 6 * HOUR, why: 'the evening is over' },
    run: sendPolicyDigests,
  },
  {
    name: 'options_watch',
    summary: 'Tells owners of an options workspace what has changed in it: its guards, and events ahead.',
    when: everyMinutes(1),
    coalesceMissed: true,
    lateness: { markAfterMinutes: 5, skipAfterMinutes: 9, why: 'the next run does it' },
    run: watchOptions,
  },
  {
    name: 'ai_thesis_rechecks',
    summary:
      'Asks for new AI research of one pinned share a day, each in its turn, where that is switched on.',
    when: daily('09:30'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 14 * HOUR, why: 'the day is over' },
    run: recheckTheses,
  },
  {
    name: 'ai_research_outcomes',
    summary:
      'Measures how shares did 5, 20 and 60 sessions after their AI research, where that is switched on.',
    when: daily('16:00'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 20 * HOUR, why: 'the next run is near' },
    run: measureOutcomes,
  },
  {
    name: 'holiday_lists',
    summary: 'Reads the holidays that NSE and NYSE list, and warns before the known days end.',
    // Three tries on a day on which a list is due.
    when: { hours: [8, 14, 20], minutes: [10] },
    coalesceMissed: true,
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 5 * HOUR, why: 'the next run is near' },
    run: keepHolidayLists,
  },
  {
    name: 'daily_sip_reminders',
    summary: 'Sends reminders of instalments due today and of step-ups in the week ahead.',
    when: daily('08:00'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 14 * HOUR, why: 'the day is over' },
    run: remindOfSips,
  },
  {
    name: 'daily_books_audit',
    summary: 'Compares figures of each user’s books that must agree, and reports new differences once.',
    // After the closes, rates and hourly values of the day: the newest recorded value is then of the same prices.
    when: daily('23:05'),
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 20 * HOUR, why: 'the next run is near' },
    run: auditBooks,
  },
  {
    name: 'daily_goal_snapshot',
    summary: 'Records the progress of each active goal once a day.',
    // After the closes and fund values of the day.
    when: daily('23:15'),
    lateness: { markAfterMinutes: 30, skipAfterMinutes: 44, why: 'the day is over' },
    run: takeGoalSnapshots,
  },
  {
    name: DAILY_BACKUP,
    summary:
      'Backs up everything to one file, tries to restore it, and deletes the oldest scheduled backups.',
    // Before the clean-up, so that what that deletes is still in a backup.
    when: daily('02:30'),
    // An hour to write it, and as long as its check may take.
    longestMinutes: 95,
    lateness: { markAfterMinutes: 60, skipAfterMinutes: 20 * HOUR, why: 'the next run is near' },
    run: backUpDaily,
    givenUp: tellBackupFailed,
  },
  {
    name: 'daily_cleanup',
    summary: 'Deletes expired data: staged imports, deleted rows, old messages, old records. Records sizes.',
    when: daily('03:30'),
    lateness: { markAfterMinutes: 30, skipAfterMinutes: 20 * HOUR, why: 'the next run is near' },
    run: cleanUp,
  },
];

/** A report that comes more than five minutes after its time says so. */
function report(kind: ReportKind, limit: Omit<Lateness, 'markAfterMinutes'>) {
  return {
    lateness: { markAfterMinutes: 5, ...limit },
    run: (context: JobContext, run: Run) => sendReports(context, kind, run),
    // An hourly update that is missing explains itself by the next one.
    ...(kind.isHourly
      ? {}
      : { givenUp: (context: JobContext, run: Run) => notifyReportFailed(context, kind, run) }),
  };
}
