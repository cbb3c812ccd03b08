import { type Alias, type Instrument, isSameIssuer, type RegistryExchange } from './instrument.ts';

/** A row of an exchange's list of what it trades. */
export interface Listing {
  exchange: RegistryExchange;
  symbol: string;
  name: string | null;
  isin: string;
  asset_class: Instrument['asset_class'];
  series: string | null;
  listed_on: string | null;
  face_value: string | null;
}

interface ListingChanges {
  add: Listing[];
  /** With their new values. */
  update: Instrument[];
  /** Names that an instrument no longer has, so that they still lead to it. */
  aliases: Alias[];
  unchanged: number;
  /** Rows that could not be taken, by index. */
  refused: { index: number; message: string }[];
}

/**
 * What a list of today changes. An instrument is known again by its ISIN; where that is new, by its symbol, provided that
 * the issuer or the day of listing is the same (a face-value split brings a new ISIN). A symbol that has gone to another
 * company ends the listing of the one that had it. What is not on the list is left alone: lists are of one segment each.
 */
export function planListings(
  known: readonly Instrument[],
  rows: readonly Listing[],
  source: string,
  today: string,
): ListingChanges {
  const changes: ListingChanges = { add: [], update: [], aliases: [], unchanged: 0, refused: [] };
  const byIsin = new Map(known.map((one) => [`${one.exchange} ${one.isin}`, one]));
  const bySymbol = new Map(
    known.filter((one) => one.delisted_on === null).map((one) => [`${one.exchange} ${one.symbol}`, one]),
  );
  const taken = new Map<string, Listing>();
  const claimed = new Map<string, string>();
  rows.forEach((row, index) => {
    const [isinKey, symbolKey] = [`${row.exchange} ${row.isin}`, `${row.exchange} ${row.symbol}`];
    if (taken.has(isinKey) || taken.has(symbolKey)) {
      const message = `${row.symbol} (${row.isin}) is in the file twice.`;
      return changes.refused.push({ index, message });
    }
    taken.set(isinKey, row).set(symbolKey, row);
    const namesake = bySymbol.get(symbolKey);
    const same =
      byIsin.get(isinKey) ?? (namesake !== undefined && isSame(namesake, row) ? namesake : undefined);
    if (same === undefined) {
      changes.add.push(row);
      return undefined;
    }
    if (claimed.has(same.id)) {
      const message = `${row.symbol} (${row.isin}) would be the same instrument as ${claimed.get(same.id)}.`;
      return changes.refused.push({ index, message });
    }
    claimed.set(same.id, row.symbol);
    const next = updated(same, row);
    if (isEqual(same, next)) {
      changes.unchanged += 1;
      return undefined;
    }
    changes.update.push(next);
    changes.aliases.push(...formerNames(same, next, source));
    return undefined;
  });
  changes.update.push(...lostListings([...bySymbol.values()], taken, claimed, changes.add, today));
  return changes;
}

/**
 * Whoever had a symbol that the list gives to another company, and is not on the list itself, is listed no more: since
 * the other was listed, or at the latest since today where that one was only renamed.
 */
function lostListings(
  live: readonly Instrument[],
  taken: ReadonlyMap<string, Listing>,
  claimed: ReadonlyMap<string, string>,
  added: readonly Listing[],
  today: string,
): Instrument[] {
  return live.flatMap((one) => {
    const heir = taken.get(`${one.exchange} ${one.symbol}`);
    if (heir === undefined || claimed.has(one.id)) return [];
    return [{ ...one, delisted_on: (added.includes(heir) ? heir.listed_on : null) ?? today }];
  });
}

function isSame(known: Instrument, row: Listing): boolean {
  if (known.isin === null || isSameIssuer(known.isin, row.isin)) return true;
  return known.listed_on !== null && known.listed_on === row.listed_on;
}

/** An empty cell takes nothing away. */
function updated(known: Instrument, row: Listing): Instrument {
  return {
    ...known,
    symbol: row.symbol,
    name: row.name ?? known.name,
    isin: row.isin,
    asset_class: row.asset_class,
    series: row.series ?? known.series,
    listed_on: row.listed_on ?? known.listed_on,
    delisted_on: null,
    face_value: row.face_value ?? known.face_value,
  };
}

function isEqual(one: Instrument, other: Instrument): boolean {
  return (Object.keys(one) as (keyof Instrument)[]).every((key) => one[key] === other[key]);
}

function formerNames(before: Instrument, after: Instrument, source: string): Alias[] {
  const alias = (kind: Alias['kind'], word: string): Alias => ({
    instrument_id: before.id,
    alias: word,
    kind,
    status: 'CONFIRMED',
    valid_from: null,
    valid_to: null,
    source,
  });
  return [
    ...(before.symbol === after.symbol ? [] : [alias('FORMER_SYMBOL', before.symbol)]),
    ...(before.isin === null || before.isin === after.isin ? [] : [alias('FORMER_ISIN', before.isin)]),
  ];
}
