import { type Decimal, toScale } from '../../../../platform/index.ts';
import type { RawRow } from '../../rows/index.ts';
import { LEFT_OUT } from '../left-out.ts';

/** One side of a corporate action: DEGIRO writes a sale of all old shares and a purchase of all new ones. */
export interface Side {
  row: number;
  raw: RawRow<'transactions'>;
  name: string;
  isin: string;
  /** Day and time, which both sides share. */
  moment: string;
  /** Above 0 for shares that come. */
  units: Decimal;
  /** What the shares were booked at, which both sides share too; null where the file does not say. */
  amount: Decimal | null;
}

/** No minute has more corporate actions of one share; comparing many with many would take long. */
const MOST_ALIKE = 50;

/**
 * Turns pairs into splits: the new side has the ratio, the old side is excluded. A share may get a new ISIN by it; then the old
 * one is put into `renamed`, so that earlier rows count under the new
 * one. What has no other side may be a trade, or half of a merger: a person has to tell.
 */
export function pairSides(sides: readonly Side[]): Map<string, string> {
  const renamed = new Map<string, string>();
  const outs = new Map<string, Side[]>();
  for (const side of sides) {
    if (!side.units.isNegative()) continue;
    const alike = outs.get(keyOf(side));
    if (alike === undefined) outs.set(keyOf(side), [side]);
    else alike.push(side);
  }
  for (const side of sides) {
    if (side.units.isNegative()) continue;
    const alike = outs.get(keyOf(side)) ?? [];
    const at = alike.length > MOST_ALIKE ? -1 : alike.findIndex((other) => isSameAmount(side, other));
    const other = at === -1 ? undefined : alike.splice(at, 1)[0];
    if (other === undefined) {
      ask(side);
      continue;
    }
    if (other.isin !== side.isin && other.isin !== '' && side.isin !== '') renamed.set(other.isin, side.isin);
    const ratio = toScale(side.units.div(other.units.abs()));
    if (ratio.eq(1)) {
      for (const { raw } of [side, other]) raw.excluded = LEFT_OUT.newCode(side.name);
      continue;
    }
    const { fields } = side.raw;
    side.raw = { fields: { ...fields, type: 'SPLIT', quantity: ratio.toFixed() } };
    for (const field of ['price', 'fee_tax', 'executed_at', 'execution_id'] as const)
      delete side.raw.fields[field];
    other.raw = { fields: {}, excluded: LEFT_OUT.otherHalf(side.row) };
  }
  for (const alike of outs.values()) for (const side of alike) ask(side);
  return renamed;
}

const keyOf = ({ moment, name }: Side): string => `${moment}\n${name}`;

function isSameAmount(one: Side, other: Side): boolean {
  return one.amount === null || other.amount === null || one.amount.abs().eq(other.amount.abs());
}

function ask(side: Side): void {
  const { type } = side.raw.fields;
  side.raw.undecided = {
    field: 'type',
    message: `is not known: without an order it may be a corporate action, such as a merger. Enter ${type} if it was a trade.`,
  };
}
