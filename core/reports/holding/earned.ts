import { type Figure, knownFigure, unknown } from '../../finance/figures/index.ts';
import { Decimal } from '../../platform/index.ts';
import type { SymbolFacts } from '../../portfolio/index.ts';
import { costOfLots } from './lots.ts';
import type { CostMethod, HoldingReport } from './view.ts';

export const NO_TRANSACTIONS = 'No transactions are recorded.';

/** What a symbol earned so far, in its currency. */
interface Earned {
  realised_gain: Figure;
  dividends: Figure;
  total_gain: Figure;
}

/**
 * Realised gain and dividends of the ledgers, and the gain of everything: value and all that was received, less all that was
 * paid. The last takes the cost of the open lots, since a sale has taken that of the others.
 */
export function earned(facts: SymbolFacts): Earned {
  if (facts.ledgers.length === 0) {
    const none = unknown(NO_TRANSACTIONS);
    return { realised_gain: none, dividends: none, total_gain: none };
  }
  const realised = sumOf(facts, ({ realised_fifo }) => realised_fifo);
  const dividends = sumOf(facts, (position) => position.dividends);
  return {
    realised_gain: figureOf(realised),
    dividends: figureOf(dividends),
    total_gain: totalGain(facts, realised, dividends),
  };
}

function totalGain(facts: SymbolFacts, realised: Sum, dividends: Sum): Figure {
  const { total, holdings, ledgers, currency } = facts;
  if (realised.amount === null || dividends.amount === null)
    return unknown(realised.reason ?? dividends.reason ?? NO_TRANSACTIONS);
  if (isUnexplained(facts))
    return unknown(`The transactions of ${holdings[0]?.symbol ?? 'it'} are incomplete.`);
  if (total.current_value === null || total.state === 'PARTIAL')
    return unknown(total.reasons.current_value ?? total.reasons.total_profit ?? 'It has no price.');
  const cost = costOfLots(facts);
  if (cost === null)
    return unknown(
      total.reasons.total_invested ?? 'The cost of some units is unknown. Record it under Data quality.',
    );
  const isForeign = ledgers.some(({ position }) => position.currency !== currency);
  if (isForeign) return unknown('It is recorded in several currencies.');
  return figureOf({
    amount: cost.neg().plus(total.current_value).plus(realised.amount).plus(dividends.amount),
    reason: null,
  });
}

const UNKNOWN_METHOD: CostMethod = {
  invested: null,
  cost_per_unit: null,
  unrealised_gain: null,
  unrealised_gain_pct: null,
  realised_gain: null,
};

/** Cost and gains by each cost method. FIFO needs the whole ledger: what was entered by hand has an average cost alone. */
export function costMethods(facts: SymbolFacts, quantity: number): HoldingReport['cost_methods'] {
  const { total, holdings, ledgers, currency } = facts;
  const isHeld = holdings.some((one) => one.quantity !== 0);
  const value = total.state === 'PARTIAL' ? null : total.current_value;
  const method = (invested: number | null, realised: Sum): CostMethod => {
    const unrealised = !isHeld || value === null || invested === null ? null : value - invested;
    return {
      invested: isHeld ? invested : null,
      cost_per_unit: !isHeld || invested === null ? null : invested / quantity,
      unrealised_gain: unrealised,
      unrealised_gain_pct:
        unrealised === null || invested === null || invested <= 0 ? null : (unrealised / invested) * 100,
      realised_gain: realised.amount?.toNumber() ?? null,
    };
  };
  const isWhole =
    ledgers.length > 0 &&
    !isUnexplained(facts) &&
    ledgers.every(({ position }) => position.currency === currency);
  const none: Sum = { amount: null, reason: NO_TRANSACTIONS };
  return {
    fifo: isWhole
      ? method(
          costOfLots(facts)?.toNumber() ?? null,
          sumOf(facts, (position) => position.realised_fifo),
        )
      : UNKNOWN_METHOD,
    average: method(
      total.total_invested,
      ledgers.length === 0 ? none : sumOf(facts, (position) => position.realised_average),
    ),
  };
}

/** Whether units in hand and units in the ledger differ. */
function isUnexplained({ holdings, ledgers }: SymbolFacts): boolean {
  const held = holdings.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0));
  const known = ledgers.reduce((sum, { position }) => sum.plus(position.quantity), new Decimal(0));
  return !held.toDecimalPlaces(9).eq(known.toDecimalPlaces(9));
}

type Sum = { amount: Decimal; reason: null } | { amount: null; reason: string };

function sumOf(
  { ledgers, currency, fx }: SymbolFacts,
  amountOf: (position: SymbolFacts['ledgers'][number]['position']) => Decimal,
): Sum {
  let sum = new Decimal(0);
  for (const { position } of ledgers) {
    const rate = fx(position.currency, currency);
    if (rate === null)
      return { amount: null, reason: `No exchange rate from ${position.currency} to ${currency}.` };
    sum = sum.plus(amountOf(position).times(rate.rate));
  }
  return { amount: sum, reason: null };
}

const figureOf = (sum: Sum): Figure =>
  sum.amount === null ? unknown(sum.reason) : knownFigure(sum.amount.toNumber() + 0);
