import { Decimal, toScale } from '../../platform/index.ts';
import type { FlexEntry, FlexPosition } from './flex-entry.ts';
import { type FlexFields, flexTime, instrumentOf, excludedCategory, nameOf } from './flex-fields.ts';

interface Part {
  quantity: Decimal;
  /** Money for all of it; null where the broker does not know it. */
  cost: Decimal | null;
  price: Decimal | null;
}

interface Held {
  row: number;
  what: string;
  position: FlexPosition;
  isLots: boolean;
  parts: Part[];
}

interface Account {
  /** The day that its positions are of; a statement of a later day takes the place of an earlier one's. */
  day: string;
  held: Map<string, Held>;
}

/**
 * Open positions, kept until the document ends: where a query lists lots beside or instead of totals each share counts
 * once, and where it has a statement for each day the last one counts.
 */
export class FlexPositions {
  readonly #accounts = new Map<string, Account>();
  held = 0;

  /** A statement begins; `day` is the last one of its period. */
  begin(account: string, day: string): void {
    const known = this.#accounts.get(account);
    if (known !== undefined && known.day >= day) return;
    this.held -= known?.held.size ?? 0;
    this.#accounts.set(account, { day, held: new Map() });
  }

  add(fields: FlexFields, at: { account: string; day: string; row: number }): FlexEntry | null {
    const what = nameOf('Position', fields);
    const here = { row: at.row, what };
    const skipped = excludedCategory(fields);
    if (skipped !== null) return { kind: 'left_out', of: 'position', ...here, ...skipped };
    const account = this.#accounts.get(at.account);
    if (account !== undefined && account.day > at.day)
      return {
        kind: 'left_out',
        of: 'position',
        ...here,
        reason: 'SUMMARY',
        message: 'Replaced by a later statement of this account.',
      };
    if (fields.text('assetCategory') === '')
      fields.problem('row', 'has no asset category. Add assetCategory to the Flex query.');

    const quantity = fields.number('quantity', ['position', 'quantity'], { required: true });
    const currency = fields.currency();
    const instrument = instrumentOf(fields, currency);
    const part = partOf(fields, quantity ?? new Decimal(0));
    const position: FlexPosition = {
      account: at.account,
      ...instrument,
      currency,
      quantity: quantity?.toFixed() ?? '',
      avg_buy_price: perShare(part.cost, part.quantity),
      last_price: part.price?.toFixed() ?? null,
      as_of: flexTime(fields.text('reportDate'))?.day ?? (at.day || null),
    };
    if (fields.problems.length > 0) return unreadable(fields, position, here);
    this.#keep(fields, position, part, here);
    return null;
  }

  /** Everything kept, in the order of the document. */
  flush(): FlexEntry[] {
    const all = [...this.#accounts.values()].flatMap(({ held }) => [...held.values()]);
    this.#accounts.clear();
    this.held = 0;
    return all.map(finished).toSorted((one, other) => rowOf(one) - rowOf(other));
  }

  #keep(fields: FlexFields, position: FlexPosition, part: Part, here: { row: number; what: string }): void {
    const { held } = this.#accounts.get(position.account) ?? this.#open(position.account);
    const security = position.security_id ?? position.isin ?? position.symbol;
    // An adviser's models, and accounts below the account, hold apart what is one position to its owner.
    const key = [security, position.currency, fields.text('model'), fields.text('accountId')].join('\n');
    const known = held.get(key);
    const isLot = fields.text('levelOfDetail').toUpperCase() === 'LOT';
    if (known === undefined) {
      held.set(key, { ...here, position, isLots: isLot, parts: [part] });
      this.held += 1;
    } else if (isLot && known.isLots) {
      known.parts = [sumOf([...known.parts, part])];
    } else if (!isLot) {
      held.set(key, { ...here, row: known.row, position, isLots: false, parts: [part] });
    }
  }

  #open(account: string): Account {
    const made: Account = { day: '', held: new Map() };
    this.#accounts.set(account, made);
    return made;
  }
}

const rowOf = (entry: FlexEntry): number => ('row' in entry ? entry.row : 0);

function finished({ row, what, position, parts }: Held): FlexEntry {
  const { quantity, cost, price } = sumOf(parts);
  if (!quantity.gt(0)) {
    const message = quantity.isZero()
      ? 'The quantity is 0.'
      : 'A short position. Only long holdings are imported.';
    return { kind: 'left_out', of: 'position', row, what, reason: 'UNKNOWN_KIND', message };
  }
  const last_price = price?.toFixed() ?? null;
  return {
    kind: 'position',
    row,
    what,
    position: {
      ...position,
      quantity: quantity.toFixed(),
      avg_buy_price: perShare(cost, quantity),
      last_price,
    },
  };
}

function sumOf(parts: Part[]): Part {
  const [first, ...others] = parts as [Part, ...Part[]];
  return others.reduce(
    (sum, part) => ({
      quantity: sum.quantity.plus(part.quantity),
      cost: sum.cost === null || part.cost === null ? null : sum.cost.plus(part.cost),
      price: sum.price ?? part.price,
    }),
    first,
  );
}

/**
 * The explicit figures per share stand before what can be worked out of money and quantity (spec: Connection sync
 * rules 4). A cost or price of 0 is one that the broker does not know, as after a transfer.
 */
function partOf(fields: FlexFields, quantity: Decimal): Part {
  const each = known(fields.number('avg_buy_price', ['costBasisPrice']));
  const money = known(fields.number('avg_buy_price', ['costBasisMoney'])?.abs() ?? null);
  const mark = known(fields.number('current_price', ['markPrice']));
  const value = known(fields.number('current_price', ['positionValue'])?.abs() ?? null);
  const units = quantity.abs();
  const worth = value !== null && units.gt(0) ? toScale(value.div(units)) : null;
  return { quantity, cost: each?.times(units) ?? money, price: mark ?? worth };
}

function known(figure: Decimal | null): Decimal | null {
  return figure !== null && figure.gt(0) ? figure : null;
}

function perShare(cost: Decimal | null, quantity: Decimal): string | null {
  return cost === null || quantity.isZero() ? null : toScale(cost.div(quantity.abs())).toFixed();
}

function unreadable(
  fields: FlexFields,
  position: FlexPosition,
  here: { row: number; what: string },
): FlexEntry {
  const { symbol, name, isin, security_id, asset_class, currency, quantity, avg_buy_price } = position;
  const all: Record<string, string | null> = {
    symbol,
    name,
    isin,
    security_id,
    asset_class,
    currency,
    quantity,
    avg_buy_price,
    current_price: position.last_price,
  };
  const values = Object.entries(all).filter(
    (one): one is [string, string] => one[1] !== null && one[1] !== '',
  );
  return {
    kind: 'unreadable',
    ...here,
    of: 'position',
    fields: { ...Object.fromEntries(values), ...fields.found },
    problems: fields.problems,
  };
}
