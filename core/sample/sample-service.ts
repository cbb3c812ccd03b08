import { Readable } from 'node:stream';
import type { Goals } from '../goals/index.ts';
import type { Identity, Parts } from '../identity/index.ts';
import { hasEventsBesides } from '../audit/index.ts';
import type { Income } from '../income/index.ts';
import type { Liabilities } from '../liabilities/index.ts';
import type { Calendar } from '../market/calendar/index.ts';
import type { Notifications } from '../notifications/index.ts';
import {
  addDays,
  conflict,
  type Context,
  createTurns,
  dayBefore,
  istDate,
  istTime,
  systemTimers,
  type Timers,
} from '../platform/index.ts';
import type { PortfolioArea } from '../portfolio/index.ts';
import type { Reports } from '../reports/index.ts';
import {
  FIRST_BROKER,
  FUND_CONTENTS,
  SECOND_BROKER,
  SIP_BEGAN,
  SIP_RUPEES,
  transactionsCsv,
} from './household.ts';
import { INDEX_FUND, pricedOn, SESSIONS } from './securities.ts';

/** Services that fill a sample, the same as those of the doors. */
interface SampleParts {
  samples: Identity['samples'];
  parts: Parts;
  notifications: Pick<Notifications, 'saveSettings'>;
  calendar: Pick<Calendar, 'sessionsBetween'>;
  portfolio: Pick<PortfolioArea, 'imports' | 'portfolios' | 'samplePrices' | 'snapshots'>;
  income: Pick<Income, 'recompute'>;
  goals: Goals;
  liabilities: Pick<Liabilities, 'create'>;
  fundHoldings: Pick<Reports['fundHoldings'], 'replace'>;
  /** Deletes a person's records outside of the main store. May be repeated. */
  forget(userId: string): Promise<void>;
}

/** Actor of the sample's own records; entries of the person have another. */
const BY = { actor: 'sample' };
/** Calendar days that surely contain all sessions. */
const DAYS = 2 * SESSIONS;
/** In India, when the closes of a session are known. */
const AFTER_TRADING = '15:30';
const TARGET = { 'Indian Equity': 50, 'Mutual Fund': 40, 'US Equity': 10 };
const LOAN = { name: 'Car loan', type: 'LOAN', balance: 280_000, rate_pct: 9.2, emi: 9500 };
const GOAL = {
  name: 'A home of our own',
  type: 'CORPUS',
  target_corpus: 2_500_000,
  inflation_pct: 5,
  expected_return_pct: 10,
};
const YEARS_TO_GOAL = 6;
const SIP = {
  name: 'Monthly savings',
  amount: SIP_RUPEES,
  frequency: 'monthly',
  portfolio: FIRST_BROKER,
  symbol: INDEX_FUND,
};
/** Longest wait for another process that makes the same sample. */
const PATIENCE_MS = 20_000;
const LOOK_AGAIN_MS = 100;

export type Sample = ReturnType<typeof createSample>;

/**
 * A made-up household to look around with. It is a separate person, shown in the sessions of the real one while it exists. So
 * made-up records never mix with real ones, and deleting that person removes them all. No outside source is called.
 */
