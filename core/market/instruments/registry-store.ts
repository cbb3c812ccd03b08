import type { Decimal, DbTransaction } from '../../platform/index.ts';
import type { NamedChange } from './import/list-files.ts';
import {
  type Alias,
  currencyOf,
  type ExternalInstrument,
  type Instrument,
  type Registry,
  type SymbolChange,
} from './instrument.ts';
import type { Listing } from './listing.ts';
import type { IndexName, Membership } from './membership.ts';

const COLUMNS = [
  'id',
  'exchange',
  'external_id',
  'symbol',
  'name',
  'isin',
  'asset_class',
  'currency',
  'series',
  'listed_on',
  'delisted_on',
  'face_value',
  'sector',
  'industry',
  'classification',
  'classified_on',
];

/** Postgres takes at most 65,535 parameters a query. */
const AT_ONCE = 1000;

type Stored = Omit<Instrument, 'face_value' | 'currency'> & {
  face_value: Decimal | null;
  currency: string | null;
};

export async function readRegistry(trx: DbTransaction): Promise<Registry> {
  const changes = (await trx('market.symbol_changes').select(
    'exchange',
    'from_symbol as from',
    'to_symbol as to',
    'changed_on as on',
  )) as SymbolChange[];
  const aliases = (await trx('market.instrument_aliases').select(
    'instrument_id',
    'alias',
    'kind',
    'status',
    'valid_from',
    'valid_to',
    'source',
  )) as Alias[];
  return { instruments: await readInstruments(trx), aliases, changes };
}

export async function readInstruments(trx: DbTransaction): Promise<Instrument[]> {
  return ((await trx('market.instruments').select(COLUMNS).orderBy('id')) as Stored[]).map(instrumentOf);
}

/** Those whose symbol begins with the text, then those whose name or ISIN holds it; what is listed comes first. */
export async function searchInstruments(
  trx: DbTransaction,
  text: string,
  most: number,
): Promise<Instrument[]> {
  const plain = text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const rows = (await trx('market.instruments')
    .select(COLUMNS)
    .where('symbol', 'like', `${plain.toUpperCase()}%`)
    .orWhereILike('name', `%${plain}%`)
    .orWhere('isin', text.toUpperCase())
    .orWhereRaw('lower(external_id) = lower(?)', [text])
    .orderByRaw(`delisted_on is not null, symbol <> ?, symbol not like ?, length(symbol), symbol, exchange`, [
      text.toUpperCase(),
      `${plain.toUpperCase()}%`,
    ])
    .limit(most)) as Stored[];
  return rows.map(instrumentOf);
}

function instrumentOf(row: Stored): Instrument {
  return {
    ...row,
    currency: currencyOf(row.exchange, row.currency),
    face_value: row.face_value === null ? null : row.face_value.toFixed(),
  };
}

/** Keeps other imports out until the end of the transaction; readers are not held up. */
export async function lockRegistry(trx: DbTransaction): Promise<void> {
  await trx.raw('lock table market.instruments in share row exclusive mode');
}

export async function addInstruments(trx: DbTransaction, rows: readonly Listing[]): Promise<void> {
  if (rows.length > 0) await trx.batchInsert('market.instruments', [...rows], AT_ONCE);
}

export async function updateInstruments(trx: DbTransaction, rows: readonly Instrument[]): Promise<void> {
  for (const { id, ...columns } of rows)
    await trx('market.instruments')
      .where({ id })
      .update({ ...columns, updated_at: trx.fn.now() });
}

/** A known alias takes the new status, end and source. @returns how many were new or changed. */
export async function saveAliases(trx: DbTransaction, rows: readonly Alias[]): Promise<number> {
  let written = 0;
  for (const row of rows) {
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `insert into market.instrument_aliases as a (instrument_id, alias, kind, status, valid_from, valid_to, source)
       values (?, ?, ?, ?, ?, ?, ?)
       on conflict (instrument_id, kind, alias, valid_from) do update
         set status = excluded.status, valid_to = excluded.valid_to, source = excluded.source
         where (a.status, a.valid_to) is distinct from (excluded.status, excluded.valid_to)`,
      [
        row.instrument_id,
        row.alias,
        row.kind,
        row.status,
        row.valid_from as string,
        row.valid_to as string,
        row.source,
      ],
    );
    written += rowCount;
  }
  return written;
}

