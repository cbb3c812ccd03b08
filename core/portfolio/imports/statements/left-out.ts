import { derivativeReason, NO_ENTRY } from '../importers/index.ts';
import { shown } from '../rows/index.ts';

/** Reasons of rows that are left out of a statement. */
export const LEFT_OUT = {
  noEntry: NO_ENTRY,
  option: derivativeReason('OPT') ?? NO_ENTRY,
  future: derivativeReason('FUT') ?? NO_ENTRY,
  sweep: 'Cash moved to or from the money market fund of the account, not a trade.',
  cashInLieu:
    'Cash paid in place of a fraction of a share. Enter it as a sale of that fraction if it matters to you.',
  short: 'A short sale, or a purchase that ends one. Only long holdings are imported.',
  cash: (what: string) =>
    `${shown(what)} is a cash movement. Only trades, dividends and splits are imported.`,
  cashHeld: (what: string) =>
    `${shown(what)} is cash. Only shares, funds and bonds are imported as holdings.`,
  action: (what: string) => `${shown(what)} is a corporate action. Enter its effect manually.`,
  movedOut: (what: string, units: string) =>
    `${shown(what)} took ${units} ${units === '1' ? 'unit' : 'units'} out of the account. Enter it manually.`,
  movedBack: 'Moved within the account: the same units left and came back.',
  derivative: 'A derivative. Derivatives are not imported.',
  crypto: 'A cryptocurrency. Cryptocurrencies are not imported.',
  taxOfDividend: 'Tax withheld; it counts as the charge of its dividend.',
  taxAlone:
    'Tax withheld from a dividend that is not in this file on that day. Add it to the dividend manually.',
  otherHalf: (row: number) => `The other half of the split in row ${row}.`,
  newCode: (name: string) => `${shown(name)} only got a new ISIN. The number of units stays the same.`,
  movedWithin: (row: number) => `Moved between accounts of this file; row ${row} has the other side.`,
} as const;
