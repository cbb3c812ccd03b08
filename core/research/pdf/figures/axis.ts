/** Round figures from below the least to above the most value, 0 among them. */
interface Axis {
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
  const power = Math.floor(Math.log10(rough));
  const base = STEPS.find((one) => scaled(one, power) >= rough) ?? 10;
  const step = scaled(base, power);
  const first = Math.floor(least / step);
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => scaled((first + at) * base, power));
  return { from: scaled(first * base, power), to: scaled(last * base, power), ticks };
}

/** Times a power of ten, without the dust of binary fractions, and without a sign where it is 0. */
function scaled(value: number, power: number): number {
  const whole = power < 0 ? value / 10 ** -power : value * 10 ** power;
  return whole === 0 ? 0 : whole;
}

/** In groups of India for rupees, of three elsewhere. */
export function tickText(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 1 ? 1 : 2;
  return value.toLocaleString(unit.startsWith('₹') ? 'en-IN' : 'en-US', { maximumFractionDigits: digits });
}
