import type { Notifications } from '../../notifications/index.ts';
import { type Context, istDate, type Topic, withTimeOf } from '../../platform/index.ts';
import type { Fx } from '../../market/index.ts';
import { NEWEST_WITHIN_DAYS, type PortfolioArea } from '../../portfolio/index.ts';
import { auditRates } from './audit-rates.ts';
import { keepAudit, readAudit } from './audit-store.ts';
import { audit, type AuditedIdentity } from './identity.ts';
import { IDENTITIES } from './identities.ts';
import type {
  AuditReadings,
  AttributionReading,
  DebtReading,
  NetWorthReading,
  PerformanceReading,
  TaxReading,
  ValueHistoryReading,
} from './readings.ts';
import type { AuditFinding, BooksAudit } from './view.ts';
import { differenceNotice } from './words.ts';

/** The reports above this area, read as chat, API and dashboard read them. */
export interface AuditedReports {
  attribution(userId: string): Promise<AttributionReading>;
  tax(userId: string): Promise<TaxReading>;
  debts(userId: string): Promise<readonly DebtReading[]>;
  networth(userId: string): Promise<NetWorthReading>;
  performance(userId: string): Promise<PerformanceReading>;
  valueHistory(userId: string): Promise<ValueHistoryReading>;
  /** The value in the exported file of the performance report; undefined where the file has none. */
  exported(userId: string): Promise<number | undefined>;
  /** The total value that answers in chat are made of. */
  chat(userId: string): Promise<number | null>;
}

interface AuditParts {
  portfolio: Pick<PortfolioArea, 'dashboard' | 'holdings' | 'portfolios' | 'facts' | 'snapshots'>;
  fx: Pick<Fx, 'newest'>;
  reports: AuditedReports;
  notifications: Pick<Notifications, 'notifyWithin'>;
}

/** All that the compared figures follow from. */
const RESTS_ON: readonly Topic[] = ['ledger', 'prices', 'rates', 'snapshots', 'liabilities'];
/** Reads of books that change all the time end. */
const MOST_READS = 3;
const CHANGING = 'The books changed while they were compared. Check again.';

export type BooksAuditService = ReturnType<typeof createBooksAudit>;

/** The audit of identities: each person's figures by a second path (core/quality/audit/identities.ts). */
export function createBooksAudit(
  { clock, config, database, log }: Pick<Context, 'clock' | 'config' | 'database' | 'log'>,
  { portfolio, fx, reports, notifications }: AuditParts,
) {
  async function readings(userId: string): Promise<AuditReadings> {
    // One report that fails leaves its own identities uncompared.
    const read = async <T>(figure: string, work: () => Promise<T>): Promise<T | null> => {
      try {
        return await work();
      } catch (error) {
        log.warn({ err: error, user_id: userId, figure }, 'a figure could not be read for the audit');
        return null;
      }
    };
    const overview = await read('overview', () => portfolio.dashboard.read(userId));
    const holdings = await read('holdings', () => portfolio.holdings.all(userId));
    const portfolios = await read('portfolios', () => portfolio.portfolios.list(userId));
    const debts = await read('debts', () => reports.debts(userId));
    return {
      today: istDate(clock.now()),
      overview,
      holdings,
      portfolios,
      debts,
      rates: await read('rates', async () =>
        auditRates(await fx.newest(NEWEST_WITHIN_DAYS), config.PORTFOLIO_USD_TO_INR_REFERENCE_FX),
      ),
      facts: await read('ledger', () => portfolio.facts.read(userId)),
      attribution: await read('attribution', () => reports.attribution(userId)),
      tax: await read('tax', () => reports.tax(userId)),
      networth: await read('net worth', () => reports.networth(userId)),
      performance: await read('performance', () => reports.performance(userId)),
      value_history: await read('value history', () => reports.valueHistory(userId)),
      exported: await read('export', async () => ({ value: await reports.exported(userId) })),
      chat: await read('chat', async () => ({ value: await reports.chat(userId) })),
    };
  }

  /** All figures of one state of the books: read again while something changes between the first and the last. */
  async function compared(userId: string, signal?: AbortSignal): Promise<AuditedIdentity[]> {
    for (let round = 0; round < MOST_READS; round += 1) {
      signal?.throwIfAborted();
      const before = await database.revision(userId, RESTS_ON);
      const read = await readings(userId);
      if ((await database.revision(userId, RESTS_ON)) === before)
        return IDENTITIES.map((identity) => audit(identity, read));
    }
    return IDENTITIES.map((identity) => ({
      identity,
      comparisons: [
        { subject: '', left: null, right: null, currency: null, reason: CHANGING, state: 'NOT_COMPARED' },
      ],
    }));
  }

  return {
    /**
     * Compares now, keeps the result, and tells the person of differences that are new. A repeat tells nothing twice: a
     * difference is told again only after an audit has found it gone.
     */
    async run(userId: string, signal?: AbortSignal): Promise<BooksAudit> {
      const at = clock.now();
      const audited = await withTimeOf('report', () => compared(userId, signal));
      return await database.asUser(userId, async (trx) => {
        const fresh: AuditFinding[] | null = await keepAudit(trx, userId, audited, at);
        if (fresh !== null && fresh.length > 0)
          await notifications.notifyWithin(trx, userId, differenceNotice(fresh));
        return await readAudit(trx);
      });
    },

    /** The last audit. */
    async read(userId: string): Promise<BooksAudit> {
      return await database.readAsUser(userId, readAudit);
    },
  };
}
