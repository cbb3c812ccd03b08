/** What is true of the made-up Indian company at the end of September 2026, worked out by hand from its tables. */

/** Crore rupees as whole ones: 931.5 is 9315000000. */
export const rupees = (crore: number) => String(Math.round(crore * 1000) * 10_000);
/** A figure to so many places. */
export const rounded = (text: string | null, places: number) =>
  text === null ? null : Number(text).toFixed(places);

/** Revenue and profit of the years, in crore. */
export const YEARS = {
  consolidated: {
    fy2022: [610, -27.13],
    fy2023: [700, 70.11],
    fy2024: [810, 86.7],
    fy2025: [950, 103.8],
    fy2026: [1120, 131.4],
  },
  standalone: {
    fy2022: [500.2, -27.71],
    fy2023: [574, 59.17],
    fy2024: [664.2, 72.77],
    fy2025: [779, 86.6],
    fy2026: [918.4, 109.64],
  },
} as const;
/** Revenue, profit, and profit of the owners of the quarters. */
export const QUARTERS: Readonly<Record<string, readonly [number, number, number | null]>> = {
  fy2025q1: [221, 24.43, 23.94],
  fy2025q2: [233, 26.13, 25.61],
  fy2025q3: [242, 27.57, null],
  fy2025q4: [254, 25.67, 25.16],
  fy2026q1: [259, 29.94, 29.34],
  fy2026q2: [274, 32.04, 31.4],
  fy2026q3: [286, 33.66, 32.99],
  fy2026q4: [301, 35.76, 35.04],
  fy2027q1: [308, 36.63, 35.9],
};
// What the revision of 11 June 2025 says otherwise, in lakh: 480 of cost, and what follows from it.
const revised = {
  eps_basic: ['101.73', '105.25', '25.16', '28.68'],
  eps_diluted: ['101.73', '105.25', '25.16', '28.68'],
  exceptional_items: [rupees(-4.8), '0', rupees(-4.8), '0'],
  net_income: [rupees(103.8), rupees(107.4), rupees(25.67), rupees(29.27)],
  net_income_owners: [rupees(101.73), rupees(105.25), rupees(25.16), rupees(28.68)],
  profit_before_tax: [rupees(138.4), rupees(143.2), rupees(34.22), rupees(39.02)],
  tax_expense: [rupees(34.6), rupees(35.8), rupees(8.55), rupees(9.75)],
};
const balance = {
  equity_owners: [rupees(455.42), rupees(458.94)],
  non_controlling_interest: [rupees(7.66), rupees(7.74)],
  total_equity: [rupees(463.08), rupees(466.68)],
  total_liabilities: [rupees(247), rupees(243.4)],
};
/** Each as fact, rule, what stands, and what else is said. */
export const CONFLICTS: readonly (readonly unknown[])[] = [
  ...Object.entries({ ...revised, ...balance }).flatMap(([metric, [year, before, quarter, earlier]]) => [
    [`${metric}.consolidated.fy2025`, 'LATEST_REVISION', year, [before]],
    ...(quarter === undefined
      ? []
      : [[`${metric}.consolidated.fy2025q4`, 'LATEST_REVISION', quarter, [earlier]]]),
  ]),
  // The half year as filed is two crore more than its quarters, and its other income two less.
  ['revenue.consolidated.fy2025h1', 'REPORTED_OVER_DERIVED', rupees(456), [rupees(454)]],
  ['other_income.consolidated.fy2025h1', 'REPORTED_OVER_DERIVED', rupees(3.3), [rupees(5.3)]],
  // The annual report regroups a year; Yahoo counts other income as revenue in each that it has.
  ['revenue.consolidated.fy2022', 'HIGHER_AUTHORITY', rupees(610), [rupees(616)]],
  ['revenue.consolidated.fy2024', 'HIGHER_AUTHORITY', rupees(810), [rupees(819)]],
  ['revenue.consolidated.fy2025', 'HIGHER_AUTHORITY', rupees(950), [rupees(946.2), rupees(961.5)]],
  ['revenue.consolidated.fy2026', 'HIGHER_AUTHORITY', rupees(1120), [rupees(1134.2)]],
  // Guidance that was raised. Its margin begins higher too, and the company's own page alone tells it.
  ['guidance_revenue_growth_pct.company.fy2027', 'LATEST_REVISION', '14', ['12']],
  ['guidance_ebitda_margin_pct.company.fy2027', 'LATEST_REVISION', '17.5', ['17']],
  ['guidance_capex.company.fy2027', 'LATEST_REVISION', rupees(120), [rupees(100)]],
];
