import {
  type Fx,
  costCode,
  type ValuedHolding,
  missingHolding,
  type MissingCode,
  type Coverage,
  type PartialFigure,
  coverageOf,
  type ChangeDays,
  totalsOf,
} from '../valuation/index.ts';
import {
  type ReplayedPosition,
  positionKey,
  type PositionName,
  type SnapshotFields,
  snapshotFields,
  unexplainedPositions,
} from './snapshot.ts';
import { amountToNumber } from '../../platform/index.ts';

/** A portfolio as a snapshot of any part of it takes it: the holdings valued, and the ledgers with their flows. */
export interface MeasuredPortfolio {
  /** Holdings and ledgers name portfolios alike. */
  holdings: readonly ValuedHolding[];
  ledgers: readonly ReplayedPosition[];
  /** Base currency. */
  base: string;
  fx: Fx;
  /** YYYY-MM-DD in India. */
  date: string;
  days: ChangeDays;
}

/** Figures of the holdings for which they are known; null where they are known for all of them or for none. */
export interface PartialSnapshot {
  /** Of the holdings with a price and a purchase price: value, cost, gain, and what they and the sold ones paid. */
  gain: { fields: SnapshotFields; part: Coverage } | null;
  /** Of the holdings with a price that the ledger explains. */
  xirr: PartialFigure | null;
}

/** The snapshot of a portfolio, or of its chosen positions alone. */
export function snapshotOf(
  { holdings, ledgers, base, fx, date, days }: MeasuredPortfolio,
  isChosen: (one: PositionName) => boolean = () => true,
): SnapshotFields {
  const held = holdings.filter(({ holding }) => isChosen(holding));
  return snapshotFields({
    total: totalsOf(held, { currency: base, in_: 'base', days }),
    holdings: held.map(({ holding }) => holding),
    positions: ledgers.filter(isChosen),
    fx,
    date,
  });
}

/** The parts of a snapshot that some holdings keep unknown. A figure that is known needs none. */
export function partialSnapshot(of: MeasuredPortfolio, whole: SnapshotFields): PartialSnapshot {
  return {
    gain: whole.total_profit === null ? partialGain(of) : null,
    xirr: whole.xirr === null ? partialXirr(of) : null,
  };
}

function partialGain(of: MeasuredPortfolio): PartialSnapshot['gain'] {
  const found = without(of, (one) => {
    if (one.own.value === null) return 'NO_PRICE';
    if (one.own.cost === null) return costCode(one);
    return one.hasRate ? null : 'NO_RATE';
  });
  return found === null || found.fields.total_profit === null ? null : found;
}

function partialXirr(of: MeasuredPortfolio): PartialFigure | null {
  const { ledgers } = of;
  const unexplained = new Set(
    unexplainedPositions(
      of.holdings.map(({ holding }) => holding),
      ledgers,
    ).map(positionKey),
  );
  const inLedger = new Set(ledgers.map(positionKey));
  const costless = new Set(ledgers.filter((one) => one.has_unknown_cost).map(positionKey));
  const found = without(
    of,
    ({ own, hasRate, holding }) => {
      if (own.value === null) return 'NO_PRICE';
      if (!hasRate) return 'NO_RATE';
      const name = positionKey(holding);
      if (costless.has(name)) return 'COST_UNKNOWN';
      if (!unexplained.has(name)) return null;
      return inLedger.has(name) ? 'TRANSACTIONS_DIFFER' : 'NO_TRANSACTIONS';
    },
    (ledger) => (ledger.has_unknown_cost ? 'COST_UNKNOWN' : null),
  );
  return found === null || found.fields.xirr === null ? null : { figure: found.fields.xirr, ...found.part };
}

/** The snapshot of the holdings that lack nothing, with all that was sold and can be counted. */
function without(
  of: MeasuredPortfolio,
  lacks: (valued: ValuedHolding) => MissingCode | null,
  lacksWhenSold: (ledger: MeasuredPortfolio['ledgers'][number]) => MissingCode | null = () => null,
): { fields: SnapshotFields; part: Coverage } | null {
  const { base, fx, holdings, ledgers } = of;
  const members = holdings.map((valued) => {
    const code = lacks(valued);
    const { value } = valued.base;
    return {
      name: positionKey(valued.holding),
      value: value === null ? null : amountToNumber(value),
      missing: code === null ? null : missingHolding(valued.holding, code),
    };
  });
  const held = new Set(members.map(({ name }) => name));
  // Units in the ledger of which nothing is held have no value; what was sold in a currency without a rate no amount.
  const sold = ledgers.flatMap((one) => {
    const name = positionKey(one);
    if (held.has(name)) return [];
    const code = !one.quantity.isZero()
      ? 'TRANSACTIONS_DIFFER'
      : one.currency !== base && fx(one.currency, base) === null
        ? 'NO_RATE'
        : lacksWhenSold(one);
    return code === null ? [] : [{ name, missing: missingHolding(one, code) }];
  });
  const part = coverageOf(
    members,
    sold.map(({ missing }) => missing),
  );
  if (part === null) return null;
  const leftOut = new Set([
    ...members.filter(({ missing }) => missing !== null).map(({ name }) => name),
    ...sold.map(({ name }) => name),
  ]);
  return { fields: snapshotOf(of, (one) => !leftOut.has(positionKey(one))), part };
}
