import { Decimal, decimal } from '../../platform/index.ts';
import type { BrokerHolding, Holdings, ExcludedRow } from '../adapter.ts';
import { dayOf, figure, isinOf, isRow, type Lot, priceText, type Row, textOf, together } from './figures.ts';
import { exchangeAssetClass } from '../../market/instruments/index.ts';
import { kiteSymbol } from '../statements/index.ts';

/**
 * Shares, ETFs and bonds of `/portfolio/holdings`. Owned is what has arrived and is free (`quantity`, which is 0 where
 * all is pledged), what is pledged as collateral, what arrives tomorrow (T1), and what was bought with margin (MTF).
 */
export function equityHoldings(rows: readonly unknown[]): Holdings {
  return read(rows, (row) => {
    const quantity = figure(row['quantity']);
    const symbol = kiteSymbol(textOf(row['tradingsymbol']));
    if (quantity === null || symbol === '') return null;
    const mtf = isRow(row['mtf']) ? row['mtf'] : {};
    const [arriving, pledged] = [partOf(row['t1_quantity']), partOf(row['collateral_quantity'])];
    const lot = together([
      { quantity: Decimal.sum(quantity, arriving, pledged), average: averageOf(row) },
      { quantity: figure(mtf['quantity']) ?? decimal(0), average: averageOf(mtf) },
    ]);
    const isin = isinOf(row['isin']);
    return {
      lot,
      parts: { arriving, pledged },
      holding: {
        symbol,
        name: null,
        isin,
        security_id: textOf(row['instrument_token']) || null,
        asset_class: exchangeAssetClass(symbol, isin ?? ''),
        currency: 'INR',
        last_price: priceText(row['last_price']),
        previous_close: priceText(row['close_price']),
        price_as_of: null,
      },
    };
  });
}

/**
 * Units of `/mf/holdings`. The trading symbol is the ISIN, and each folio has a row: those of one fund are one holding.
 * Where more is pledged than there is, the pledged units are not among the others and come on top.
 * @param navDay day of a value that Kite sends without one, as it often does: the session before today, YYYY-MM-DD.
 */
export function fundHoldings(rows: readonly unknown[], navDay: string): Holdings {
  return read(rows, (row) => {
    const quantity = figure(row['quantity']);
    const isin = isinOf(row['tradingsymbol']);
    if (quantity === null || isin === null) return null;
    const name = textOf(row['fund']);
    const pledged = partOf(row['pledged_quantity']);
    const owned = pledged.gt(quantity) ? quantity.plus(pledged) : quantity;
    return {
      lot: { quantity: owned, average: averageOf(row) },
      parts: { arriving: decimal(0), pledged },
      holding: {
        symbol: name === '' ? isin : name,
        name: name === '' ? null : name,
        isin,
        security_id: null,
        asset_class: 'Mutual Fund',
        currency: 'INR',
        last_price: priceText(row['last_price']),
        previous_close: null,
        price_as_of: dayOf(row['last_price_date']) ?? navDay,
      },
    };
  });
}

/** Kite writes 0 for shares whose cost it does not know, such as those that came from another broker. */
function averageOf(row: Row): Lot['average'] {
  const average = figure(row['average_price']);
  return average?.gt(0) === true ? average : null;
}

/** A part of a quantity; a broker leaves out what is none. */
const partOf = (value: unknown): Decimal => figure(value) ?? decimal(0);

interface Position {
  lot: Lot;
  parts: Record<'arriving' | 'pledged', Decimal>;
  holding: Omit<BrokerHolding, 'quantity' | 'avg_buy_price'>;
}

/** Rows of one ISIN, or of one symbol without ISIN, become one holding. What was sold today has a row of 0: none. */
function read(rows: readonly unknown[], one: (row: Row) => Position | null): Holdings {
  const positions = new Map<string, Position>();
  const left_out: ExcludedRow[] = [];
  for (const row of rows) {
    const position = isRow(row) ? one(row) : null;
    if (position === null || position.lot.quantity.lt(0)) {
      const name = isRow(row) ? textOf(row['tradingsymbol']) : '';
      left_out.push({ what: `Holding ${name || 'without a symbol'}`, reason: 'UNREADABLE' });
      continue;
    }
    const key = position.holding.isin ?? position.holding.symbol;
    const known = positions.get(key);
    if (known === undefined) positions.set(key, position);
    else {
      known.lot = together([known.lot, position.lot]);
      for (const part of ['arriving', 'pledged'] as const)
        known.parts[part] = known.parts[part].plus(position.parts[part]);
    }
  }
  const held = [...positions.values()].filter(({ lot }) => !lot.quantity.isZero());
  const symbols = held.map(({ holding }) => holding.symbol);
  const holdings = held.map(({ lot, parts, holding }): BrokerHolding => ({
    ...holding,
    // Two options of one fund may have the same name.
    symbol: isShared(holding.symbol, symbols)
      ? `${holding.symbol} ${holding.isin ?? ''}`.trim()
      : holding.symbol,
    quantity: lot.quantity.toFixed(),
    arriving: parts.arriving.toFixed(),
    pledged: parts.pledged.toFixed(),
    avg_buy_price: lot.average?.toFixed() ?? null,
  }));
  return { holdings, left_out };
}

const isShared = (symbol: string, symbols: readonly string[]) =>
  symbols.indexOf(symbol) !== symbols.lastIndexOf(symbol);
