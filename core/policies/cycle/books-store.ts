import { amountText, type Decimal, type DbTransaction, fixedText } from '../../platform/index.ts';
import type { LedgerState, Valuation } from '../../strategies/index.ts';
import type { Mode } from '../states.ts';
import {
  amountOf,
  fixedOf,
  performanceJson,
  performanceOf,
  type StoredLedger,
  type StoredPosition,
  taxJson,
  taxOf,
} from './stored-ledger.ts';

/** The books of a policy in one of its modes. */
export interface LedgerKey {
  policy_id: string;
  owner_user_id: string;
  mode: Mode;
}

const whereOf = ({ policy_id, mode }: LedgerKey) => ({ policy_id, mode });

interface StateRow {
  opened_on: string | null;
  day: string | null;
  units_outstanding: Decimal;
  cash: Decimal;
  deposits: Decimal;
  dividends: Decimal;
  realised: Decimal;
  cumulative_costs: Decimal;
  tax: unknown;
  performance: unknown;
}

interface PositionRow {
  instrument_id: string;
  symbol: string;
  quantity: Decimal;
  cost: Decimal;
  charges: Decimal;
  price: Decimal;
  priced_on: string;
  missed_sessions: number;
  held_since: string;
}

interface LotRow {
  instrument_id: string;
  bought_on: string;
  units: Decimal;
  value: Decimal;
  charges: Decimal;
  deductible: Decimal;
  units_left: Decimal;
  cost_left: Decimal;
}

/** The books as they stand; null where there are none. */
export async function readLedger(trx: DbTransaction, key: LedgerKey): Promise<StoredLedger | null> {
  const row = (await trx('policy.policy_state').where(whereOf(key)).first()) as StateRow | undefined;
  if (row === undefined) return null;
  const positions = (await trx('policy.policy_positions')
    .where(whereOf(key))
    .orderBy('instrument_id')) as PositionRow[];
  const lots = (await trx('policy.policy_tax_lots')
    .where(whereOf(key))
    .orderBy(['instrument_id', 'nr'])) as LotRow[];
  const lotsOf = (id: string) => lots.filter(({ instrument_id }) => instrument_id === id);
  return {
    day: row.day,
    openedOn: row.opened_on,
    state: {
      cash: amountOf(row.cash),
      units: fixedOf(row.units_outstanding),
      deposits: amountOf(row.deposits),
      dividends: amountOf(row.dividends),
      realised: amountOf(row.realised),
      costs: amountOf(row.cumulative_costs),
      tax: taxOf(row.tax),
    },
    positions: positions.map(
      (one): StoredPosition => ({
        instrument_id: one.instrument_id,
        symbol: one.symbol,
        quantity: fixedOf(one.quantity),
        cost: amountOf(one.cost),
        charges: amountOf(one.charges),
        price: fixedOf(one.price),
        pricedOn: one.priced_on,
        missed: one.missed_sessions,
        heldSince: one.held_since,
        lots: lotsOf(one.instrument_id).map((lot) => ({
          day: lot.bought_on,
          units: fixedOf(lot.units),
          value: amountOf(lot.value),
          charges: amountOf(lot.charges),
          deductible: amountOf(lot.deductible),
          units_left: fixedOf(lot.units_left),
          cost_left: amountOf(lot.cost_left),
        })),
      }),
    ),
    ...performanceOf(row.performance),
  };
}

/** What is written of a ledger after a session. */
export interface LedgerToWrite {
  /** The last session that the books went through to its close; null before the first. */
  day: string | null;
  /** The last session whose corporate actions they have. */
  openedOn: string | null;
  state: LedgerState;
  valuation: Valuation;
  performance: StoredLedger['performance'];
  benchmarkBase: number | null;
  /** Instrument and symbol of a share of the panel, by its index. */
  share(security: number): { instrument_id: string; symbol: string };
}

/** Writes the books as they stand after a session in the place of those before it. */
export async function writeLedger(trx: DbTransaction, key: LedgerKey, ledger: LedgerToWrite): Promise<void> {
  const { state, valuation } = ledger;
  const row = {
    day: ledger.day,
    opened_on: ledger.openedOn,
    units_outstanding: fixedText(state.units),
    cash: amountText(state.cash),
    deposits: amountText(state.deposits),
    dividends: amountText(state.dividends),
    realised: amountText(state.realised),
    cumulative_costs: amountText(state.costs),
    tax_accrued: amountText(valuation.taxAccrued),
    tax_paid: amountText(valuation.taxPaid),
    tax: taxJson(state.tax),
    nav_gross: fixedText(valuation.navGross),
    nav_net_of_costs: fixedText(valuation.navNetOfCosts),
    nav_net_of_tax: fixedText(valuation.navNetOfTax),
    performance: performanceJson(ledger.performance, ledger.benchmarkBase),
  };
  await trx('policy.policy_state')
    .insert({ ...key, ...row })
    .onConflict(['policy_id', 'mode'])
    .merge(row);
  await trx('policy.policy_tax_lots').where(whereOf(key)).delete();
  await trx('policy.policy_positions').where(whereOf(key)).delete();
  if (state.positions.length === 0) return;
  await trx('policy.policy_positions').insert(
    state.positions.map(({ security, ...position }) => ({
      ...key,
      ...ledger.share(security),
      quantity: fixedText(position.quantity),
      cost: amountText(position.cost),
      charges: amountText(position.charges),
      price: fixedText(position.price),
      priced_on: position.pricedOn,
      missed_sessions: position.missed,
      held_since: position.heldSince,
    })),
  );
  await trx('policy.policy_tax_lots').insert(
    state.positions.flatMap(({ security, lots }) =>
      lots.map((lot, at) => ({
        ...key,
        instrument_id: ledger.share(security).instrument_id,
        nr: at + 1,
        bought_on: lot.day,
        units: fixedText(lot.units),
        value: amountText(lot.value),
        charges: amountText(lot.charges),
        deductible: amountText(lot.deductible),
        units_left: fixedText(lot.units_left),
        cost_left: amountText(lot.cost_left),
      })),
    ),
  );
}
