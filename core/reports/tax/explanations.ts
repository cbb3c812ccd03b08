import { dayInWords } from '../../platform/index.ts';
import { explanation, figureInput, rateInput, shown } from '../explain.ts';
import { type Explanation, type FigureInput, MOST_INPUTS } from '../explanation.ts';
import type { DayFx } from './conversion.ts';
import { partialSentence } from './left-out.ts';
import type { RemainingLot, TaxLot, TaxReportView } from './view.ts';

/** Key of the tax lots on the page of definitions. */
const DEFINITION = 'tax_gain';

/** Why the totals of a report are what they are. */
export function explainTax(view: TaxReportView, fx: DayFx): Explanation[] {
  return [
    explainTerm('short_term', ofTerm(view, 'SHORT'), view, fx),
    explainTerm('long_term', ofTerm(view, 'LONG'), view, fx),
    ...(view.intraday_lots.length === 0 ? [] : [explainTerm('intraday', view.intraday_lots, view, fx)]),
    explainRemaining(view, fx),
    explainDividends(view),
  ];
}

const ofTerm = ({ lots }: TaxReportView, term: TaxLot['term']): TaxLot[] =>
  lots.filter((lot) => lot.term === term && lot.cost !== null);

function explainTerm(
  figure: 'short_term' | 'long_term' | 'intraday',
  all: readonly TaxLot[],
  view: TaxReportView,
  fx: DayFx,
): Explanation {
  const lots = largest(all, ({ gain: one, gain_base }) => gain_base ?? one ?? 0);
  const rates = ratesOf(
    all.map((lot) => ({ currency: lot.currency, days: [lot.buy_date, lot.sell_date] })),
    view.currency,
    fx,
  );
  const totals = view[figure];
  const { cost, gain, proceeds } = totals;
  const { currency } = view;
  return explanation({
    figure: `${figure}.gain`,
    value: gain,
    unit: currency,
    formula: `sum of (proceeds after the sale fee - cost with the purchase fee), ${figure === 'intraday' ? 'bought and sold on one day' : 'first in, first out'}`,
    worked:
      proceeds === null || cost === null ? null : `${shown(proceeds, currency)} - ${shown(cost, currency)}`,
    definition: DEFINITION,
    inputs: [...lots.map(lotInput), ...rates].slice(0, MOST_INPUTS),
    inputs_total: all.length + rates.length,
    reason: totals.reason ?? partialSentence(totals, currency) ?? totals.provisional_reason,
  });
}

function lotInput(lot: TaxLot): FigureInput {
  const { sell_transaction_id: id, sell_date: date, buy_date, quantity, symbol, portfolio, currency } = lot;
  const bought = lot.is_bonus ? `allotted ${dayInWords(buy_date)}` : `bought ${dayInWords(buy_date)}`;
  return {
    kind: 'transaction',
    id,
    date,
    label: `SELL ${shown(quantity)} ${symbol} in ${portfolio}, ${bought}: ${shown(lot.proceeds, currency)} - ${shown(lot.cost ?? 0, currency)}`,
    value: lot.gain,
    currency,
    source: 'ledger',
  };
}

/** The rates of the days that lots in other currencies were converted with. */
function ratesOf(
  lots: readonly { currency: string; days: readonly string[] }[],
  base: string,
  fx: DayFx,
): FigureInput[] {
  const asked = new Set(
    lots
      .filter(({ currency }) => currency !== base)
      .flatMap(({ currency, days }) => days.map((day) => `${currency} ${day}`)),
  );
  return [...asked].sort().map((key) => {
    const [from = '', day = ''] = key.split(' ');
    const found = fx(from, base, day);
    return rateInput({
      from,
      to: base,
      rate: found?.rate.toSignificantDigits(10).toNumber() ?? null,
      day,
      source: found === null ? null : found.estimated ? `${found.source}, estimated` : found.source,
    });
  });
}

function explainRemaining({ currency, remaining, remaining_lots }: TaxReportView, fx: DayFx): Explanation {
  const counted = remaining_lots.filter(({ cost }) => cost !== null);
  const lots = largest(counted, ({ cost, cost_base }) => cost_base ?? cost ?? 0);
  const rates = ratesOf(
    counted.map((lot) => ({ currency: lot.currency, days: [lot.buy_date] })),
    currency,
    fx,
  );
  return explanation({
    figure: 'remaining.cost',
    value: remaining.cost,
    unit: currency,
    formula: 'sum of the cost of all units still held at the end of the year, including their share of fees',
    worked: remaining.cost === null ? null : `${remaining.lots} lots: ${shown(remaining.cost, currency)}`,
    definition: DEFINITION,
    inputs: [...lots.map(heldInput), ...rates].slice(0, MOST_INPUTS),
    inputs_total: counted.length + rates.length,
    reason: remaining.reason ?? partialSentence(remaining, currency) ?? remaining.provisional_reason,
  });
}

function heldInput(lot: RemainingLot): FigureInput {
  return {
    kind: 'transaction',
    id: lot.buy_transaction_id,
    date: lot.buy_date,
    label: `BUY ${shown(lot.quantity)} ${lot.symbol} in ${lot.portfolio}, still held`,
    value: lot.cost,
    currency: lot.currency,
    source: 'ledger',
  };
}

function explainDividends({ currency, dividends }: TaxReportView): Explanation {
  const { gross, net, withheld } = dividends;
  return explanation({
    figure: 'dividends.net',
    value: net,
    unit: currency,
    formula: 'dividends paid within the year - tax withheld from them',
    worked:
      gross === null || withheld === null ? null : `${shown(gross, currency)} - ${shown(withheld, currency)}`,
    definition: 'dividends',
    inputs: dividends.by_currency.map((sum) =>
      figureInput(
        `${sum.payments} ${sum.payments === 1 ? 'payment' : 'payments'} in ${sum.currency}`,
        sum.net,
        sum.currency,
      ),
    ),
    reason: dividends.reason,
  });
}

/** Those that weigh most, in the order they were given: telling of all would take longer than the report. */
function largest<T>(lots: readonly T[], weight: (lot: T) => number): T[] {
  if (lots.length <= MOST_INPUTS) return [...lots];
  const kept = new Set(
    lots.toSorted((a, b) => Math.abs(weight(b)) - Math.abs(weight(a))).slice(0, MOST_INPUTS),
  );
  return lots.filter((lot) => kept.has(lot));
}
