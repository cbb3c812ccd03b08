import { chargesOf } from '../../core/finance/charges/index.ts';
import { parseAmount } from '../../core/platform/fixed-point.ts';
import type { EquityRow, OrderRow } from '../../core/strategies/engine/index.ts';
import type { PricePanel } from '../../core/strategies/panel/index.ts';
import { type Expected, expectedRedemption, expectedSweep, fundCharges } from './sweep-oracle.ts';

/*
 * A second bookkeeping of policies, slow and in plain numbers: it is told what was traded, and works out cash, lots, costs,
 * taxes and NAVs by itself, day by day. It shares no code with the ledger but the table of charges.
 */
interface Lot {
  day: string;
  units: number;
  /** For one unit, without charges. */
  price: number;
  /** For one unit: charges that may be deducted. */
  deductible: number;
}

export interface OracleDay {
  date: string;
  cash: number;
  positions: number;
  costs: number;
  taxAccrued: number;
  taxPaid: number;
  dividends: number;
  realised: number;
  unrealised: number;
  units: Map<number, number>;
  /** What the liquid fund has to take and to give back on the day; null where nothing may be moved. */
  moves: { redeemed: Expected; swept: Expected } | null;
}

/** A fund that cash is swept into. */
export interface OracleFund {
  security: number;
  min: number;
  /** Whether a day has a cycle. */
  isCycle: (day: string) => boolean;
}

/** Rates of listed equity by day of sale, as the Income-tax Acts have them. */
function equityRate(sold: string, isLong: boolean): number {
  if (isLong) return sold < '2018-04-01' ? 0 : sold < '2024-07-23' ? 0.1 : 0.125;
  return sold < '2024-07-23' ? 0.15 : 0.2;
}

/** Rates of a listed debt fund: the highest slab, and what long holding of units from before April 2023 comes to. */
function fundRate(bought: string, sold: string): { rate: number; isLong: boolean } {
  const isLong = bought < '2023-04-01' && sold >= '2024-07-23' && isLongTerm(bought, sold);
  return { rate: isLong ? 0.125 : 0.3, isLong };
}

/** Held for more than twelve months: sold after the same day of the next year. */
function isLongTerm(bought: string, sold: string): boolean {
  const anniversary = `${Number(bought.slice(0, 4)) + 1}${bought.slice(4)}`;
  return sold > (anniversary.endsWith('-02-29') ? anniversary.replace('-29', '-28') : anniversary);
}

const yearOf = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) < '04-01' ? 1 : 0);

interface Gain {
  rate: number;
  isLong: boolean;
  gain: number;
}

/** Losses against gains by trying: long losses in long gains, then short losses anywhere, the highest rate first. */
function taxOf(gains: readonly Gain[]): number {
  const left = gains.filter(({ gain, rate }) => gain > 0 && rate > 0).map((one) => ({ ...one }));
  left.sort((a, b) => b.rate - a.rate);
  for (const isLong of [true, false]) {
    let loss = 0;
    for (const one of gains) if (one.isLong === isLong && one.gain < 0 && one.rate > 0) loss -= one.gain;
    for (const one of left) {
      if (isLong && !one.isLong) continue;
      const used = Math.min(loss, one.gain);
      one.gain -= used;
      loss -= used;
    }
  }
  return Math.round(left.reduce((sum, { gain, rate }) => sum + gain * rate, 0) * 100) / 100;
}

interface Sale {
  security: number;
  units: number;
  price: number;
  day: string;
  deductible: number;
}

function shareCharges(side: 'BUY' | 'SELL', day: string, value: number) {
  // Prices are in paise: what a double has beyond them would decide which way a charge is rounded.
  const { total, stt } = chargesOf({ side, kind: 'SHARE', day, value: parseAmount(value.toFixed(2)) });
  return { charged: Number(total) / 1e20, deductible: Number(total - stt) / 1e20 };
}

