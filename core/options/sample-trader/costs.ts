/** Costs of one order in an option, by item and in rupees. */
export interface Costs {
  brokerage: number;
  stt: number;
  exchange: number;
  sebi: number;
  stamp: number;
  gst: number;
}

const paisa = (value: number): number => Math.round(value * 100) / 100;
/** STT on sales: 0.1 % of the premium, 0.15 % since April 2026. */
const sttOn = (day: string): number => (day < '2026-04-01' ? 0.001 : 0.0015);

/** As a discount broker charges at the NSE: send what your broker really charged, if you know it. */
export function costsOf(side: 'BUY' | 'SELL', value: number, day: string): Costs {
  const brokerage = 20;
  const exchange = paisa(value * 0.0003553);
  const sebi = paisa(value * 0.000001);
  return {
    brokerage,
    stt: side === 'SELL' ? paisa(value * sttOn(day)) : 0,
    exchange,
    sebi,
    stamp: side === 'BUY' ? paisa(value * 0.00003) : 0,
    gst: paisa((brokerage + exchange + sebi) * 0.18),
  };
}

export const sumOf = (all: readonly Costs[]): Costs => {
  const sum: Costs = { brokerage: 0, stt: 0, exchange: 0, sebi: 0, stamp: 0, gst: 0 };
  for (const one of all)
    for (const item of Object.keys(sum) as (keyof Costs)[]) sum[item] = paisa(sum[item] + one[item]);
  return sum;
};
export const totalOf = (costs: Costs): number =>
  paisa(Object.values(costs).reduce((sum, value) => sum + value, 0));