/** @returns how many were new. */
export async function addSymbolChanges(
  trx: DbTransaction,
  rows: readonly NamedChange[],
  source: string,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const inserted = (await trx('market.symbol_changes')
      .insert(
        rows.slice(from, from + AT_ONCE).map((row) => ({
          exchange: row.exchange,
          from_symbol: row.from,
          to_symbol: row.to,
          changed_on: row.on,
          name: row.name,
          source,
        })),
      )
      .onConflict(['exchange', 'from_symbol', 'to_symbol', 'changed_on'])
      .ignore()
      .returning('from_symbol')) as unknown[];
    added += inserted.length;
  }
  return added;
}

export async function readMemberships(trx: DbTransaction, index: IndexName): Promise<Membership[]> {
  return (await trx('market.index_constituents')
    .select('id', 'instrument_id', 'symbol', 'isin', 'valid_from', 'valid_to', 'source')
    .where({ index_name: index })
    .orderBy('id')) as Membership[];
}

export async function saveMemberships(
  trx: DbTransaction,
  index: IndexName,
  { add, update }: { add: readonly Membership[]; update: readonly Membership[] },
): Promise<void> {
  if (add.length > 0) {
    const rows = add.map(({ id: _id, ...columns }) => ({ ...columns, index_name: index }));
    await trx.batchInsert('market.index_constituents', rows, AT_ONCE);
  }
  for (const { id, ...columns } of update)
    await trx('market.index_constituents').where({ id }).update(columns);
}

/** The day of the newest list that was read of an index; null before the first. */
export async function newestList(trx: DbTransaction, index: IndexName): Promise<string | null> {
  const [row] = (await trx('market.index_lists').where({ index_name: index }).max('as_of as as_of')) as {
    as_of: string | null;
  }[];
  return row?.as_of ?? null;
}

export async function recordList(
  trx: DbTransaction,
  index: IndexName,
  asOf: string,
  members: number,
): Promise<void> {
  await trx('market.index_lists')
    .insert({ index_name: index, as_of: asOf, members })
    .onConflict(['index_name', 'as_of'])
    .merge();
}

export async function findInstrument(trx: DbTransaction, id: string): Promise<Instrument | undefined> {
  const row = (await trx('market.instruments').select(COLUMNS).where({ id }).first()) as Stored | undefined;
  return row === undefined ? undefined : instrumentOf(row);
}

/** Enters an instrument under its provider's id; one that is there stays as it is. */
export async function addExternal(trx: DbTransaction, row: ExternalInstrument): Promise<void> {
  await trx('market.instruments').insert(row).onConflict('external_id').ignore();
}

export async function findExternal(trx: DbTransaction, id: string): Promise<Instrument | undefined> {
  const row = (await trx('market.instruments').select(COLUMNS).where({ external_id: id }).first()) as
    | Stored
    | undefined;
  return row === undefined ? undefined : instrumentOf(row);
}

/** Instruments that a word means by a confirmed alias. */
export async function namesakes(trx: DbTransaction, alias: string): Promise<Instrument[]> {
  const rows = (await trx('market.instruments')
    .select(COLUMNS)
    .whereIn(
      'id',
      trx('market.instrument_aliases').select('instrument_id').where({ alias, status: 'CONFIRMED' }),
    )
    .orderBy('id')) as Stored[];
  return rows.map(instrumentOf);
}

/** Aliases that nobody has decided about, by word. */
export async function readProposals(
  trx: DbTransaction,
): Promise<{ word: string; kind: Alias['kind']; source: string; instrument: Instrument }[]> {
  const instruments = new Map((await readInstruments(trx)).map((one) => [one.id, one]));
  const rows = (await trx('market.instrument_aliases as a')
    .select('instrument_id', 'alias', 'kind', 'source')
    .where({ status: 'PROPOSED' })
    .orderBy(['alias', 'instrument_id'])) as Alias[];
  return rows.flatMap(({ instrument_id, alias, kind, source }) => {
    const instrument = instruments.get(instrument_id);
    return instrument === undefined ? [] : [{ word: alias, kind, source, instrument }];
  });
}

/** Gives every alias of this word for this instrument the decided status; makes one where there is none. */
export async function saveDecision(trx: DbTransaction, alias: Alias): Promise<void> {
  const known = await trx('market.instrument_aliases')
    .where({ instrument_id: alias.instrument_id, alias: alias.alias })
    .update({ status: alias.status, source: alias.source });
  if (known === 0) await saveAliases(trx, [alias]);
}
