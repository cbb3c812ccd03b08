import type { Core } from '../../core/assembly/index.ts';

/** What a share is beside its symbol. */
export interface ShareOptions {
  name?: string;
  isin?: string;
  sector?: string;
  asset_class?: 'Indian Equity' | 'ETF' | 'Bond';
  listed_on?: string;
  delisted_on?: string;
}

/** A close for each session, in order; null leaves a hole. A function is given the number of the session, from 0. */
export type Closes = readonly (number | null)[] | ((session: number) => number | null);

interface ActionRow {
  symbol: string;
  ex_date: string;
  kind: string;
  new_shares?: number;
  old_shares?: number;
  amount?: number;
  source?: string;
  status?: string;
  exchange?: string;
  withdrawn?: boolean;
}

type IndexCode = 'NIFTY50' | 'NIFTY500';

/**
 * A small market written by hand: shares of NSE with their closes by session, members of an index, corporate actions and
 * levels of indexes.
 *
 *     await market().share('AAA').closes('AAA', '2020-01-01', [100, 101, 102]).split('AAA', '2020-01-03', 2, 1).write(core);
 */
export function market(): MarketBuilder {
  return new MarketBuilder();
}

export class MarketBuilder {
  readonly #shares = new Map<string, ShareOptions>();
  readonly #closes: { symbol: string; from: string; to: string; closes: Closes }[] = [];
  readonly #levels: { code: IndexCode; from: string; to: string; closes: Closes }[] = [];
  readonly #members: { index: IndexCode; symbol: string; from: string; to: string | null }[] = [];
  readonly #changes: { from: string; to: string; on: string }[] = [];
  readonly #actions: ActionRow[] = [];

  share(symbol: string, options: ShareOptions = {}): this {
    this.#shares.set(symbol, options);
    return this;
  }

  /** Closes on the sessions from a day on, until they end or until `to`. */
  closes(symbol: string, from: string, closes: Closes, to = '2099-12-31'): this {
    this.#closes.push({ symbol, from, to, closes });
    return this;
  }

  /** A walk that the seed alone decides, in steps of so many percent a session at most, around a daily drift. */
  walk(
    symbol: string,
    {
      from,
      to,
      start = 100,
      seed,
      drift = 0,
      step = 2,
    }: {
      from: string;
      to: string;
      seed: number;
      start?: number;
      drift?: number;
      step?: number;
    },
  ): this {
    const next = randomNumbers(seed);
    let close = start;
    return this.closes(
      symbol,
      from,
      () => (close = Math.max(1, Math.round(close * (100 + drift + step * (2 * next() - 1))) / 100)),
      to,
    );
  }

  /** Levels of an index on the sessions from a day on. */
  levels(code: IndexCode, from: string, closes: Closes, to = '2099-12-31'): this {
    this.#levels.push({ code, from, to, closes });
    return this;
  }

  /** `to` is the last day; null lasts on. A symbol without a share is one that the registry does not know. */
  member(index: IndexCode, symbol: string, from: string, to: string | null = null): this {
    this.#members.push({ index, symbol, from, to });
    return this;
  }

  /** `on` is the first day of the new symbol; the share goes by the new one here. */
  renamed(from: string, to: string, on: string): this {
    this.#changes.push({ from, to, on });
    return this;
  }

  split(symbol: string, ex_date: string, new_shares: number, old_shares: number): this {
    return this.action({ symbol, ex_date, kind: 'SPLIT', new_shares, old_shares });
  }

  /** So many free shares for so many that are held. */
  bonus(symbol: string, ex_date: string, free: number, held: number): this {
    return this.action({ symbol, ex_date, kind: 'BONUS', new_shares: free + held, old_shares: held });
  }

  dividend(symbol: string, ex_date: string, amount: number): this {
    return this.action({ symbol, ex_date, kind: 'DIVIDEND', amount });
  }

  action(row: ActionRow): this {
    this.#actions.push(row);
    return this;
  }

  /** @returns the ids of the shares by symbol. */
  async write({ database, calendar }: Pick<Core, 'database' | 'calendar'>): Promise<Map<string, string>> {
    return await database.asSystem('a market for a test', async (trx) => {
      const ids = new Map<string, string>();
      // All rows of a table in one statement: a market stands before most cases of the policies.
      if (this.#shares.size > 0) {
        const rows = (await trx('market.instruments')
          .insert([...this.#shares].map(([symbol, options]) => instrumentRow(symbol, options)))
          .returning(['id', 'symbol'])) as { id: string; symbol: string }[];
        for (const { id, symbol } of rows) ids.set(symbol, id);
      }
      const closes = this.#closes.flatMap((one) =>
        rowsOf(calendar.sessionsBetween('NSE', one.from, one.to), one.closes).map((row) => ({
          ...row,
          id: ids.get(one.symbol) ?? one.symbol,
        })),
      );
      if (closes.length > 0)
        await trx.raw(
          `insert into portfolio.price_history (instrument_id, day, close, source)
           select w.id, w.day, w.close, 'FILE' from unnest(?::bigint[], ?::date[], ?::numeric[]) w (id, day, close)`,
          [
            closes.map(({ id }) => id),
            closes.map(({ day }) => day),
            closes.map(({ close }) => String(close)),
          ],
        );
      for (const { code, from, to, closes } of this.#levels) {
        const rows = rowsOf(calendar.sessionsBetween('NSE', from, to), closes);
        await trx.raw(
          `insert into portfolio.benchmark_snapshots (benchmark, day, close, source, as_of)
           select ?, w.day, w.close, 'TEST', now() from unnest(?::date[], ?::numeric[]) w (day, close)`,
          [code, rows.map(({ day }) => day), rows.map(({ close }) => String(close))],
        );
      }
      if (this.#members.length > 0)
        await trx('market.index_constituents').insert(
          this.#members.map(({ index, symbol, from, to }) => ({
            index_name: index,
            instrument_id: ids.get(symbol) ?? null,
            symbol,
            valid_from: from,
            valid_to: to,
            source: 'test',
          })),
        );
      for (const { from, to, on } of this.#changes)
        await trx('market.symbol_changes').insert({
          exchange: 'NSE',
          from_symbol: from,
          to_symbol: to,
          changed_on: on,
          source: 'test',
        });
      for (const [nr, { symbol, withdrawn, ...action }] of this.#actions.entries())
        await trx('market.corporate_actions').insert({
          exchange: 'NSE',
          symbol,
          instrument_id: ids.get(symbol) ?? null,
          raw: `${action.kind} ${nr}`,
          status: 'READ',
          source: 'test',
          ...action,
          ...(withdrawn === true ? { withdrawn_at: trx.fn.now() } : {}),
        });
      return ids;
    });
  }
}

/** Knex fills in DEFAULT where rows of one statement differ in their columns. */
function instrumentRow(symbol: string, options: ShareOptions): object {
  return {
    exchange: 'NSE',
    symbol,
    asset_class: 'Indian Equity',
    ...options,
    ...(options.sector === undefined ? {} : { classification: 'NSE', classified_on: '2020-01-01' }),
  };
}

function rowsOf(sessions: readonly string[], closes: Closes): { day: string; close: number }[] {
  return sessions.flatMap((day, at) => {
    const close = typeof closes === 'function' ? closes(at) : (closes[at] ?? null);
    return close === null ? [] : [{ day, close }];
  });
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
