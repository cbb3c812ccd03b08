import { DAY_MS } from '../../platform/index.ts';
import type { Workspace } from '../store/index.ts';
import { partsOf, tradeKey, type TradeName } from './open-positions.ts';

/** How the calendar of events stood at the entry of a trade. UNKNOWN where there is no calendar around that day. */
export const EVENT_RISKS = ['LOW', 'HIGH', 'BLOCKING', 'UNKNOWN'] as const;
export type EventRisk = (typeof EVENT_RISKS)[number];

interface CalendarEvent {
  severity: string;
  starts_at: string;
  ends_at: string;
  /** Null for all of them. */
  underlying: string | null;
  is_cancelled: number;
}

/** An event that begins within so long after an entry makes it riskier: the trade will be open then. */
const AHEAD_MS = DAY_MS;
/** A calendar that knows of nothing within so many days on either side is none. */
const KNOWN_DAYS = 30;

/**
 * The risk of an entry by the events around it: BLOCKING while a BLOCK is on, HIGH while a WARNING is on or either begins
 * within a day, else LOW. An event of another underlying does not count.
 */
function eventRiskAt(events: readonly CalendarEvent[], at: string, underlying: string): EventRisk {
  const moment = Date.parse(at);
  const around = events.filter(
    ({ starts_at, is_cancelled }) =>
      is_cancelled === 0 && Math.abs(Date.parse(starts_at) - moment) <= KNOWN_DAYS * DAY_MS,
  );
  if (around.length === 0) return 'UNKNOWN';
  const own = around.filter((event) => event.underlying === null || event.underlying === underlying);
  const isOn = ({ starts_at, ends_at }: CalendarEvent) =>
    Date.parse(starts_at) <= moment && moment <= Date.parse(ends_at);
  const isAhead = ({ starts_at }: CalendarEvent) => {
    const wait = Date.parse(starts_at) - moment;
    return wait > 0 && wait <= AHEAD_MS;
  };
  if (own.some((event) => event.severity === 'BLOCK' && isOn(event))) return 'BLOCKING';
  const isHigh = own.some(
    (event) => (event.severity === 'WARNING' && isOn(event)) || (event.severity !== 'INFO' && isAhead(event)),
  );
  return isHigh ? 'HIGH' : 'LOW';
}

interface Entry extends TradeName {
  opened_at: string;
  underlying: string;
}

/** The risk of each trade, by `tradeKey`: what was stamped when it was first reported, else as the calendar says now of its entry. */
export async function eventRisks(
  workspace: Workspace,
  entries: readonly Entry[],
): Promise<Map<string, EventRisk>> {
  const risks = new Map<string, EventRisk>();
  for (const { mode, tags } of partsOf(entries))
    for (const { tag, event_risk } of await workspace
      .rows<TradeName & { event_risk: EventRisk }>('positions')
      .where({ mode })
      .whereIn('tag', tags)
      .select('tag', 'event_risk'))
      risks.set(tradeKey({ mode, tag }), event_risk);
  const fresh = entries.filter((entry) => !risks.has(tradeKey(entry)));
  if (fresh.length === 0) return risks;
  const moments = fresh.map(({ opened_at }) => Date.parse(opened_at));
  const edge = (moment: number, days: number) => new Date(moment + days * DAY_MS).toISOString();
  const events = await workspace
    .rows<CalendarEvent>('market_events')
    .where('starts_at', '>=', edge(Math.min(...moments), -KNOWN_DAYS))
    .where('starts_at', '<=', edge(Math.max(...moments), KNOWN_DAYS))
    .select('severity', 'starts_at', 'ends_at', 'underlying', 'is_cancelled');
  for (const entry of fresh)
    if (!risks.has(tradeKey(entry)))
      risks.set(tradeKey(entry), eventRiskAt(events, entry.opened_at, entry.underlying));
  return risks;
}