export function createSample(
  { clock, database }: Context,
  ports: SampleParts,
  timers: Pick<Timers, 'sleep'> = systemTimers,
) {
  const { samples, portfolio, goals } = ports;
  const turns = createTurns();

  /** Works alone for one person, across processes. The lock ends with the process. @throws Problem 409 SAMPLE_BUSY */
  async function alone<T>(userId: string, work: () => Promise<T>): Promise<T> {
    return await turns.run(userId, async () => {
      for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_AGAIN_MS) {
        const lock = await database.held.tryTake({ kind: 'named', name: `sample of ${userId}` });
        if (lock !== null)
          try {
            return await work();
          } finally {
            await lock.release();
          }
        await timers.sleep(LOOK_AGAIN_MS);
      }
      throw conflict(
        'SAMPLE_BUSY',
        'The made-up household is being created or removed. Try again in a moment.',
      );
    });
  }

  async function discard(userId: string): Promise<void> {
    const sample = await samples.of(userId);
    if (sample === null) return;
    // Records outside of the main store go first, so that an interrupted removal can be repeated as a whole.
    await ports.forget(sample.id);
    await samples.remove(userId);
    await ports.forget(sample.id);
  }

  /** Writes all records of a new sample, independent ones in parallel. */
  async function fill(id: string): Promise<void> {
    const now = clock.now();
    const today = istDate(now);
    const lastDay = istTime(now) < AFTER_TRADING ? dayBefore(today) : today;
    const days = ports.calendar.sessionsBetween('NSE', addDays(today, -DAYS), lastDay).slice(-SESSIONS);
    const dayOf = (age: number) => days.at(-1 - age) ?? today;
    const file = Readable.from([Buffer.from(transactionsCsv(dayOf))]);
    const [staged, first, goal] = await Promise.all([
      portfolio.imports.stage(id, file, { file_name: 'sample.csv' }),
      portfolio.portfolios.create(id, { name: FIRST_BROKER, target_allocation: TARGET }, BY),
      goals.goals.create(
        id,
        { ...GOAL, target_date: `${Number(today.slice(0, 4)) + YEARS_TO_GOAL}-04-01` },
        BY,
      ),
      portfolio.portfolios.create(id, { name: SECOND_BROKER, target_allocation: TARGET }, BY),
      ports.liabilities.create(id, LOAN, BY),
      // The import and the choice of parts are the sample's, not the person's.
      ports.notifications.saveSettings(id, { modes: { import_finished: 'off' } }),
      ports.parts.save(id, {}),
    ]);
    const sip = await goals.sips.create(id, { ...SIP, start_date: dayOf(SIP_BEGAN) }, BY);
    await goals.links.put(id, goal.id, { link_type: 'PORTFOLIO', link_id: first.id, percentage: 100 }, BY);
    await goals.links.put(id, goal.id, { link_type: 'SIP', link_id: sip.id, percentage: 100 }, BY);
    const { issues } = await portfolio.imports.commit(id, { import_id: staged.import_id }, BY);
    if (issues.length > 0) throw new Error(`the sample has rows that are refused: ${JSON.stringify(issues)}`);
    const holdings = FUND_CONTENTS.map(([stock_symbol, weight_pct]) => ({ stock_symbol, weight_pct }));
    const contents = { as_of: dayOf(0), holdings, source: 'SAMPLE' };
    await Promise.all([
      portfolio.samplePrices.record(id, pricedOn(days)),
      ports.income.recompute(id, BY),
      ports.fundHoldings.replace(id, INDEX_FUND, contents, BY),
    ]);
    await portfolio.snapshots.take(id);
  }

  const hasEntries = (id: string): Promise<boolean> =>
    database.readAsUser(id, (trx) => hasEventsBesides(trx, BY.actor));

  return {
    /**
     * Shows the sample in all sessions of a person, and makes it first if there is none. Waits for a sample that another request
     * is making, and replaces one that a killed process left unfinished.
     * @throws Problem 409 SAMPLE_BUSY
     */
    async show(userId: string): Promise<void> {
      await alone(userId, async () => {
        if ((await samples.of(userId))?.isReady === true) return;
        await discard(userId);
        const id = await samples.begin(userId, 'Sample');
        await fill(id);
        await samples.show(userId, id);
      });
    },

    /**
     * Removes the sample with all its records, so that the sessions of the person show their own figures. Does nothing without
     * one.
     * @param entries `remove` if entries of the person in the sample may be deleted with it.
     * @throws Problem 409 SAMPLE_BUSY, SAMPLE_HAS_ENTRIES
     */
    async remove(userId: string, entries?: 'remove'): Promise<void> {
      await alone(userId, async () => {
        const sample = await samples.of(userId);
        if (sample === null) return;
        if (entries !== 'remove' && (await hasEntries(sample.id)))
          throw conflict(
            'SAMPLE_HAS_ENTRIES',
            'You entered or imported something into the made-up household. It is removed with it.',
          );
        await discard(userId);
      });
    },
  };
}
