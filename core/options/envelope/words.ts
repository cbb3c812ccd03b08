import { rupeesOf } from '../records/index.ts';

// Made once: a permission is answered in less time than it takes to make them.
const WHOLE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 });
const WITH_PAISE = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const SHARE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

/** ₹12,345.50, of units. */
export function rupeesText(units: number): string {
  const rupees = rupeesOf(units);
  const digits = (Number.isInteger(rupees) ? WHOLE : WITH_PAISE).format(Math.abs(rupees));
  return `${rupees < 0 ? '−' : ''}₹${digits}`;
}

/** 72.5% */
export const percentOf = (value: number): string => `${SHARE.format(value)}%`;

export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${WHOLE.format(count)} ${count === 1 ? singular : plural}`;