/** Keeps the books of what was traded. @param isYearEnd whether taxes are paid at the end of a session. */
export function keepBooks(
  panel: PricePanel,
  rows: { equity: readonly EquityRow[]; orders: readonly OrderRow[] },
  capital: number,
  isYearEnd: (day: string) => boolean,
  fund?: OracleFund,
): OracleDay[] {
  const count = panel.days.length;
  const lots = new Map<number, Lot[]>();
  const last = new Map<number, number>();
  let [cash, costs, paid, settled, dividends, realised] = [capital, 0, 0, 0, 0, 0];
  let year: number | null = null;
  let gains: Gain[] = [];
  const unitsOf = (security: number) => (lots.get(security) ?? []).reduce((sum, { units }) => sum + units, 0);
  const rateOf = (security: number, bought: string, sold: string) => {
    if (security === fund?.security) return fundRate(bought, sold);
    const isLong = isLongTerm(bought, sold);
    return { rate: equityRate(sold, isLong), isLong };
  };
  /** What a sale of the oldest units gains. @param own the lots, which lose those units. */
  const gainsOf = (
    own: Lot[],
    { security, units, price, day, deductible }: Sale,
  ): (Gain & { before: number })[] => {
    const made: (Gain & { before: number })[] = [];
    let left = units;
    while (left > 1e-9) {
      const lot = own[0];
      if (lot === undefined) throw new Error(`the oracle holds too little of ${security}`);
      const part = Math.min(left, lot.units);
      const gain = part * (price - lot.price - lot.deductible) - (deductible * part) / units;
      made.push({ ...rateOf(security, lot.day, day), gain, before: part * (price - lot.price) });
      lot.units -= part;
      left -= part;
      if (lot.units < 1e-9) own.shift();
    }
    return made;
  };
  const sell = (security: number, units: number, price: number, day: string, deductible: number): void => {
    const made = gainsOf(lots.get(security) ?? [], { security, units, price, day, deductible });
    for (const { before, ...gain } of made) {
      gains.push(gain);
      realised += before;
    }
    cash += units * price;
  };
  const free = (): number => cash - (settled + taxOf(gains) - paid);
  /** What the fund has to give for the purchases of a day, whose sales were made. */
  const toRedeem = ({ security }: OracleFund, day: string, price: number, purchases: number): Expected =>
    expectedRedemption({
      shortfall: purchases - free(),
      held: Math.round(unitsOf(security)),
      price,
      day,
      addedTax(units, deductible) {
        const copy = (lots.get(security) ?? []).map((lot) => ({ ...lot }));
        const more = gainsOf(copy, { security, units, price, day, deductible });
        return taxOf([...gains, ...more]) - taxOf(gains);
      },
    });
  // Dividends first: they are paid on the shares of the day before, whatever else happens to them.
  const isDividend = ({ kind }: (typeof panel.actions)[number]) => kind === 'DIVIDEND';
  const actions = panel.actions.toSorted((a, b) => Number(isDividend(b)) - Number(isDividend(a)));
  const days: OracleDay[] = [];
  for (const { date } of rows.equity) {
    const at = panel.days.indexOf(date);
    if (year !== yearOf(date)) {
      settled += taxOf(gains);
      gains = [];
      year = yearOf(date);
    }
    const closeOf = (security: number) => panel.closes[security * count + at] ?? Number.NaN;
    for (const action of actions) {
      const effective = panel.days.findIndex((day) => day >= action.ex_date);
      const units = unitsOf(action.security);
      if (effective !== at || effective === 0 || units === 0) continue;
      if (action.new_shares !== null && action.old_shares !== null) {
        const factor = Number(action.new_shares) / Number(action.old_shares);
        const own = lots.get(action.security) ?? [];
        const isBonus = action.kind === 'BONUS';
        // Given for nothing, on this day: older lots stay as they are.
        if (isBonus)
          lots.set(action.security, [
            ...own,
            { day: date, units: units * (factor - 1), price: 0, deductible: 0 },
          ]);
        else
          for (const lot of own) {
            lot.units *= factor;
            lot.price /= factor;
            lot.deductible /= factor;
          }
        last.set(action.security, (last.get(action.security) ?? 0) / factor);
        const whole = Math.floor(unitsOf(action.security) + 1e-7);
        const fraction = unitsOf(action.security) - whole;
        const close = closeOf(action.security);
        const price = Number.isNaN(close) ? (last.get(action.security) ?? 0) : close;
        if (fraction > 1e-7 && !isBonus) sell(action.security, fraction, price, date, 0);
        else if (fraction > 1e-7) {
          const given = lots.get(action.security)?.at(-1);
          if (given === undefined) throw new TypeError('no bonus');
          const made = gainsOf([given], {
            security: action.security,
            units: fraction,
            price,
            day: date,
            deductible: 0,
          });
          for (const { before, ...gain } of made) {
            gains.push(gain);
            realised += before;
          }
          cash += fraction * price;
        }
      } else if (action.kind === 'DIVIDEND' && action.amount !== null) {
        cash += units * Number(action.amount);
        dividends += units * Number(action.amount);
      }
    }
    for (const security of lots.keys()) {
      const close = closeOf(security);
      if (!Number.isNaN(close)) last.set(security, close);
    }
    const ordersOfDay = rows.orders.filter((order) => order.date === date && Number(order.quantity) > 0);
    const isMove = ({ rule }: OrderRow) => rule.startsWith('LIQUID');
    const fundPrice = fund?.isCycle(date) === true ? closeOf(fund.security) : Number.NaN;
    const isMoving = fund !== undefined && !Number.isNaN(fundPrice);
    let sweptFrom: number | null = null;
    let redeemed: Expected = { units: 0, margin: Number.POSITIVE_INFINITY };
    const sales = ordersOfDay.filter((order) => order.side === 'SELL' && !isMove(order));
    for (const order of [...sales, null, ...ordersOfDay.filter((one) => !sales.includes(one))]) {
      if (order === null) {
        let purchases = 0;
        for (const one of ordersOfDay)
          if (one.side === 'BUY' && !isMove(one)) {
            const value = Number(one.quantity) * Number(one.price);
            purchases += value + shareCharges('BUY', date, value).charged;
          }
        if (isMoving) redeemed = toRedeem(fund, date, fundPrice, purchases);
        continue;
      }
      const quantity = Number(order.quantity);
      const price = Number(order.price);
      const value = quantity * price;
      const { charged, deductible } = (isMove(order) ? fundCharges : shareCharges)(order.side, date, value);
      if (order.rule === 'LIQUID_SWEEP') sweptFrom = free();
      costs += charged;
      cash -= charged;
      if (order.side === 'SELL') {
        sell(order.security, quantity, price, date, deductible);
        continue;
      }
      cash -= value;
      const lot = { day: date, units: quantity, price, deductible: deductible / quantity };
      lots.set(order.security, [...(lots.get(order.security) ?? []), lot]);
      last.set(order.security, price);
    }
    const moves = !isMoving
      ? null
      : {
          redeemed,
          swept:
            redeemed.units > 0
              ? { units: 0, margin: Number.POSITIVE_INFINITY }
              : expectedSweep({ free: sweptFrom ?? free(), min: fund.min, price: fundPrice, day: date }),
        };
    const accrued = settled + taxOf(gains);
    if (isYearEnd(date)) {
      cash -= accrued - paid;
      paid = accrued;
    }
    let [positions, cost] = [0, 0];
    for (const [security, own] of lots)
      for (const { units, price } of own) {
        positions += units * (last.get(security) ?? 0);
        cost += units * price;
      }
    const units = new Map([...lots.keys()].map((security) => [security, unitsOf(security)]));
    days.push({
      date,
      cash,
      positions,
      costs,
      taxAccrued: accrued,
      taxPaid: paid,
      dividends,
      realised,
      unrealised: positions - cost,
      units,
      moves,
    });
  }
  return days;
}
