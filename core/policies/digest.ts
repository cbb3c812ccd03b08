import type { Calendar } from '../market/calendar/index.ts';
import { addDays } from '../platform/index.ts';
import { FIRST_INDEX } from '../strategies/index.ts';
import type { Mode } from './states.ts';
import type { PolicyEquityRow, PolicyEquityView, PolicyView } from './view.ts';

/** What a digest is about: a session, or the week that ends on a Saturday. */
export interface DigestSpan {
  kind: 'DAY' | 'WEEK';
  /** YYYY-MM-DD */
  date: string;
}

/** Why a policy has no figures of the last session of the span. */
type DigestGap = 'FAILED' | 'NOT_VALUED';

/** How one policy stands. Changes and drawdown are percentage points, net of tax; the NAV rupees a unit. */
export interface DigestLine {
  policy_id: string;
  name: string;
  tag_code: string;
  mode: Mode;
  /** The session of the figures; null before the first. */
  date: string | null;
  nav_net_of_tax: number | null;
  /** Over the span; null where its last session is not valued. */
  change_pct: number | null;
  /** Over the same sessions; its change is null where a level is unknown. */
  benchmark: { name: string; change_pct: number | null } | null;
  /** 0 or more below the peak. */
  drawdown_pct: number | null;
  next_cycle_date: string | null;
  gap: DigestGap | null;
}

export interface Digest {
  span: DigestSpan;
  /** The last session of the span. */
  session: string;
  items: DigestLine[];
}

/** @param session the last session of the span. */
function digestLine(
  policy: PolicyView,
  equity: PolicyEquityView,
  span: DigestSpan,
  session: string,
): DigestLine {
  const { state, latest_cycle } = policy;
  // A snapshot of a session that is not over is no figure of that session.
  const rows = equity.items.filter((row) => row.date <= session && row.date <= (state.date ?? ''));
  const last = rows.at(-1);
  const isValued = last?.date === session;
  const gap = isValued ? null : latest_cycle?.status === 'FAILED' ? 'FAILED' : 'NOT_VALUED';
  const before = rows.findLast((row) => row.date < firstDay(span));
  const { benchmark } = equity;
  return {
    policy_id: policy.id,
    name: policy.name,
    tag_code: policy.tag_code,
    mode: policy.mode,
    date: last?.date ?? null,
    nav_net_of_tax: last?.nav_net_of_tax ?? null,
    change_pct: isValued
      ? growth(before?.performance_index_net_of_tax ?? FIRST_INDEX, last.performance_index_net_of_tax)
      : null,
    benchmark:
      benchmark === null
        ? null
        : { name: benchmark.name, change_pct: isValued ? against(before, last) : null },
    drawdown_pct: last?.drawdown_net_of_tax_pct ?? null,
    next_cycle_date: policy.next_cycle_date,
    gap,
  };
}

/** A week runs from Sunday to Saturday, so that each session is in one of them. */
const firstDay = ({ kind, date }: DigestSpan): string => (kind === 'DAY' ? date : addDays(date, -6));

const growth = (from: number, to: number): number => (to / from - 1) * 100;

/** The benchmark begins at 10 on the first session, so that without an earlier one it is held against that. */
function against(before: PolicyEquityRow | undefined, last: PolicyEquityRow): number | null {
  const base = before === undefined ? FIRST_INDEX : before.benchmark_index;
  return base === null || last.benchmark_index === null ? null : growth(base, last.benchmark_index);
}

interface DigestParts {
  calendar: Pick<Calendar, 'sessionOnOrBefore'>;
  all: (userId: string) => Promise<PolicyView[]>;
  books: { equity: (userId: string, id: string, query: { mode: Mode }) => Promise<PolicyEquityView> };
}

/** Reads how each active policy of a person stands; null where none has begun, or the span has no session. */
export function createDigest({ calendar, all, books }: DigestParts) {
  return async (userId: string, span: DigestSpan): Promise<Digest | null> => {
    const session = calendar.sessionOnOrBefore('NSE', span.date);
    const items: DigestLine[] = [];
    if (session < firstDay(span)) return null;
    for (const policy of await all(userId)) {
      if (policy.status !== 'ACTIVE' || policy.starts_on > session) continue;
      const curve = await books.equity(userId, policy.id, { mode: policy.mode });
      items.push(digestLine(policy, curve, span, session));
    }
    return items.length === 0 ? null : { span, session, items };
  };
}
