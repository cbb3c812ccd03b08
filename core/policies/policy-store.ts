import { raw } from 'objection';
import type { PartUse } from '../identity/index.ts';
import { conflict, type DbTransaction, type Decimal, notFound, unlessUnique } from '../platform/index.ts';
import { type AllocationMode, FIRST_PERFORMANCE } from '../strategies/index.ts';
import { PolicyCashFlowModel, PolicyModel, PolicyStateModel } from './models.ts';
import {
  type Mode,
  POLICY_TRANSITIONS,
  type PolicyEvent,
  type PolicyStatus,
  type Transition,
} from './states.ts';

/** Policies as rows that one process works on at a time: a cycle, or a valuation. */
export const POLICY_TABLE = { table: 'policy.policies', key: ['id'] } as const;
const ROW_ID = /^\d{1,18}$/;

/** @throws 404 POLICY_NOT_FOUND */
export async function findPolicy(trx: DbTransaction, id: string): Promise<PolicyModel> {
  const row = ROW_ID.test(id) ? await PolicyModel.query(trx).findById(id) : undefined;
  if (row === undefined) throw notFound('POLICY');
  return row;
}

/** Use of policies by a person: none, some, or an active one. */
export async function readPolicyUse(trx: DbTransaction, userId: string): Promise<PartUse> {
  const rows = await PolicyModel.query(trx).distinct('status').where({ owner_user_id: userId });
  if (rows.some(({ status }) => status === 'ACTIVE')) return 'RUNNING';
  return rows.length === 0 ? 'NONE' : 'KEPT';
}

interface NewPolicy {
  owner_user_id: string;
  name: string;
  tag_code: string;
  /** JSON, stored as it is. */
  config: string;
  /** What takes the place of its fields. */
  overrides?: object;
  /** Rupees. */
  initial_capital: Decimal;
  allocation_mode: AllocationMode | undefined;
  /** The first session that it takes part in, YYYY-MM-DD. */
  starts_on: string;
  now: Date;
}

/**
 * Writes a policy on paper with its books before the first session: no units, no cash, and the deposit that this session
 * will take in.
 * @throws 409 TAG_CODE_CONFLICT
 */
export async function insertPolicy(trx: DbTransaction, policy: NewPolicy): Promise<PolicyModel> {
  const { owner_user_id, initial_capital, starts_on, now, config, overrides = {} } = policy;
  const tag_code = policy.tag_code.toUpperCase();
  const row = await unlessUnique(
    () =>
      PolicyModel.query(trx)
        .insert({
          owner_user_id,
          name: policy.name.trim(),
          tag_code,
          config: raw('?::jsonb || ?::jsonb', [config, JSON.stringify(overrides)]) as never,
          initial_capital,
          starts_on,
          trades_from: starts_on,
          allocation_mode: policy.allocation_mode ?? 'next_rebalance',
          created_at: now,
          updated_at: now,
        })
        .returning('*'),
    () =>
      conflict(
        'TAG_CODE_CONFLICT',
        `You already have a policy with the tag code ${tag_code}. Choose another code.`,
      ),
  );
  const key = { policy_id: row.id, owner_user_id, mode: row.mode };
  await openBooks(trx, key, { day: starts_on, capital: initial_capital });
  return row;
}

/** Writes the books of a policy in one of its modes: no units and no cash before the first session, which takes the capital in. */
export async function openBooks(
  trx: DbTransaction,
  key: { policy_id: string; owner_user_id: string; mode: Mode },
  { day, capital }: { day: string; capital: Decimal },
): Promise<void> {
  await PolicyStateModel.query(trx).insert({ ...key, ...booksBeforeTheFirstSession() } as never);
  await PolicyCashFlowModel.query(trx).insert({
    ...key,
    day,
    kind: 'DEPOSIT',
    amount: capital,
    note: 'Initial capital',
  });
}

/** Every NAV begins at 10 rupees a unit (spec: policy_state). */
function booksBeforeTheFirstSession() {
  const { gross, netOfCosts, netOfTax, peak, drawdownPct } = FIRST_PERFORMANCE;
  const nav = '10';
  return {
    day: null,
    units_outstanding: '0',
    cash: '0',
    deposits: '0',
    dividends: '0',
    realised: '0',
    cumulative_costs: '0',
    tax_accrued: '0',
    tax_paid: '0',
    tax: { fy: null, paid: '0', buckets: [], years: [] },
    nav_gross: nav,
    nav_net_of_costs: nav,
    nav_net_of_tax: nav,
    performance: {
      gross,
      net_of_costs: netOfCosts,
      net_of_tax: netOfTax,
      peak,
      drawdown_pct: drawdownPct,
      navs: { gross: nav, net_of_costs: nav, net_of_tax: nav },
      benchmark_base: null,
    },
  };
}

/** The row of the table of states for an event. */
function transitionOf(event: PolicyEvent): Transition<PolicyStatus> {
  const found = POLICY_TRANSITIONS.find((one) => one.event === event);
  if (found === undefined) throw new RangeError(`there is no event ${event}`);
  return found;
}

/**
 * Changes the status of a policy by the table of states, in one conditional update.
 * @param set what is written with it.
 * @returns the row, and whether it changed: an event that came before changes nothing.
 * @throws 404 POLICY_NOT_FOUND, 409 POLICY_RETIRED
 */
export async function changeStatus(
  trx: DbTransaction,
  id: string,
  event: PolicyEvent,
  now: Date,
  set: { trades_from?: string } = {},
): Promise<{ row: PolicyModel; isChanged: boolean }> {
  const { from, to } = transitionOf(event);
  const [changed] = ROW_ID.test(id)
    ? await PolicyModel.query(trx)
        .where({ id })
        .whereIn('status', [...from])
        .patch({ status: to, updated_at: now, ...set })
        .returning('*')
    : [];
  if (changed !== undefined) return { row: changed, isChanged: true };
  const row = await findPolicy(trx, id);
  if (row.status !== to) throw retired(event);
  return { row, isChanged: false };
}

/** 409 for what a retired policy is asked to do. */
export const retired = (event: string) =>
  conflict(
    'POLICY_RETIRED',
    `This policy is retired for good, so you cannot ${event} it. Make a new policy instead.`,
  );

/** The books that a read is about: those of the paper unless told. */
export const modeOf = ({ mode }: { mode?: Mode | undefined }): Mode => mode ?? 'PAPER';
