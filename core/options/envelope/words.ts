import { rupeesOf } from '../records/index.ts';

/** ₹12,345.50, of units. */
export function rupeesText(units: number): string {
  const rupees = rupeesOf(units);
  const isWhole = Number.isInteger(rupees);
  const digits = Math.abs(rupees).toLocaleString('en-IN', {
    minimumFractionDigits: isWhole ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return `${rupees < 0 ? '−' : ''}₹${digits}`;
}

/** 72.5% */
export const percentOf = (value: number): string =>
  `${value.toLocaleString('en-IN', { maximumFractionDigits: 2 })}%`;

export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? singular : plural}`;
