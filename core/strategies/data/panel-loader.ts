import { Problem } from '../../platform/index.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { Indexes, MarketHistory } from '../../market/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import { PANEL_ACTIONS, type PanelAction, type PanelActionKind, type PricePanel } from '../panel/index.ts';
import type { IndexUniverse } from '../config.ts';
import { benchmarkOf } from './benchmark.ts';
import { revisionOf } from './revision.ts';
import {
  nobody,
  noMembers,
  type ShareFacts,
  type Universe,
  universeOfIndex,
  universeOfSymbols,
} from './universe.ts';

/** What is to be seen. */
export interface PanelQuestion {
  /** An index, or symbols as people call them. */
  universe: IndexUniverse | readonly string[];
  /** YYYY-MM-DD: the days on which something is decided. */
  from: string;
  to: string;
  /** Sessions before the first of these that belong to it as well. */
  warmup: number;
  /** Instruments to be seen although they do not belong to the universe: what is held. */
  also?: readonly string[];
  /** The symbol of the fund that cash is swept into: a member of no day, though the universe may name it. */
  liquid?: string;
}

interface LoadedPanel {
  panel: PricePanel;
  /** Symbols of a list that stand for no share. They are in the panel too, without an instrument and without closes. */
  unknown: string[];
}

export interface PanelSources {
  history: Pick<
    MarketHistory,
    'closeMatrix' | 'datedActions' | 'extentOf' | 'changeStamp' | 'medianTurnovers'
  >;
  instruments: Pick<Instruments, 'byIds' | 'memberships' | 'resolver' | 'stamp'>;
  indexes: Pick<Indexes, 'closes'>;
  calendar: Calendar;
}

export type PanelLoader = ReturnType<typeof createPanelLoader>;

/** Larger questions would not fit into memory with what is calculated from them. */
const MOST_SHARES = 1500;
/** Where the calendar begins. */
const FIRST_SESSION_SOUGHT = '1990-01-01';
const TRADED: ReadonlySet<string> = new Set(['Indian Equity', 'ETF']);

