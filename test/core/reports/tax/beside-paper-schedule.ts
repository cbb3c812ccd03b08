import assert from 'node:assert/strict';
import { Decimal } from '../../../../core/platform/index.ts';
import type { TaxReport } from '../../../../core/reports/tax/report.ts';
import { schedule112aCsv } from '../../../../core/reports/tax/schedule-112a-csv.ts';
import {
  costless112aRows,
  type Schedule112aRow,
  schedule112aRows,
} from '../../../../core/reports/tax/schedule-112a.ts';
import type { PaperLine, PaperYear } from '../../../support/paper-tax.ts';
import { sumOf } from '../../../support/rational.ts';
import { bundled, exact, paired, same, total } from './paired-rows.ts';

/** Schedule 112A of a year and its file beside the slow computation. */
export function compareSchedule(paper: PaperYear, report: TaxReport, fy: string): void {
  const schedule = [...schedule112aRows(report.sold), ...costless112aRows(report.costless)];
  const keyOfRow = (row: Schedule112aRow) =>
    [
      row.acquired,
      row.transferred,
      row.buy_date,
      row.sell_date,
      row.actual_cost === null,
      row.cost_used === null,
    ].join();
  const keyOfLine = ({ bought, sold, cost, lawCost, slip }: PaperLine) =>
    [
      bought <= '2018-01-31' ? 'BE' : cost === null && slip.isOpening ? null : 'AE',
      sold < '2024-07-23' ? 'BE' : 'AE',
      bought,
      sold,
      cost === null,
      lawCost === null,
    ].join();
  const listed = paper.lines.filter(({ rules }) => rules.some(({ is112a }) => is112a));
  const slips = [...new Set(listed.map(({ slip }) => slip))];
  const bySale = bundled(listed, ({ slip, sold }) => `${slips.indexOf(slip)} ${sold}`);
  // A sale that was taken back on its day is none.
  const lines = [...bySale.values()].filter((one) => sumOf(one.map(({ units }) => units)).sign !== 0).flat();
  for (const { key, rows: found, lines: own } of paired(schedule, keyOfRow, lines, keyOfLine)) {
    same(
      total(found, ({ quantity }) => quantity),
      exact(own, ({ units }) => units),
      `units of schedule ${key}`,
    );
    same(
      total(found, (row) => row.full_value),
      exact(own, (line) => line.proceeds.plus(line.charge)),
      `value of ${key}`,
    );
    same(
      total(found, (row) => row.actual_cost),
      exact(own, ({ cost }) => cost),
      `cost paid of ${key}`,
    );
    same(
      total(found, (row) => row.cost_used),
      exact(own, ({ lawCost }) => lawCost),
      `cost used of ${key}`,
    );
    const balance = exact(own, ({ lawCost, proceeds }) =>
      lawCost === null ? null : proceeds.minus(lawCost),
    );
    same(
      total(found, (row) => row.balance),
      balance,
      `balance of ${key}`,
    );
    if (own.every(({ fmv }) => fmv !== null))
      same(
        total(found, (row) => row.fmv_total),
        exact(own, ({ fmv }) => fmv),
        `value of 2018 of ${key}`,
      );
  }
  // A sale may be taken back at another price than its own; then the columns no longer follow from each other.
  const isPlain = paper.lines.every(({ isCancelled }) => !isCancelled);
  compareCsv(schedule, fy, isPlain);
}

/** The file to a paisa, and its own sums as the form wants them. */
function compareCsv(schedule: readonly Schedule112aRow[], fy: string, isPlain: boolean): void {
  const [head = '', ...written] = schedule112aCsv(schedule, fy).trimEnd().split('\r\n');
  assert.equal(written.length, schedule.length);
  const headings = head.slice(1).split(',');
  for (const [at, line] of written.entries()) {
    const cells = line.split(',');
    const amount = (number: number) => {
      const text = cells[headings.findIndex((one) => one.includes(`(${number})`))] ?? '';
      return text === '' ? null : new Decimal(text);
    };
    const row = schedule[at];
    const [value, used, expenses] = [amount(6), amount(7), amount(12)].map((one) => one ?? new Decimal(0));
    assert.ok(Math.abs((value?.toNumber() ?? 0) - (row?.full_value ?? 0)) <= 0.0051, line);
    const sums = [amount(13), amount(14)].map((one) => one?.toFixed(2) ?? null);
    if (amount(7) === null) assert.deepEqual([row?.cost_used, ...sums], [null, null, null], line);
    else {
      const deducted = used?.plus(expenses ?? 0) ?? new Decimal(0);
      assert.deepEqual(sums, [deducted.toFixed(2), value?.minus(deducted).toFixed(2)], line);
      const most = Decimal.max(amount(8) ?? 0, amount(9) ?? 0);
      if (isPlain) assert.equal(used?.toFixed(2), most.toFixed(2), line);
    }
  }
}
