import { createSharedRead, type Database, type DbTransaction } from '../platform/index.ts';
import { readCurves } from '../strategies/index.ts';
import { readCurve } from './ledger-store.ts';
import { PolicyPromotionModel } from './models.ts';
import type { TrackingView } from './view.ts';

const MOST_FILLS = 1000;

/** The fills that are shown: the newest of each mode. */
const fillsOf = (policy: string): string => `(values ('PAPER'), ('LIVE')) m (mode) cross join lateral (
  select *, xmin from policy.policy_orders
  where policy_id = ${policy} and mode = m.mode and quantity > 0 and fill_price is not null and reference_price > 0
  order by id desc limit ${MOST_FILLS}) o`;

const STATES = `
  select asked.owner::text as owner, policy.id::text as id, concat_ws(' ',
    (select p.xmin::text from policy.policy_promotions p where p.policy_id = policy.id limit 1),
    (select string_agg(e.day || ' ' || e.xmin::text, ' ' order by m.mode) from (values ('PAPER'), ('LIVE')) m (mode) cross join lateral (
      select day, xmin from policy.policy_equity where policy_id = policy.id and mode = m.mode order by day desc limit 1) e),
    (select sum(hashint8extended(o.id, o.xmin::text::bigint)) from ${fillsOf('policy.id')})) as state
  from unnest($1::bigint[], $2::bigint[]) as asked (owner, id)
  join policy.policies as policy on policy.id = asked.id and policy.owner_user_id = asked.owner`;

const ROW_ID = /^\d{1,18}$/;

/**
 * Names the state of a policy's tracking: it changes with the curves, with the shown fills, and with the backtest that the
 * policy came from. Undefined for a policy that is not the person's. Calls that are made together share one statement,
 * which sees all owners and returns only these words.
 */
export function createTrackingStates({
  systemPool,
}: Pick<Database, 'systemPool'>): (userId: string, id: string) => Promise<string | undefined> {
  const states = createSharedRead<string>(async (keys) => {
    const asked = keys.map((key) => key.split(' '));
    const { rows } = await systemPool.query<{ owner: string; id: string; state: string }>({
      name: 'tracking_states',
      text: STATES,
      values: [asked.map(([owner]) => owner), asked.map(([, id]) => id)],
    });
    return new Map(rows.map(({ owner, id, state }) => [`${owner} ${id}`, state]));
  });
  return async (userId, id) => (ROW_ID.test(id) ? await states(`${userId} ${id}`) : undefined);
}

/** The curves of a policy beside that of its backtest, and its newest fills. */
export async function readTracking(trx: DbTransaction, id: string): Promise<TrackingView> {
  const source = await PolicyPromotionModel.query(trx).findOne({ policy_id: id }).select('run_id');
  const paper = await readCurve(trx, { id, mode: 'PAPER' });
  const live = await readCurve(trx, { id, mode: 'LIVE' });
  const [run] = source === undefined ? [] : await readCurves(trx, [source.run_id]);
  const backtest = run ?? { days: [], values: [] };
  const days = [...new Set([...backtest.days, ...paper.days, ...live.days])].sort();
  const on = (curve: { days: string[]; values: (number | null)[] }) => {
    const byDay = new Map(curve.days.map((day, at) => [day, curve.values[at] ?? null]));
    return days.map((day) => byDay.get(day) ?? null);
  };
  return {
    policy_id: id,
    days,
    paper: on(paper),
    live: on(live),
    backtest: on(backtest),
    source_run_id: source?.run_id ?? null,
    slippage: await readSlippage(trx, id),
  };
}

/** How fills differed from the prices that were planned with, the newest first. Above zero it cost. */
async function readSlippage(trx: DbTransaction, id: string): Promise<TrackingView['slippage']> {
  const { rows } = await trx.raw<{ rows: TrackingView['slippage'] }>(
    `select o.id::text as order_id, o.mode, c.cycle_date as date, o.symbol, o.side, o.reference_price::float8,
       o.fill_price::float8,
       ((o.fill_price - o.reference_price) / o.reference_price * 100
         * case when o.side = 'BUY' then 1 else -1 end)::float8 as slippage_pct
     from ${fillsOf('?')} join policy.policy_cycles c on c.id = o.cycle_id order by o.id desc limit ${MOST_FILLS}`,
    [id],
  );
  return rows;
}