/** Reads price panels from the market's records. The same for everybody. */
export function createPanelLoader({ history, instruments, indexes, calendar }: PanelSources) {
  async function universe({ universe: asked, from, to }: PanelQuestion): Promise<Universe> {
    if (typeof asked === 'string') {
      const spans = await instruments.memberships(asked);
      const ids = spans.flatMap(({ instrument_id }) => instrument_id ?? []);
      return universeOfIndex(spans, await factsOf(ids), { from, to });
    }
    const found = await instrumentsOf(asked, to);
    const ids = [...found.values()].flatMap((id) => id ?? []);
    return universeOfSymbols(found, await factsOf(ids), from);
  }

  /** What symbols stood for on a day; null for those of no share or traded fund. */
  async function instrumentsOf(symbols: readonly string[], on: string): Promise<Map<string, string | null>> {
    const resolver = await instruments.resolver();
    return new Map(
      symbols.map((symbol) => {
        const resolution = resolver.resolve({ symbol, exchange: 'NSE', on });
        const isShare = resolution.outcome === 'FOUND' && TRADED.has(resolution.instrument.asset_class);
        return [symbol, isShare ? resolution.instrument.id : null] as const;
      }),
    );
  }

  /** What does not belong to the universe stands behind it, as a member of no day. */
  async function withOthers(found: Universe, also: readonly string[] = []): Promise<Universe> {
    const known = new Set(found.securities.map(({ instrument_id }) => instrument_id));
    const others = also.filter((id) => !known.has(id));
    if (others.length === 0) return found;
    return { ...found, securities: [...found.securities, ...noMembers(await factsOf(others))] };
  }

  /** The fund that cash is swept into is no member; one that nobody knows is there all the same, without an instrument. */
  async function withFund(found: Universe, { liquid, to }: PanelQuestion): Promise<WithFund> {
    if (liquid === undefined) return found;
    const id = (await instrumentsOf([liquid], to)).get(liquid) ?? null;
    const place = found.securities.findIndex((one) =>
      id === null ? one.instrument_id === null && one.symbol === liquid : one.instrument_id === id,
    );
    const unknown = found.unknown.filter((symbol) => symbol !== liquid);
    if (place >= 0) {
      const securities = found.securities.map((one, at) => (at === place ? { ...one, member: [] } : one));
      return { ...found, securities, unknown, liquid: { security: place } };
    }
    const own = id === null ? [nobody(liquid)] : noMembers(await factsOf([id]));
    const securities = [...found.securities, ...own];
    return { ...found, securities, unknown, liquid: { security: found.securities.length } };
  }

  async function factsOf(ids: readonly string[]): Promise<Map<string, ShareFacts>> {
    const known = await instruments.byIds(ids);
    return new Map(
      [...known].map(([id, { symbol, name, isin, sector, asset_class, delisted_on }]) => [
        id,
        { id, symbol, name, isin, sector, asset_class, delisted_on },
      ]),
    );
  }

  function sessions({ from, to, warmup }: PanelQuestion): string[] {
    const all = calendar.sessionsBetween('NSE', FIRST_SESSION_SOUGHT, to);
    const first = all.findIndex((day) => day >= from);
    return first < 0 ? [] : all.slice(Math.max(0, first - warmup));
  }

  async function actionsOf(
    ids: readonly string[],
    places: ReadonlyMap<string, number>,
    span: { from: string; to: string },
  ) {
    const all = await history.datedActions(ids, PANEL_ACTIONS, span);
    return all.flatMap(({ instrument_id, kind, ex_date, new_shares, old_shares, amount }): PanelAction[] => {
      const security = places.get(instrument_id);
      if (security === undefined) return [];
      return [{ security, ex_date, kind: kind as PanelActionKind, new_shares, old_shares, amount }];
    });
  }

  async function benchmark(asked: PanelQuestion['universe'], days: readonly string[]) {
    const { code, name } = benchmarkOf(asked);
    const [first] = days;
    if (first === undefined) return null;
    const levels = new Map((await indexes.closes(code, first)).map(({ day, value }) => [day, value]));
    const closes = Float64Array.from(days, (day) => levels.get(day) ?? Number.NaN);
    if (closes.every(Number.isNaN)) return null;
    return { code, name, closes };
  }

  return {
    /**
     * The panel of a universe and a span: closes as they were traded on the sessions of NSE, with who belonged to it when.
     * @throws Problem 422 UNIVERSE_TOO_LARGE
     */
    async load(question: PanelQuestion): Promise<LoadedPanel> {
      const all = await withOthers(await universe(question), question.also);
      const { securities, survivorship, unknown, liquid } = await withFund(all, question);
      if (securities.length > MOST_SHARES)
        throw new Problem(
          422,
          'UNIVERSE_TOO_LARGE',
          `The universe had ${securities.length} shares in these years; at most ${MOST_SHARES} fit. Choose a shorter span.`,
        );
      const days = sessions(question);
      const ids = securities.flatMap(({ instrument_id }) => instrument_id ?? []);
      const places = new Map(
        securities.flatMap(({ instrument_id }, at) => (instrument_id === null ? [] : [[instrument_id, at]])),
      );
      const known = await history.closeMatrix(ids, days);
      const panel = {
        days,
        securities,
        closes: spread(known, ids, places, securities.length, days.length),
        actions: await actionsOf(ids, places, { from: days[0] ?? question.from, to: question.to }),
        benchmark: await benchmark(question.universe, days),
        survivorship,
        ...(liquid === undefined ? {} : { liquid }),
      };
      return { panel: { ...panel, revision: await revisionOf(panel) }, unknown };
    },

    /** Differs whenever a panel that was loaded before may not be what it would be now. */
    async stamp(): Promise<string> {
      return `${await history.changeStamp()} / ${await instruments.stamp()}`;
    },

    /** Median daily turnovers up to a day, by instrument id. */
    medianTurnovers: async (instrumentIds: readonly string[], onOrBefore: string) =>
      await history.medianTurnovers(instrumentIds, onOrBefore),

    /** The first and the last day on which any of a panel's shares, its fund aside, has a close; null where none has. */
    async extentOf({ securities, liquid }: Pick<PricePanel, 'securities' | 'liquid'>) {
      const shares = securities.filter((_, at) => at !== liquid?.security);
      return await history.extentOf(shares.flatMap(({ instrument_id }) => instrument_id ?? []));
    },
  };
}

type WithFund = Universe & Pick<PricePanel, 'liquid'>;

/** Puts the closes of the shares that the registry knows in their places; the others have none. */
function spread(
  known: Float64Array,
  ids: readonly string[],
  places: ReadonlyMap<string, number>,
  shares: number,
  days: number,
): Float64Array {
  if (ids.length === shares) return known;
  const closes = new Float64Array(shares * days).fill(Number.NaN);
  for (const [at, id] of ids.entries())
    closes.set(known.subarray(at * days, (at + 1) * days), (places.get(id) ?? 0) * days);
  return closes;
}
