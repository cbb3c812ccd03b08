import { createReadMarketRevision, type Instruments } from '../../market/instruments/index.ts';
import type { MarketHistory } from '../../market/index.ts';
import {
  type Context,
  createCache,
  createTurns,
  memoryShare,
  istDate,
  notFound,
  Problem,
  type Topic,
  withTimeOf,
} from '../../platform/index.ts';
import { NETWORTH, portfolioScope, type UndecidedAction } from '../../portfolio/index.ts';
import { type CalculatingThread, shareCalculatingThread } from './calculating-thread.ts';
import type { ScopeFigures } from './messages.ts';
import { createEngineSync, type EngineState, type EngineSync } from './engine-sync.ts';
import { createSharedCloses } from './shared-closes.ts';
import { createKeptValues, type KeptValues } from './kept-values.ts';
import { figuresIn, portfolioValues } from './portfolio-values.ts';
import type { PortfolioValues } from './values-view.ts';

interface ValuesParts {
  history: Pick<MarketHistory, 'ratiosOf'>;
  readUndecided: (userId: string) => Promise<readonly UndecidedAction[]>;
  instruments: Pick<Instruments, 'resolver'>;
  /** A thread of its own in the place of the shared one, for tests. */
  thread?: CalculatingThread;
  /** In the place of those of large books, for tests. */
  kept?: KeptValues;
}

/** The service behind `core.reports.values`. */
export interface Values {
  /**
   * The daily series of a portfolio, or of everything (Networth) where none is named. Kept while neither their ledger,
   * prices and rates, nor market data, nor the day change: asking again costs a look at the revisions.
   * @throws 404 PORTFOLIO_NOT_FOUND; 503 CALCULATION_FAILED where the calculating thread was lost: ask again.
   */
  read(userId: string, portfolioName?: string | null): Promise<PortfolioValues>;
  /** Starts the thread, so that who asks first does not wait for that. Nothing is read, and nothing is lost if nobody asks. */
  warm(): void;
  /** Gives the thread back. */
  close(): Promise<void>;
}

const RESTS_ON: readonly Topic[] = ['ledger', 'prices', 'rates'];
/** Bytes of all series that this process keeps: 30 shares over twelve years take some 0.5 MB. */
const MOST_BYTES = memoryShare({ of: 16, least: 64, most: 128 });
const FIGURE_BYTES = 8;
/** Bytes of a person beside the series. */
const PERSON_BYTES = 20_000;

interface Person {
  feed: EngineSync;
  /** By the id of the portfolio; Networth is ''. */
  views: Map<string, PortfolioValues>;
  figures: number;
  /** Words for the state that the books read last follow from. */
  restsOn: string;
  /** Values from the database, by name, until the books are read. */
  restored: Map<string, Restored>;
}

interface Restored {
  view: PortfolioValues;
  restsOn: string;
}

/** Every service has a name of its own in the thread, which many may share. */
let services = 0;

