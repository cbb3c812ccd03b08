import type { PanelSecurity, Survivorship } from '../panel/index.ts';

/** A company's time in an index: first and last day; a last day of null lasts on. */
interface MemberSpan {
  /** Null for a company that the registry does not know. */
  instrument_id: string | null;
  symbol: string;
  isin: string | null;
  valid_from: string;
  valid_to: string | null;
}

/** What the registry says of a share today. */
export interface ShareFacts {
  id: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  sector: string | null;
  asset_class: string;
  delisted_on: string | null;
}

/** Who can be ranked from day to day. */
export interface Universe {
  securities: PanelSecurity[];
  survivorship: Survivorship;
  /** Symbols of a list that stand for no share of the registry. */
  unknown: string[];
}

/** An index is known from the day on which so much of its newest membership is on record. */
const KNOWN_PART = 0.9;
const FOR_EVER = '9999-12-31';

/**
 * The members of an index between two days. Where they are known only later than the first of these, those of the first
 * known day stand for the days before: a universe that is chosen by who is still there flatters every strategy, and the
 * label says so.
 */
export function universeOfIndex(
  spans: readonly MemberSpan[],
  facts: ReadonlyMap<string, ShareFacts>,
  { from, to }: { from: string; to: string },
): Universe {
  const known = knownFrom(spans);
  const isLate = known !== null && known > from;
  const covers = (span: MemberSpan, day: string) =>
    span.valid_from <= day && day <= (span.valid_to ?? FOR_EVER);
  const members = new Map<string, PanelSecurity>();
  for (const span of [...spans].sort((a, b) => (a.valid_from < b.valid_from ? -1 : 1))) {
    const start = isLate && covers(span, known) ? from : span.valid_from;
    if (start > to || (span.valid_to ?? FOR_EVER) < from) continue;
    const key = span.instrument_id ?? `symbol ${span.symbol}`;
    const member = { from: start, to: span.valid_to };
    const before = members.get(key);
    members.set(
      key,
      before === undefined
        ? { ...shareOf(span, facts), member: [member] }
        : { ...before, member: [...before.member, member] },
    );
  }
  return {
    securities: [...members.values()].sort(bySymbol),
    survivorship: isLate ? 'CURRENT_MEMBERS' : 'MEMBERSHIP_BY_DATE',
    unknown: [],
  };
}

/** Shares that a person chose: members on every day. @param found the id of each symbol; null where nobody knows it. */
export function universeOfSymbols(
  found: ReadonlyMap<string, string | null>,
  facts: ReadonlyMap<string, ShareFacts>,
  from: string,
): Universe {
  const securities = new Map<string, PanelSecurity>();
  for (const [symbol, instrument_id] of found) {
    const share = shareOf({ instrument_id, symbol, isin: null }, facts);
    securities.set(share.instrument_id ?? `symbol ${symbol}`, { ...share, member: [{ from, to: null }] });
  }
  return {
    securities: [...securities.values()].sort(bySymbol),
    survivorship: 'CHOSEN_SYMBOLS',
    unknown: [...found].flatMap(([symbol, id]) => (id === null ? [symbol] : [])),
  };
}

/** Shares that can be seen and never ranked. */
export function noMembers(facts: ReadonlyMap<string, ShareFacts>): PanelSecurity[] {
  const shares = [...facts].map(([instrument_id, { symbol, isin }]) => ({
    ...shareOf({ instrument_id, symbol, isin }, facts),
    member: [],
  }));
  return shares.sort(bySymbol);
}

/** What stands for a symbol that the registry does not know: never ranked and never priced. */
export const nobody = (symbol: string): PanelSecurity => ({
  ...shareOf({ instrument_id: null, symbol, isin: null }, new Map()),
  member: [],
});

/** The first day on which the index had nearly as many known members as on the newest day; null without any. */
function knownFrom(spans: readonly MemberSpan[]): string | null {
  const today = spans.filter(({ valid_to }) => valid_to === null).length;
  const changes = spans.flatMap(({ valid_from, valid_to }) => [
    { day: valid_from, change: 1 },
    // It is a member until the evening of its last day.
    ...(valid_to === null ? [] : [{ day: `${valid_to} evening`, change: -1 }]),
  ]);
  let [count, most] = [0, 0];
  changes.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  for (const { change } of changes) most = Math.max(most, (count += change));
  count = 0;
  for (const { day, change } of changes) {
    count += change;
    if (count > 0 && count >= KNOWN_PART * (today > 0 ? today : most)) return day.slice(0, FOR_EVER.length);
  }
  return null;
}

function shareOf(
  { instrument_id, symbol, isin }: Pick<MemberSpan, 'instrument_id' | 'symbol' | 'isin'>,
  facts: ReadonlyMap<string, ShareFacts>,
): Omit<PanelSecurity, 'member'> {
  const known = instrument_id === null ? undefined : facts.get(instrument_id);
  return {
    instrument_id: known?.id ?? null,
    symbol: known?.symbol ?? symbol,
    name: known?.name ?? null,
    isin: known?.isin ?? isin,
    sector: known?.sector ?? null,
    asset_class: known?.asset_class === 'ETF' ? 'ETF' : 'Indian Equity',
    delisted_on: known?.delisted_on ?? null,
  };
}

const bySymbol = (a: PanelSecurity, b: PanelSecurity): number => (a.symbol < b.symbol ? -1 : 1);
