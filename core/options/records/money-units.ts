/*
 * Money of the workspace is stored in whole ten-thousandths of a rupee: sums of whole numbers are exact in SQLite and in
 * Postgres alike.
 */
const UNITS = 10_000;

/** Rupees as stored. */
export const unitsOf = (rupees: number): number => Math.round(rupees * UNITS);
export const unitsOrNull = (rupees: number | null | undefined): number | null =>
  rupees === null || rupees === undefined ? null : unitsOf(rupees);

/** What is stored, in rupees. */
export const rupeesOf = (units: number): number => units / UNITS;
export const rupeesOrNull = (units: number | null | undefined): number | null =>
  units === null || units === undefined ? null : rupeesOf(units);
