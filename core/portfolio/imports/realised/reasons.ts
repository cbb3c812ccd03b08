import { dayInWords, Decimal } from '../../../platform/index.ts';
import type { RealisedLot } from '../rows/index.ts';
import type { DifferenceReason, OwnLot } from './comparison.ts';
import type { Share } from './lots-by-share.ts';

/** Values are printed to the paisa, for each lot anew. */
const PAISA = '0.01';

/**
 * Why ours is not theirs. Units that one side lacks come first: with other units sold, gains cannot be compared further.
 * Else the difference is taken apart without a remainder: charges, proceeds, and cost, whose difference comes from other
 * lots where the same sales were matched with purchases of other days.
 */
export function explain(share: Share): DifferenceReason[] {
  const missing = [...missingSales(share), ...missingPurchases(share)];
  if (missing.length > 0) return missing;
  return differences(share);
}

/** Days that are told one by one; a report of a year may have hundreds. */
const LISTED = 5;

function missingSales({ theirs, ours }: Share): DifferenceReason[] {
  const found = salesByDay({ theirs, ours });
  const rest = found.length - LISTED;
  const last = found[LISTED];
  if (rest <= 1 || last === undefined) return found;
  const more = {
    ...last,
    message: `Units sold differ on ${rest} more days. Import the tradebook of the whole year.`,
  };
  return [...found.slice(0, LISTED), more];
}

function salesByDay({ theirs, ours }: Pick<Share, 'theirs' | 'ours'>): DifferenceReason[] {
  const days = new Set([...theirs, ...ours].map(({ sold_on }) => sold_on));
  return [...days].toSorted(inOrder).flatMap((day): DifferenceReason[] => {
    const on = (lots: readonly { sold_on: string; quantity: string }[]) =>
      sumOf(
        lots.filter(({ sold_on }) => sold_on === day),
        ({ quantity }) => quantity,
      );
    const [report, own] = [on(theirs), on(ours)];
    if (report.equals(own)) return [];
    const sold = `${dayInWords(day)}: ${report.toFixed()} units sold in the report, ${own.toFixed()} in Munim.`;
    return report.gt(own)
      ? [
          {
            code: 'sale_missing',
            amount: null,
            message: `${sold} Import the tradebook of that day, or check whether a split or bonus is missing.`,
          },
        ]
      : [
          {
            code: 'sale_not_in_report',
            amount: null,
            message: `${sold} Check whether the sale was at another broker, or is on record twice.`,
          },
        ];
  });
}

function missingPurchases({ theirs, ours }: Share): DifferenceReason[] {
  const unknown = ours.filter(({ cost }) => cost === null);
  if (unknown.length === 0) return [];
  const units = sumOf(unknown, ({ quantity }) => quantity);
  const known = new Set(ours.flatMap(({ bought_on, cost }) => (cost === null ? [] : (bought_on ?? []))));
  const days = [...new Set(theirs.map(({ bought_on }) => bought_on))]
    .filter((day) => !known.has(day))
    .toSorted(inOrder);
  const bought = days.length === 0 ? '' : ` The report has purchases of ${listed(days)}.`;
  return [
    {
      code: 'purchase_missing',
      amount: null,
      message: `The purchase of ${units.toFixed()} units that were sold is not on record.${bought} Import the tradebook of those days, or enter the purchase.`,
    },
  ];
}

