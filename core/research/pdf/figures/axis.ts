/** Round figures from below the least to above the most value, 0 among them. */
export interface Axis {
  from: number;
  to: number;
  ticks: number[];
}

const STEPS = [1, 2, 2.5, 5, 10];

/** @param values below 1e18 on either side; none of them gives an axis from 0 to 1 */
export function axisOf(values: readonly number[], count = 4): Axis {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  const span = most - least < 1e-9 ? 1 : most - least;
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((one) => one * power >= rough) ?? 10) * power;
  const from = Math.floor(least / step) * step;
  const last = Math.max(1, Math.ceil((most - from) / step - 1e-9));
  const ticks = Array.from({ length: last + 1 }, (_, at) => tidy(from + at * step));
  return { from: tidy(from), to: ticks.at(-1) ?? 1, ticks };
}

/** Without the dust of binary fractions. */
const tidy = (value: number): number => Number(value.toPrecision(12)) + 0;

/** In groups of India for rupees, of three elsewhere. */
export function tickText(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 1 : 2;
  return value.toLocaleString(unit.startsWith('₹') ? 'en-IN' : 'en-US', { maximumFractionDigits: digits });
}
