import { forEachUser } from './for-each-user.ts';
import type { PersonalRun } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Compares figures that must agree in each person's books, and tells the person of a new difference. A repeat replaces the
 * result of the day and tells nothing twice.
 */
export async function auditBooks(
  context: Pick<JobContext, 'identity' | 'quality' | 'log'>,
  run: PersonalRun,
): Promise<string> {
  const all = await forEachUser(
    context,
    run,
    'books could not be audited',
    { books: 0, agreed: 0, not_compared: 0, findings: 0 },
    async (userId) => {
      const { identities, findings } = await context.quality.audit.run(userId, run.signal);
      return {
        books: 1,
        agreed: identities.filter(({ state }) => state === 'AGREES').length,
        not_compared: identities.filter(({ state }) => state === 'NOT_COMPARED').length,
        findings: findings.length,
      };
    },
  );
  return `${all.books} books: ${all.agreed} identities agree, ${all.not_compared} not compared, ${all.findings} differences`;
}
