import { randomUUID } from 'node:crypto';
import type { Calendar } from '../../market/calendar/index.ts';
import { type Actor, type Context, dayInWords, istDate, Problem } from '../../platform/index.ts';
import type { TakeRecords } from '../ingest/index.ts';
import { expiryMoment } from '../records/index.ts';
import { type OptionsStore, writeAudit } from '../store/index.ts';
import type { Watcher } from '../watch/index.ts';
import { monthlyExpiryBy } from './monthly-expiry.ts';
import { type Reading, type ReadingOptions, readTradebook } from './read-tradebook.ts';
import { readGivenSettlements, writeSettlements } from './settlement-store.ts';
import { evidenceOf, summaryOf, tradeView, unsettledOf } from './summary.ts';
import { planOf, tradesAround } from './tradebook-plan.ts';
import {
  forgetFile,
  insertFills,
  keepFile,
  readFile,
  readFillsOf,
  readFillsOfExpired,
  readFillsOfUnknown,
} from './tradebook-store.ts';
import type { SettledView, SettlementInput, SettlementsView, TradebookView } from './tradebook-view.ts';
import { writeTrades } from './write-trades.ts';

/** Strategy of fills for which nobody names one. */
const TRADEBOOK_STRATEGY = 'tradebook';
/** A file that was shown waits for its confirmation so long. */
const KEPT_HOURS = 24;

/** Tradebooks of brokers: fills of futures and options, and the trades that they make. */
export interface Tradebooks {
  /** Reads a file, and writes nothing. @returns null where it is no tradebook by its columns. @throws Problem 413, 422 */
  read(source: AsyncIterable<Uint8Array>, options?: Partial<ReadingOptions>): Promise<Reading | null>;
  /** What importing it would come to. */
  preview(userId: string, reading: Reading): Promise<TradebookView>;
  /** Takes the fills and brings the trades in line with them, all or nothing. The same file again changes nothing. */
  commit(userId: string, reading: Reading, file: { name: string; actor: Actor }): Promise<TradebookView>;
  /** Keeps a file that was read for a day, until it is confirmed. @returns its id */
  keep(userId: string, reading: Reading, name: string): Promise<string>;
  /** @throws Problem 404 TRADEBOOK_NOT_FOUND: it was imported or discarded, or the day is over */
  commitKept(userId: string, id: string, actor: Actor): Promise<TradebookView>;
  discard(userId: string, id: string): Promise<void>;
  /**
   * Says what an underlying was settled at on an expiry, so that contracts without a closing fill have a result.
   * @throws Problem 422 NOT_EXPIRED, 404 NO_FILLS_OF_EXPIRY
   */
  settle(userId: string, settlement: SettlementInput, actor: Actor): Promise<SettledView>;
  /** Expiries whose settlement is known, and those for which it is missing. */
  settlements(userId: string): Promise<SettlementsView>;
  /** Ends trades whose contracts have expired since they were imported. */
  readonly watcher: Watcher;
}