function differences({ theirs, ours }: Share): DifferenceReason[] {
  const tolerance = new Decimal(PAISA).times(theirs.length + ours.length);
  const saleCharges = sumOf(ours, ({ sale_charges }) => sale_charges);
  const purchaseCharges = sumOf(ours, ({ purchase_charges }) => purchase_charges);
  const proceeds = sumOf(ours, (lot) => lot.proceeds)
    .plus(saleCharges)
    .minus(sumOf(theirs, (lot) => lot.proceeds));
  const cost = sumOf(ours, (lot) => lot.cost ?? '0')
    .minus(purchaseCharges)
    .minus(sumOf(theirs, (lot) => lot.cost));
  const reasons: DifferenceReason[] = [];
  const charges = saleCharges.plus(purchaseCharges);
  if (!charges.isZero())
    reasons.push({
      code: 'charges',
      amount: charges.negated().toFixed(),
      message: `Charges of ${charges.toFixed(2)} are taken off in Munim, while the profit of the report is before charges. Nothing to do.`,
    });
  let rounding = new Decimal(0);
  if (proceeds.abs().lte(tolerance)) rounding = rounding.plus(proceeds);
  else
    reasons.push({
      code: 'proceeds_differ',
      amount: proceeds.toFixed(),
      message: `The sales came to ${amountsOf(ours, theirs, 'proceeds', saleCharges)}, charges aside. Compare their prices with the contract notes.`,
    });
  if (cost.abs().lte(tolerance)) rounding = rounding.minus(cost);
  else reasons.push(costReason(ours, theirs, cost, purchaseCharges));
  // Whatever the profit column of the report says beyond its own values.
  const own = sumOf(theirs, (lot) => lot.proceeds).minus(sumOf(theirs, (lot) => lot.cost));
  rounding = rounding.plus(own.minus(sumOf(theirs, ({ profit }) => profit)));
  if (!rounding.isZero())
    reasons.push({
      code: rounding.abs().lte(tolerance) ? 'rounding' : 'proceeds_differ',
      amount: rounding.toFixed(),
      message: rounding.abs().lte(tolerance)
        ? 'The values of the report are rounded.'
        : 'In the report, the profit differs from the sell value minus the buy value. Request the report from your broker again.',
    });
  return reasons;
}

function costReason(
  ours: readonly OwnLot[],
  theirs: readonly RealisedLot[],
  cost: Decimal,
  charges: Decimal,
): DifferenceReason {
  const amount = cost.negated().toFixed();
  const came = amountsOf(ours, theirs, 'cost', charges, -1);
  if (sameDays(ours, theirs))
    return {
      code: 'cost_differs',
      amount,
      message: `The same purchases cost ${came}, charges aside. Compare their prices with the contract notes.`,
    };
  const isIntraday = theirs.some(({ bought_on, sold_on }) => bought_on === sold_on);
  const advice = isIntraday
    ? 'The report matches what was bought and sold on one day first. So does Munim for shares and ETFs while “Match intraday trades first” is on, on the Tax page. If it is on, check that no trade of these days is missing.'
    : 'Check that no earlier purchase, split or bonus is missing.';
  return {
    code: 'lot_order',
    amount,
    message: `The sales were matched with purchases of other days, which cost ${came}, charges aside. ${advice}`,
  };
}

/** Whether both sides sold the same units of the same days of purchase. */
function sameDays(ours: readonly OwnLot[], theirs: readonly RealisedLot[]): boolean {
  const left = new Map<string, Decimal>();
  const add = (
    lots: readonly { bought_on: string | null; sold_on: string; quantity: string }[],
    sign: 1 | -1,
  ) => {
    for (const { bought_on, sold_on, quantity } of lots) {
      const key = `${bought_on ?? ''}\0${sold_on}`;
      left.set(key, (left.get(key) ?? new Decimal(0)).plus(new Decimal(quantity).times(sign)));
    }
  };
  add(ours, 1);
  add(theirs, -1);
  return [...left.values()].every((units) => units.isZero());
}

/** "9,300.00 in the report and 9,350.00 in Munim". */
function amountsOf(
  ours: readonly OwnLot[],
  theirs: readonly RealisedLot[],
  of: 'cost' | 'proceeds',
  charges: Decimal,
  sign: 1 | -1 = 1,
): string {
  const own = sumOf(ours, (lot) => lot[of] ?? '0').plus(charges.times(sign));
  return `${sumOf(theirs, (lot) => lot[of]).toFixed(2)} in the report and ${own.toFixed(2)} in Munim`;
}

function sumOf<Lot>(lots: readonly Lot[], of: (lot: Lot) => string): Decimal {
  return lots.reduce((sum, lot) => sum.plus(of(lot)), new Decimal(0));
}

/** The first few days, since a report may have hundreds. */
function listed(days: readonly string[]): string {
  const shown = days.slice(0, LISTED).map(dayInWords).join(', ');
  const rest = days.length - LISTED;
  return rest > 0 ? `${shown} and ${rest} more ${rest === 1 ? 'day' : 'days'}` : shown;
}

function inOrder(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
