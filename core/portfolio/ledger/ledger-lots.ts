import type { DisposalRecord, UnmatchedRecord } from '../../finance/lots/disposals.ts';
import type { LotReader, OpenLot, TakenLot } from '../../finance/lots/lot-queue.ts';
import { FIXED_ONE, parseAmount, parseFixed } from '../../platform/fixed-point.ts';
import { compareInReplay } from './replay-order.ts';
import type { LedgerTransaction } from './transaction.ts';

export type LedgerLot = OpenLot<LedgerTransaction>;
export type TakenLedgerLot = TakenLot<LedgerTransaction>;
export type LedgerDisposal = DisposalRecord<LedgerTransaction>;
export type LedgerUnmatched = UnmatchedRecord<LedgerTransaction>;

/** What rows of the ledger make of lots: a purchase costs its amount and fee, a transfer brings the cost it came with. */
export const LEDGER_LOTS: LotReader<LedgerTransaction> = {
  read(row) {
    const units = parseFixed(row.quantity);
    const heldSince = row.acquired_on ?? row.date;
    if (row.type !== 'TRANSFER_IN') {
      const cost = units * parseFixed(row.price) + parseFixed(row.fee_tax) * FIXED_ONE;
      return { units, cost, heldSince };
    }
    const carried = row.carried_cost ?? null;
    return { units, cost: carried === null ? null : parseAmount(carried), heldSince };
  },
  price: (row) => (row.type === 'BUY' ? parseFixed(row.price) : null),
  compare: compareInReplay,
  dayOf: (row) => row.date,
};
