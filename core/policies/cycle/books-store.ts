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

/** Of a position or a lot; amounts as text. */
type Texts<K extends string> = Record<K, string>;

type PositionRow = Texts<
  'instrument_id' | 'symbol' | 'quantity' | 'cost' | 'charges' | 'price' | 'priced_on' | 'held_since'
> & { missed_sessions: number };

type LotRow = Texts<
  'instrument_id' | 'bought_on' | 'units' | 'value' | 'charges' | 'deductible' | 'units_left' | 'cost_left'
>;

/** The books as they stand; null where there are none. */
export async function readLedger(trx: DbTransaction, key: LedgerKey): Promise<StoredLedger | null> {
  const { rows } = await trx.raw<{
    rows: (StateRow & { positions: PositionRow[] | null; lots: LotRow[] | null })[];
  }>(
    `select s.*, (
         select json_agg(json_build_object('instrument_id', instrument_id::text, 'symbol', symbol, 'quantity', quantity::text,
           'cost', cost::text, 'charges', charges::text, 'price', price::text, 'priced_on', priced_on,
           'missed_sessions', missed_sessions, 'held_since', held_since) order by instrument_id)
         from policy.policy_positions where policy_id = s.policy_id and mode = s.mode) as positions, (
         select json_agg(json_build_object('instrument_id', instrument_id::text, 'bought_on', bought_on, 'units', units::text,
           'value', value::text, 'charges', charges::text, 'deductible', deductible::text, 'units_left', units_left::text,
           'cost_left', cost_left::text) order by instrument_id, nr)
         from policy.policy_tax_lots where policy_id = s.policy_id and mode = s.mode) as lots
     from policy.policy_state s where s.policy_id = ? and s.mode = ?`,
    [key.policy_id, key.mode],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const positions = row.positions ?? [];
  const lots = row.lots ?? [];
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
    positions: positions.map((one): StoredPosition => ({
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
    })),
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
  const stated = trx('policy.policy_state')
    .insert({ ...key, ...row })
    .onConflict(['policy_id', 'mode', 'owner_user_id'])
    .merge(row);
  const sold = trx('policy.policy_tax_lots').where(whereOf(key)).delete();
  const gone = trx('policy.policy_positions').where(whereOf(key)).delete();
  await trx.raw('with stated as (?), sold as (?) ?', [stated, sold, gone]);
  if (state.positions.length === 0) return;
  const held = trx('policy.policy_positions').insert(
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
  const lots = trx('policy.policy_tax_lots').insert(
    state.positions.flatMap(({ security, lots: own }) =>
      own.map((lot, at) => ({
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
  await trx.raw('with held as (?) ?', [held, lots]);
}
