import type { DayNumber } from './daily-series.ts';
import type { UnitChange } from './engine-input.ts';
import { isSame } from './held-line.ts';
import type { PositionLine } from './position-line.ts';
import { beyondLedger, type HeldUnits, RecordedLine } from './recorded-units.ts';

/** The holdings that transactions do not explain, and their units beyond those of the ledger. */
export function createRecordedBook() {
  let holdings: readonly HeldUnits[] = [];
  let lines: RecordedLine[] = [];
  return {
    get lines(): readonly RecordedLine[] {
      return lines;
    },

    take(newer: readonly HeldUnits[]): void {
      holdings = newer;
    },

    /**
     * Works out anew which units are beyond the ledger.
     * @param changesOf the changes of a symbol's units in the market.
     * @returns the first day that may differ from before; positive infinity where none does.
     */
    lay(
      ledgerOf: (one: HeldUnits) => PositionLine | undefined,
      changesOf: (one: HeldUnits) => readonly UnitChange[],
    ): DayNumber {
      const before = lines;
      lines = holdings.map((one) => {
        const line = ledgerOf(one);
        const hasLedger = line !== undefined && line.rows.length > 0;
        const beyond = hasLedger ? beyondLedger(one, (day) => line.unitsBefore(day + 1)) : one;
        return new RecordedLine(beyond, changesOf(one));
      });
      if (isSame(before, lines)) return Number.POSITIVE_INFINITY;
      const days = [...before, ...lines].map(({ steps }) => steps.day[0] ?? Number.POSITIVE_INFINITY);
      return Math.min(...days);
    },
  };
}