export function createTradebooks(
  { clock }: Pick<Context, 'clock'>,
  store: OptionsStore,
  { calendar, take }: { calendar: Calendar; take: TakeRecords },
): Tradebooks {
  const monthlyExpiry = monthlyExpiryBy(calendar);

  async function commit(
    userId: string,
    reading: Reading,
    { name, actor, kept }: { name: string; actor: Actor; kept?: string },
  ): Promise<TradebookView> {
    return await store.change(userId, async (workspace) => {
      const now = clock.now();
      if (kept !== undefined) await forgetFile(workspace, kept);
      const plan = await planOf(workspace, reading, now);
      await insertFills(workspace, plan.fresh);
      await writeSettlements(workspace, plan.settlements, { by: `file ${name}`.slice(0, 200), at: now });
      const written = await writeTrades(workspace, plan.trades, { take, actor: actor.actor, now });
      const view = summaryOf(reading, plan, written);
      if (plan.fresh.length + plan.settlements.length > 0)
        await writeAudit(
          workspace,
          {
            actor: actor.actor,
            action: 'TRADEBOOK_IMPORTED',
            subject: name.slice(0, 200),
            reason: null,
            evidence: evidenceOf(view),
          },
          now,
        );
      return view;
    });
  }

  return {
    read: async (source, { strategy = TRADEBOOK_STRATEGY, brokerage = null } = {}) =>
      await readTradebook(source, { strategy, brokerage }, monthlyExpiry),
    preview: async (userId, reading) =>
      await store.read(userId, async (workspace) =>
        summaryOf(reading, await planOf(workspace, reading, clock.now()), null),
      ),
    commit,
    async keep(userId, reading, name) {
      const id = randomUUID();
      const now = clock.now();
      const expires_at = new Date(now.getTime() + KEPT_HOURS * 3_600_000).toISOString();
      await store.change(userId, async (workspace) => {
        const file = { id, name: name.slice(0, 200), expires_at, reading_json: JSON.stringify(reading) };
        await keepFile(workspace, file, now);
      });
      return id;
    },
    async commitKept(userId, id, actor) {
      const file = await store.read(userId, async (workspace) => await readFile(workspace, id));
      if (file === null || file.expires_at < clock.now().toISOString())
        throw new Problem(
          404,
          'TRADEBOOK_NOT_FOUND',
          'This file was imported or discarded already, or a day has passed. Send it again: nothing is imported twice.',
        );
      const reading = JSON.parse(file.reading_json) as Reading;
      return await commit(userId, reading, { name: file.name, actor, kept: id });
    },
    discard: async (userId, id) =>
      await store.change(userId, async (workspace) => await forgetFile(workspace, id)),
    async settle(userId, { underlying, expiry, price }, { actor }) {
      return await store.change(userId, async (workspace) => {
        const now = clock.now();
        if (expiryMoment(expiry) > now.toISOString())
          throw new Problem(422, 'NOT_EXPIRED', `Contracts of ${dayInWords(expiry)} have not expired yet.`);
        const fills = await readFillsOf(workspace, underlying, expiry);
        if (fills.length === 0)
          throw new Problem(
            404,
            'NO_FILLS_OF_EXPIRY',
            `There are no fills of ${underlying} contracts that expired on ${dayInWords(expiry)}. Import the tradebook first.`,
          );
        const settlement = { underlying, expiry, price };
        await writeSettlements(workspace, [settlement], { by: actor, at: now });
        const trades = await tradesAround(workspace, fills, [settlement], now);
        await writeTrades(workspace, trades, { take, actor, now });
        await writeAudit(
          workspace,
          {
            actor,
            action: 'EXPIRY_SETTLED',
            subject: `${underlying} ${expiry}`,
            reason: null,
            evidence: { price },
          },
          now,
        );
        const ended = trades.filter((trade) =>
          trade.closed.some(({ contract, isExpired }) => isExpired && contract.expiry === expiry),
        );
        return { underlying, expiry, price, trades: ended.map(tradeView) };
      });
    },
    settlements: async (userId) =>
      await store.read(userId, async (workspace) => {
        const unknown = await readFillsOfUnknown(workspace);
        const trades = await tradesAround(workspace, unknown, [], clock.now());
        return { unsettled: unsettledOf(trades), settled: await readGivenSettlements(workspace) };
      }),
    watcher: {
      name: 'expired contracts of tradebooks',
      async look(userId, now) {
        const expired = await store.read(userId, async (workspace) => {
          const fills = (await readFillsOfExpired(workspace, istDate(now))).filter(
            ({ expiry }) => expiryMoment(expiry) <= now.toISOString(),
          );
          const ids = new Set(fills.map(({ fill_id }) => fill_id));
          const trades = await tradesAround(workspace, fills, [], now);
          // A trade may go on with contracts that expire later.
          return trades.some(
            (trade) => trade.closed_at !== null && trade.fills.some(({ fill }) => ids.has(fill.fill_id)),
          )
            ? fills
            : [];
        });
        if (expired.length > 0)
          await store.change(userId, async (workspace) => {
            const trades = await tradesAround(workspace, expired, [], now);
            await writeTrades(workspace, trades, { take, actor: 'workspace', now });
          });
        return [];
      },
    },
  };
}
