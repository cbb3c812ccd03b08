import type { ContextReader, MarketFacts } from '../../assistant/index.ts';
import { only, words } from './reader-rows.ts';
import type { Calendar } from '../../market/calendar/index.ts';
import type { Indexes } from '../../market/index.ts';
import type { Options } from '../../options/index.ts';
import type { Research } from '../../research/index.ts';
import { addDays, type Context, istDate, istInstant, Problem } from '../../platform/index.ts';

/* What the assistant may read of the options workspace, of research and of the market: reads alone, as in assistant-books.ts. */

/** The services as far as they are read. */
interface Markets extends Pick<Context, 'clock'> {
  calendar: Calendar;
  indexes: Pick<Indexes, 'closes'>;
  options: Pick<Options, 'hasRecords' | 'safety'> & {
    performance: Pick<Options['performance'], 'read'>;
    settings: Pick<Options['settings'], 'read'>;
    positions: Pick<Options['positions'], 'list'>;
    events: Pick<Options['events'], 'upcoming'>;
    sentiment: Pick<Options['sentiment'], 'latest'>;
    spots: Options['spots'];
  };
}

/** Runs of research, the newest first. */
const NEWEST_RUNS = 25;
const EVENT_DAYS = 7;
const CLOSES = 30;
/** Days that surely hold so many sessions. */
const DAYS_BACK = 60;
/** Of a session without known hours. */
const CLOSE_TIME = '15:30';
/** Indexes with closes on record, by what options on them are called. */
const INDEX_OF = { NIFTY: 'NIFTY50', NIFTY50: 'NIFTY50', NIFTY500: 'NIFTY500' } as const;

const hasCloses = (underlying: string): underlying is keyof typeof INDEX_OF =>
  Object.hasOwn(INDEX_OF, underlying);

/** Readers over the options workspace. */
export function optionReaders({ options }: Pick<Markets, 'options'>): ContextReader[] {
  return [
    {
      section: 'options',
      title: 'Options workspace',
      href: '/options',
      command: '/live_status',
      about: words(
        'option, trade, strategy, strangle, straddle, condor, spread, envelope, margin, position, expiry, drawdown limit, live, dry run, shadow',
      ),
      async read(userId) {
        if (!(await options.hasRecords(userId)))
          throw new Problem(404, 'OPTIONS_EMPTY', 'No trading process has reported anything yet.');
        const [live, dry, safety, settings, open] = await Promise.all([
          options.performance.read(userId, 'LIVE'),
          options.performance.read(userId, 'DRY_RUN'),
          options.safety(userId),
          options.settings.read(userId),
          options.positions.list(userId, {}),
        ]);
        return { performance: [live, dry], safety, settings, open_positions: open.items };
      },
    },
    {
      section: 'market',
      title: 'Option events',
      href: '/options/events',
      command: '/events',
      about: words('event, rbi, fed, budget, market, sentiment, forecast, bullish, bearish, analysis, vix'),
      async read(userId) {
        const [events, sentiment] = await Promise.all([
          options.events.upcoming(userId, EVENT_DAYS),
          options.sentiment.latest(userId),
        ]);
        return {
          events: events.items.map(({ name, severity, day, window_ist, blocks_now }) => ({
            name,
            severity,
            day,
            window_ist,
            blocks_now,
          })),
          analyses: sentiment,
        };
      },
    },
  ];
}

/** A reader over the newest reports of AI research. What is no COMPLETED run is a draft, as its status says. */
export function researchReaders({
  research,
}: {
  research: { runs: Pick<Research['runs'], 'list'> };
}): ContextReader[] {
  return [
    {
      section: 'research',
      title: 'AI research',
      href: '/research/ai',
      command: '/research',
      about: words('research, dossier, rating, thesis, bull case, bear case, coverage'),
      async read(userId) {
        const { items, total } = await research.runs.list(userId, { page_size: NEWEST_RUNS });
        return {
          runs: items.map((row) =>
            only(
              row,
              'symbol',
              'company_name',
              'status',
              'rating',
              'qa_status',
              'required_pct',
              'as_of',
              'stage_title',
              'error',
            ),
          ),
          total,
        };
      },
    },
  ];
}

/**
 * Facts for a forecast of an index: its closes on record, or the prices that a trading process reported, and the option events
 * ahead. There is no feed of India VIX.
 */
export function createMarketFacts({ indexes, calendar, clock, options }: Markets) {
  /** The close of the session that is on or still to come today, else of the next one. */
  const horizon = (): string => {
    const now = clock.now();
    const today = istDate(now);
    const closeOf = (day: string) => calendar.sessionHours('NSE', day).close ?? istInstant(day, CLOSE_TIME);
    const isAhead = calendar.isSession('NSE', today) && now < closeOf(today);
    return closeOf(isAhead ? today : calendar.nextSession('NSE', today)).toISOString();
  };

  /** What a forecast could be asked of instead. */
  async function priced(userId: string, from: string): Promise<string[]> {
    const closed = await Promise.all(
      (['NIFTY', 'NIFTY500'] as const).map(async (name) =>
        (await indexes.closes(INDEX_OF[name], from)).length > 0 ? [name] : [],
      ),
    );
    return [...new Set([...closed.flat(), ...(await options.spots.all(userId, from))])];
  }

  return async (userId: string, underlying: string): Promise<MarketFacts> => {
    const horizon_at = horizon();
    const missing = ['india_vix'];
    const from = addDays(istDate(clock.now()), -DAYS_BACK);
    const closes = hasCloses(underlying)
      ? (await indexes.closes(INDEX_OF[underlying], from)).slice(-CLOSES)
      : [];
    const reported =
      closes.length > 0 ? [] : (await options.spots.list(userId, underlying, from)).slice(-CLOSES);
    if (closes.length === 0) missing.push('closes');
    const days = closes.length + reported.length;
    if (days === 0) return { facts: null, missing, horizon_at, priced: await priced(userId, from) };
    if (days < CLOSES) missing.push('longer_history');
    const events = await options.events.upcoming(userId, EVENT_DAYS);
    return {
      facts: {
        ...(closes.length > 0
          ? { closes: closes.toReversed().map(({ day, value }) => ({ day, close: value })) }
          : { reported_prices: reported.toReversed() }),
        events: events.items.map(({ name, severity, day, window_ist, underlying: of }) => ({
          name,
          severity,
          day,
          window_ist,
          underlying: of,
        })),
      },
      missing,
      horizon_at,
      priced: [underlying],
    };
  };
}
