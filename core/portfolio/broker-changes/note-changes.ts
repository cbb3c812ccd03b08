import { readOriginals } from '../../audit/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import type { TransactionType } from '../ledger/index.ts';
import { closeVanishedAgain, type NewChange, withdrawChanges, writeChanges } from './change-store.ts';
import {
  compareMissing,
  compareReturned,
  compareTrade,
  brokerCorrectionIds,
  type Finding,
  isCorrection,
  type TradeFacts,
} from './compare-trades.ts';
import {
  type ComparedRow,
  differingTrades,
  hasKnownTrade,
  knownIds,
  leaveOut,
  missingTrades,
  returnedTrades,
  type StagedReading,
} from './reading-store.ts';

/** A sync that found nothing changed. */
export const NOTHING_NOTED: NotedChanges = { opened: [], changed: false };

/** A second reading says the same as the first one only some time later. */
const APART_MS = 3_600_000;

/** What a sync noted about changes of its broker. */
export interface NotedChanges {
  /** Entries that the person is asked about from now on. */
  opened: Pick<NewChange, 'subject' | 'kind' | 'symbol' | 'before' | 'after'>[];
  /** Something was written. */
  changed: boolean;
}

/**
 * Compares the staged trades of a sync with the recorded ones, before any of them is recorded, and writes an entry for each
 * that the broker changed, took away or brought back. Nothing recorded is changed; what came back is left out of the sync.
 * Writing nothing for what is known already makes a repeat of the sync free.
 */
export async function noteTrades(
  trx: DbTransaction,
  reading: StagedReading,
  { userId, now }: { userId: string; now: Date },
): Promise<NotedChanges> {
  const gone = await closeVanishedAgain(trx, reading);
  const returned = await returnedTrades(trx, reading);
  if (returned.length > 0)
    await leaveOut(
      trx,
      reading.importId,
      returned.map(({ subject }) => subject),
    );
  const differing = await withoutCorrections(trx, reading, await differingTrades(trx, reading));
  const missing = await withoutCorrections(trx, reading, await missingTrades(trx, reading));

  const edited = differing.filter((one) => one.is_edited).flatMap((one) => one.transaction_id ?? []);
  const originals = await readOriginals(trx, edited);
  const isAlive = missing.length > 0 && (await hasKnownTrade(trx, reading));

  const found: (readonly [Pick<ComparedRow, 'subject' | 'recorded'>, Finding | null])[] = [
    ...returned.map((row) => [row, row.noted && compareReturned({ ...row, noted: row.noted })] as const),
    ...differing.map((row) => {
      const original = originals.get(row.transaction_id ?? '');
      return [
        row,
        compareTrade({ ...row, original: original === undefined ? null : factsOf(row.recorded, original) }),
      ] as const;
    }),
    ...missing.map((row) => {
      const isLacking = row.noted?.kind === 'VANISHED' && row.noted.state === 'UNSURE';
      const isApart = isLacking && now.getTime() - (row.noted_at ?? now).getTime() >= APART_MS;
      return [row, compareMissing({ noted: row.noted, isSure: isAlive || isApart })] as const;
    }),
  ];
  const written = found.flatMap(([{ subject, recorded }, finding]): NewChange[] =>
    finding === null || finding.state === 'WITHDRAWN'
      ? []
      : [{ subject, symbol: recorded.symbol, before: recorded, ...finding }],
  );
  const withdrawn = found.flatMap(([{ subject }, finding]) =>
    finding?.state === 'WITHDRAWN' ? [subject] : [],
  );
  await writeChanges(trx, { userId, ...reading, now }, written);
  await withdrawChanges(trx, reading.portfolioId, withdrawn, now);
  return {
    opened: written.filter(({ state }) => state === 'OPEN'),
    changed: written.length + withdrawn.length + gone > 0,
  };
}

/** Without the trades that the broker itself takes back or corrects by a row of its own, and without these rows. */
async function withoutCorrections<R extends { subject: string }>(
  trx: DbTransaction,
  reading: StagedReading,
  rows: readonly R[],
): Promise<R[]> {
  const known = await knownIds(
    trx,
    reading,
    rows.flatMap(({ subject }) => brokerCorrectionIds(subject)),
  );
  return rows.filter(
    ({ subject }) => !isCorrection(subject) && !brokerCorrectionIds(subject).some((id) => known.has(id)),
  );
}

/** The facts of a trade as an audit event has them. */
function factsOf(
  recorded: TradeFacts,
  event: {
    date: string;
    type: string;
    quantity: number;
    price: number | null;
    fee_tax: number;
    currency: string;
  },
): TradeFacts {
  return {
    ...recorded,
    date: event.date,
    type: event.type as TransactionType,
    quantity: String(event.quantity),
    price: String(event.price ?? 0),
    fee_tax: String(event.fee_tax),
    currency: event.currency,
  };
}
