import { DAY_MS } from '../../core/platform/index.ts';
/** A series of cash flows and the yearly rate it has, 0.1 being 10 %, Act/365 from the first flow. */
export interface Vector {
  name: string;
  cashflows: { date: string; amount: number }[];
  /** Several where each is a root and any will do; null where there is no root, so that only a refusal is right. */
  expected: number | readonly number[] | null;
  /** Digits after the point that have to be right; of a rate above 1, digits of it. */
  decimals: number;
}

const FIRST = Date.UTC(2012, 0, 2);
const day = (n: number): string => new Date(FIRST + n * DAY_MS).toISOString().slice(0, 10);
const flow = (n: number, amount: number) => ({ date: day(n), amount });

function vector(
  name: string,
  cashflows: Vector['cashflows'],
  expected: Vector['expected'],
  decimals = 6,
): Vector {
  return { name, cashflows, expected, decimals };
}

/** What payments on some days come to on another at a rate: the last flow that gives the series that rate. */
function grown(payments: readonly (readonly [day: number, paid: number])[], on: number, rate: number) {
  const worth = payments.reduce((sum, [at, paid]) => sum + paid * (1 + rate) ** ((on - at) / 365), 0);
  return [...payments.map(([at, paid]) => flow(at, -paid)), flow(on, worth)];
}

/** Flows a year of 365 days apart with just these rates: −100 · Π (1 − (1 + rate) · x), x being a year's discount. */
function withRates(...rates: number[]) {
  let amounts = [-100];
  for (const rate of rates) {
    amounts = [...amounts, 0].map((own, index) => own - (1 + rate) * (amounts[index - 1] ?? 0));
  }
  return amounts.map((amount, index) => flow(365 * index, amount));
}

const monthly = Array.from({ length: 120 }, (_, month) => [Math.round(month * 30.4), 5000] as const);
const yearly = Array.from({ length: 10 }, (_, year) => [365 * year, 1000] as const);

/** Every rate follows from how its flows are made, none from a solver. */
export const OWN_VECTORS: readonly Vector[] = [
  vector('a year, +12 %', [flow(0, -1000), flow(365, 1120)], 0.12),
  vector('nothing gained', [flow(0, -1000), flow(777, 1000)], 0),
  vector('a loan: received first', [flow(0, 1000), flow(365, -1090)], 0.09),
  vector('a monthly plan of ten years, 13 %', grown(monthly, 3650, 0.13), 0.13),
  vector('the same rows in reverse', grown(monthly, 3650, 0.13).toReversed(), 0.13),
  vector('the same, -20 % a year', grown(monthly, 3650, -0.2), -0.2),
  vector('forty years at 7 %', [flow(0, -1000), flow(40 * 365, 1000 * 1.07 ** 40)], 0.07),
  vector('-99.9 % in a year', [flow(0, -1000), flow(365, 1)], -0.999),
  vector('-99.9999 % in a year', [flow(0, -1), flow(365, 0.000001)], -0.999999, 8),
  vector('yearly payments, -95 % a year', grown(yearly, 3650, -0.95), -0.95),
  vector('half lost in a month', [flow(0, -1000), flow(30, 500)], 0.5 ** (365 / 30) - 1),
  vector('+1 % in a day', [flow(0, -100), flow(1, 101)], 1.01 ** 365 - 1),
  vector('tenfold in 60 days', [flow(0, -100), flow(60, 1000)], 10 ** (365 / 60) - 1),
  vector('a thousandfold in 60 days', [flow(0, -1), flow(60, 1000)], 1000 ** (365 / 60) - 1),
  vector(
    'a first day that cancels out to 1000',
    [flow(0, -5e9), flow(0, 4_999_999_000), flow(365, 1100)],
    0.1,
  ),
  vector(
    'interest paid out and paid in anew',
    [
      flow(0, -1000),
      flow(365, 80),
      flow(366, -80),
      flow(366 + 364, (80 + 1000 * 1.08 ** (1 / 365)) * 1.08 ** (364 / 365)),
    ],
    0.08,
  ),
  vector('a total loss', [flow(0, -1000), flow(365, 0)], -1),
  vector('two rates', withRates(0.1, 0.2), [0.1, 0.2]),
  vector('two rates about zero', withRates(-0.3, 0.25), [-0.3, 0.25]),
  vector('three rates', withRates(0.1, 0.2, 0.3), [0.1, 0.2, 0.3]),
  vector('never nothing', [flow(0, -100), flow(365, 100), flow(730, -100)], null),
  vector('only paid', [flow(0, -100), flow(365, -100)], null),
  vector('only received', [flow(0, 100), flow(365, 100)], null),
  vector('one day', [flow(0, -100), flow(0, 120)], null),
  vector('one flow', [flow(0, -100)], null),
  vector('no flow', [], null),
];

/** Whether an answer is right; `null` is a refusal. */
export function isRight({ expected, decimals }: Vector, answer: number | null): boolean {
  if (expected === null) return answer === null;
  if (answer === null) return false;
  const roots = typeof expected === 'number' ? [expected] : expected;
  return roots.some((root) => Math.abs(answer - root) <= 0.6 * 10 ** -decimals * Math.max(1, Math.abs(root)));
}
