import { limitPrice } from '../../brokers/orders/index.ts';
import { chargesOf } from '../../finance/charges/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import {
  amountText,
  type Context,
  type DbTransaction,
  fixedText,
  istDate,
  type Leased,
  parseFixed,
  tellChange,
} from '../../platform/index.ts';
import type { CycleParts, PolicyWork } from '../cycle/index.ts';
import { SWEEP_BAND_PCT } from '../live-limits.ts';
import { planExpiry } from '../plan-life.ts';
import { createFundReader, type Fund } from './liquid-fund.ts';
import { placementEnd } from './placement-time.ts';
import { skippedNotice } from './sweep-notices.ts';
import { type DueSweep, type PlannedSweep, readDueSweeps, writeSkipped, writeSweep } from './sweep-store.ts';
import { type SweepPermission, sweepPermission, sweepQuantity } from './sweep-terms.ts';

interface SweepParts extends Pick<CycleParts, 'calendar' | 'leases' | 'loader' | 'quotesOf'> {
  work: Pick<PolicyWork, 'withPolicy'>;
  notifications: Pick<Notifications, 'notifyWithin'>;
}

export type LiquidSweeps = ReturnType<typeof createLiquidSweeps>;

/**
 * Buys a liquid fund with cash that a rebalance left over, for policies whose settings permit it: the one order that nobody is
 * asked about (spec: Policy rules 4). It is written as a plan that is approved already; from there on it is placed, followed
 * and booked like any other. A rebalance has one sweep at most, whoever tries.
 */
export function createLiquidSweeps(
  context: Pick<Context, 'clock' | 'config' | 'database' | 'log'>,
  parts: SweepParts,
) {
  const { clock, config: settings, database, log } = context;
  const { calendar, leases } = parts;
  // What is too little for one unit is not looked at every minute anew.
  const idle = new Map<string, string>();
  const stateOf = ({ cycle_id, cash, taxOwed, config }: DueSweep): string =>
    JSON.stringify([istDate(clock.now()), cycle_id, String(cash), String(taxOwed), config]);

  const fundOf = createFundReader(context, parts);
  const lastSession = (): string => calendar.previousSession('NSE', istDate(clock.now()));

  /** Policies that have enough cash by their settings. */
  async function due(of: Parameters<typeof readDueSweeps>[2] = {}): Promise<DueSweep[]> {
    const rows = await database.readAsSystem('find cash that a rebalance left over', (trx) =>
      readDueSweeps(trx, lastSession(), of),
    );
    return rows.filter((row) => {
      const permission = sweepPermission(row.config);
      return (
        permission !== null &&
        row.cash - row.taxOwed >= permission.min &&
        idle.get(row.policy_id) !== stateOf(row)
      );
    });
  }

  function planned(sweep: DueSweep, permission: SweepPermission, found: Extract<Fund, { fund: object }>) {
    const now = clock.now();
    const day = istDate(now);
    const { fund, reference, source } = found;
    const limit = parseFixed(limitPrice('BUY', fixedText(reference), String(SWEEP_BAND_PCT)));
    const free = sweep.cash - sweep.taxOwed;
    const { quantity, wanted } = sweepQuantity(permission, { free, limit, day });
    const charges = chargesOf({ side: 'BUY', kind: 'OTHER_ETF', day, value: quantity * reference });
    const latest = planExpiry(calendar, sweep.config, now);
    // An evening's rebalance does not wait for it.
    const end = placementEnd(calendar, settings, now);
    return {
      fund,
      quantity,
      wanted,
      reference,
      source,
      limit,
      charges,
      now,
      expires_at: end !== null && end < latest ? end : latest,
      evidence: {
        permitted_by: {
          liquid_sweep_enabled: true,
          liquid_symbol: permission.symbol,
          liquid_sweep_min: amountText(permission.min),
          max_order_value: amountText(permission.maxOrderValue),
        },
        cash: amountText(sweep.cash),
        tax_owed: amountText(sweep.taxOwed),
        reference_price: fixedText(reference),
        reference_source: source,
        limit_price: fixedText(limit),
        affordable: fixedText(wanted),
        quantity: fixedText(quantity),
      },
    } satisfies PlannedSweep;
  }

  /** Writes what is decided if everything is still as it was when it was. @returns whether a plan was written. */
  async function decide(
    sweep: DueSweep,
    held: Leased<'id'>,
    guard: (trx: DbTransaction) => Promise<unknown>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const permission = sweepPermission(sweep.config);
    if (permission === null) return false;
    const found = await fundOf(sweep, permission, signal);
    const plan = 'fund' in found ? planned(sweep, permission, found) : null;
    if (plan?.quantity === 0n) {
      idle.set(sweep.policy_id, stateOf(sweep));
      return false;
    }
    return await database.asSystem(
      { why: 'write a liquid sweep', owner: sweep.owner_user_id },
      async (trx) => {
        await guard(trx);
        await leases.assertLease(trx, held);
        const [still] = await readDueSweeps(trx, lastSession(), { policyId: sweep.policy_id });
        if (still === undefined || stateOf(still) !== stateOf(sweep)) return false;
        if (plan === null) {
          await skip(trx, sweep, permission, found as Extract<Fund, { missing: string }>);
          return false;
        }
        const id = await writeSweep(trx, sweep, plan);
        await tellChange(trx, [sweep.owner_user_id], ['policies']);
        return id !== null;
      },
    );
  }

  async function skip(
    trx: DbTransaction,
    sweep: DueSweep,
    { symbol }: SweepPermission,
    { instrument_id, missing }: Extract<Fund, { missing: string }>,
  ): Promise<void> {
    const message = `${missing}, so the spare cash stays uninvested until the next rebalance.`;
    const day = istDate(clock.now());
    await writeSkipped(trx, sweep, { day, instrument_id, symbol, message });
    await parts.notifications.notifyWithin(trx, sweep.owner_user_id, skippedNotice(sweep, symbol, message));
    await tellChange(trx, [sweep.owner_user_id], ['policies']);
  }

  return {
    /** Accounts over which a policy has cash to sweep. To be asked while orders may be sent. */
    accounts: async (): Promise<string[]> => [
      ...new Set((await due()).map(({ connection_id }) => connection_id)),
    ],

    /**
     * Writes the sweeps of an account that are due. A policy that another process works on waits for the next turn.
     * @param guard throws where this process may not trade the account any more. @returns how many plans are to be sent.
     */
    async write(
      connectionId: string,
      guard: (trx: DbTransaction) => Promise<unknown>,
      signal: AbortSignal,
    ): Promise<number> {
      let written = 0;
      for (const sweep of await due({ connectionId })) {
        const isWritten = await parts.work.withPolicy(sweep.policy_id, signal, async (_, held, inner) => {
          return await decide(sweep, held, guard, inner);
        });
        if (isWritten === true) {
          written += 1;
          log.info({ policy_id: sweep.policy_id }, 'spare cash is swept into the liquid fund');
        }
      }
      return written;
    },
  };
}
