import { letterBody, letterTitle } from '../charts/letter-text.ts';
import { day } from '../charts/format.ts';
import { istDate, istTime } from '../core/platform/index.ts';
import { isWorthSending } from '../core/reports/index.ts';
import { forEachUser } from './for-each-user.ts';
import type { Job, Run } from './job.ts';
import type { JobContext } from './job-context.ts';
import { reportKey, notifyReportFailed } from './reports/send-reports.ts';

/** Kind of the notice, and its name in the notice of a failure. */
const LETTER = { kind: 'weekly_letter', title: 'The weekly letter', isHourly: false } as const;

/**
 * Sends the letter of the week up to Sunday, once to each person with holdings and news. A late letter is still about that week,
 * and says when it was due.
 */
export async function sendWeeklyLetters(
  context: Pick<JobContext, 'identity' | 'log' | 'notifications' | 'reports'>,
  run: Run,
): Promise<string> {
  const { notifications, reports } = context;
  const { kind } = LETTER;
  const to = istDate(run.dueAt);
  const dedupKey = reportKey(kind, run.dueAt);
  const { written, idle } = await forEachUser(
    context,
    run,
    'weekly letters could not be created',
    { written: 0, idle: 0 },
    async (userId) => {
      const letter = await reports.letter.read(userId, { to });
      if (!isWorthSending(letter)) return { idle: 1 };
      const late = run.isLate ? [`Late: this was due on ${day(to)} at ${istTime(run.dueAt)} IST.`] : [];
      const { created } = await notifications.notify(userId, {
        kind,
        dedupKey,
        title: letterTitle(letter),
        body: [letterBody(letter), ...late].join('\n\n'),
        // The text has the figures.
        payload: { from: letter.from, to, is_late: run.isLate },
        // An empty chart is left out.
        ...(letter.value.amount === null ? { chart: null } : {}),
      });
      return { written: Number(created) };
    },
    async (everybody) => await notifications.wantedBy(everybody, kind, dedupKey),
  );
  return `${written} created, ${idle} had nothing to say`;
}

/** Longest delay, and the treatment of later ones. */
export const weeklyLetter: Pick<Job<JobContext>, 'lateness' | 'run' | 'givenUp'> = {
  lateness: { markAfterMinutes: 60, skipAfterMinutes: 72 * 60, why: 'half of the next week is over' },
  run: sendWeeklyLetters,
  givenUp: (context, run) => notifyReportFailed(context, LETTER, run),
};
