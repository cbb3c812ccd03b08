import { NO_ENTRY } from '../../importers/index.ts';
import { shown } from '../../rows/index.ts';

/** Why rows are excluded, and what a person is asked, in words that several brokers share. */
export const REASONS = {
  noEntry: NO_ENTRY,
  cash: (what: string) =>
    `${shown(what)} is a cash movement. Only trades, dividends and splits are imported.`,
  action: (what: string) => `${shown(what)} is a corporate action. Enter its effect manually.`,
  movedOut: (what: string, units: string) =>
    `${shown(what)} took ${units} ${units === '1' ? 'unit' : 'units'} out of the account. Enter it manually.`,
  movedWithin: 'Moved within the account: the same units left and came back.',
  derivative: 'A derivative. Derivatives are not imported.',
  crypto: 'A cryptocurrency. Cryptocurrencies are not imported.',
  short: 'A short sale, or a purchase that ends one. Only long holdings are imported.',
  taxOfDividend: 'Tax withheld; it counts as the charge of its dividend.',
  taxAlone:
    'Tax withheld from a dividend that is not in this file on that day. Add it to the dividend manually.',
  otherHalf: (row: number) => `The other half of the split in row ${row}.`,
  newCode: (name: string) => `${shown(name)} only got a new ISIN. The number of units stays the same.`,
} as const;