/** Daily values of portfolios since their first transaction or record, worked out in a thread (spec: Report rules 4 and 6). */
export function createValues(context: Context, parts: ValuesParts): Values {
  const { database, clock } = context;
  const thread = parts.thread ?? shareCalculatingThread();
  const kept = parts.kept ?? createKeptValues(context);
  const marketRevision = createReadMarketRevision(database);
  const sources = { ...parts, closes: createSharedCloses(database) };
  services += 1;
  const service = services;
  const persons = createCache<Person>({
    most: Number.POSITIVE_INFINITY,
    mostSize: MOST_BYTES,
    sizeOf: ({ figures }) => PERSON_BYTES + figures * FIGURE_BYTES,
    keepsLast: true,
    onDrop: (userId) => thread.forget(`${service} ${userId}`),
  });
  /** Requests of one person run one after the other: the second finds the answer of the first. */
  const turns = createTurns();
  let isClosed = false;

  function personOf(userId: string): Person {
    const known = persons.get(userId);
    if (known !== undefined) return known;
    const person = {
      feed: createEngineSync(context, sources, thread, { userId, owner: `${service} ${userId}` }),
      views: new Map<string, PortfolioValues>(),
      figures: 0,
      restsOn: '',
      restored: new Map<string, Restored>(),
    };
    persons.set(userId, person);
    return person;
  }

  /** @throws 404 PORTFOLIO_NOT_FOUND */
  const nameOnRecord = async (userId: string, name: string): Promise<string> =>
    (await database.readAsUser(userId, (trx) => portfolioScope(trx, name))).name;

  /** Notes a changed size. A person dropped meanwhile stays dropped, because the thread has nothing of them. */
  function noteSize(userId: string, person: Person): void {
    if (persons.get(userId) === person) persons.set(userId, person);
  }

  /** All that values follow from. Read it before the books: a change meanwhile makes the values those of an older state. */
  async function stateOf(userId: string): Promise<EngineState> {
    const [revision, ...market] = await Promise.all([
      database.revision(userId, RESTS_ON),
      marketRevision('prices'),
      marketRevision('registry'),
      marketRevision('rates'),
      parts.readUndecided(userId),
    ]);
    return { revision, day: istDate(clock.now()), market: JSON.stringify(market) };
  }

  /** Values of a person whose books this process has not read; null if it must read them. */
  async function restore(
    userId: string,
    person: Person,
    name: string,
    restsOn: string,
  ): Promise<PortfolioValues | null> {
    const { restored } = person;
    const known = restored.get(name);
    if (known?.restsOn === restsOn) return known.view;
    const view = await kept.read(userId, name, restsOn);
    if (view === null) restored.clear();
    else restored.set(name, { view, restsOn });
    person.figures = [...restored.values()].reduce((sum, one) => sum + figuresIn(one.view), 0);
    noteSize(userId, person);
    return view;
  }

  async function find(userId: string, name: string): Promise<PortfolioValues> {
    const person = personOf(userId);
    const { feed, views } = person;
    const wanted = await stateOf(userId);
    // Equal words mean that a calculation would give the same.
    const restsOn = JSON.stringify([wanted, context.config.PORTFOLIO_USD_TO_INR_REFERENCE_FX]);
    if (!feed.hasBooks()) {
      const restored = await restore(userId, person, name, restsOn);
      if (restored !== null) return restored;
    }
    if (!feed.isCurrent(wanted)) {
      const last = person.restsOn;
      person.restsOn = restsOn;
      const isNews = await feed.renew(wanted);
      if (isNews) {
        views.clear();
        person.figures = 0;
      } else if (last !== person.restsOn && kept.isLarge(feed.books().positions))
        // Prices of other shares have changed: the values have not, but their state has another word.
        kept.keepOn(userId, last, person.restsOn);
    }
    const scope = feed.named(name) ?? feed.named(await nameOnRecord(userId, name));
    if (scope === undefined) throw notFound('PORTFOLIO');
    const key = scope.id ?? '';
    const known = views.get(key);
    if (known !== undefined) return known;
    const figures: ScopeFigures = await feed.ask(scope.id);
    const view = portfolioValues(figures, scope, feed.books());
    views.set(key, view);
    person.figures += figuresIn(view);
    noteSize(userId, person);
    if (kept.isLarge(feed.books().positions)) kept.keep(userId, view, person.restsOn);
    return view;
  }

  return {
    async read(userId, portfolioName) {
      if (isClosed) throw new Problem(503, 'UNAVAILABLE', 'Munim is stopping. Try again when it is back.');
      const name = portfolioName?.trim() || NETWORTH;
      return await turns.run(userId, () => withTimeOf('report', () => find(userId, name)));
    },
    warm() {
      if (!isClosed) thread.warm();
    },
    async close() {
      isClosed = true;
      persons.clear();
      await kept.close();
      await thread.release();
    },
  };
}
