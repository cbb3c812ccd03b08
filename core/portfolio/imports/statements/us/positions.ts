import { Decimal } from '../../../../platform/index.ts';
import type { NumberedRow, RawFields, RawRow } from '../../rows/index.ts';
import { amountIn } from '../table.ts';
import { isUsSymbol, usAssetClass, usSymbol } from '../us-security.ts';

/** A position of an American broker's list; all text as found. */
interface UsPosition {
  row: number;
  symbol: string;
  name: string;
  /** What the broker says that it is, or ''. */
  kind: string;
  quantity: string;
  /** Of one unit, or of 100 of a bond's face value. */
  price: string;
  value: string;
  /** Of all units. */
  cost: string;
  /** The day of the prices, YYYY-MM-DD; null where the list does not tell it. */
  day: string | null;
}

/** The holding of a position. Cost and value are of all units, which for bonds are the only figures per unit of face value. */
export function usHolding({
  row,
  symbol: text,
  name,
  kind,
  quantity,
  price,
  value,
  cost,
  day,
}: UsPosition): NumberedRow {
  const symbol = usSymbol(text);
  const units = amountIn(quantity);
  const isBond = isPer100(units, amountIn(price), amountIn(value));
  const fields: RawFields = {
    symbol,
    quantity: units?.toFixed() ?? quantity,
    currency: 'USD',
    asset_class: isBond ? 'Bond' : usAssetClass(symbol, name, kind),
  };
  if (day !== null) fields.price_date = day;
  if (name !== '') fields.name = name.slice(0, 200);
  const totals: RawRow['totals'] = {};
  if (amountIn(cost) !== null) totals.avg_buy_price = cost;
  if (isBond) totals.current_price = value;
  else if (amountIn(price) !== null) fields.current_price = price;
  const raw: RawRow = { fields, totals };
  // A blank one is asked for as in every file.
  if (symbol === '') delete fields.symbol;
  else if (!isUsSymbol(symbol))
    raw.undecided = {
      field: 'symbol',
      message: `"${symbol.slice(0, 40)}" is not a symbol. Enter the right one.`,
    };
  return { row, raw };
}

function isPer100(units: Decimal | null, price: Decimal | null, value: Decimal | null): boolean {
  if (units === null || price === null || value === null || value.isZero()) return false;
  const by100 = units.times(price).div(100);
  return by100
    .minus(value)
    .abs()
    .lte(Decimal.max(value.abs().times('0.01'), '0.02'));
}
