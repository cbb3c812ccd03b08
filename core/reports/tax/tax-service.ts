import type { Instruments } from '../../market/instruments/index.ts';
import type { MarketHistory } from '../../market/index.ts';
import { type Context, istDate } from '../../platform/index.ts';
import {
  type PortfolioArea,
  portfolioScope,
  type ReadUndecided,
  readDividends,
} from '../../portfolio/index.ts';
import type { Cached } from '../cached.ts';
import { explainTax } from './explanations.ts';
import { wantedFinancialYear } from './wanted-year.ts';
import { type PageOf, type TaxReport, taxReport } from './report.ts';
import type { Money } from './rows.ts';
import { costless112aRows, type Schedule112a, schedule112aRows } from './schedule-112a.ts';
import { schedule112aCsv } from './schedule-112a-csv.ts';
import { addOldPrices } from './old-prices.ts';
import { breathe, conversions, createReplayedYearCache, readLedgers } from './tax-reader.ts';
import { LARGEST_TAX_PAGE, TAX_PAGE, type TaxPageQuery, type TaxQuery } from './query.ts';
import type { TaxReportPage, TaxReportView } from './view.ts';

interface TaxParts {
  portfolio: Pick<PortfolioArea, 'lotSettings' | 'rates'>;
  history: Pick<MarketHistory, 'closesOf'>;
  instruments: Pick<Instruments, 'resolver'>;
  readUndecided: ReadUndecided;
}

export type Tax = ReturnType<typeof createTax>;

/** The tax report of Indian financial years, and Schedule 112A (spec: Reports "tax-lots", Report rules 9). */
export function createTax(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { portfolio, history, instruments, readUndecided }: TaxParts,
  cached: Cached,
) {
  const today = () => istDate(clock.now());
  const years = createReplayedYearCache();

  async function report(
    userId: string,
    query: TaxQuery,
    pageOf?: PageOf,
  ): Promise<TaxReport & { money: Money }> {
    const year = wantedFinancialYear(query.fy, today());
    const resolver = await instruments.resolver();
    const on = today();
    const as_of = on < year.to ? on : year.to;
    // A row that is dated ahead counts from its day on.
    const span = { ...year, to: as_of };
    const undecided = await readUndecided(userId);
    const { intraday_first } = await portfolio.lotSettings.read(userId);
    const { scope, money, ...facts } = await database.asUser(userId, async (trx) => {
      const found = await portfolioScope(trx, query.portfolio);
      const wanted = { userId, scope: found, year: span, resolver, today: on, undecided };
      const ledgers = await readLedgers(trx, wanted, years);
      const dividends = await readDividends(trx, found.id, span);
      const fx = await portfolio.rates(trx, conversions(ledgers.positions, dividends, found.currency));
      return { scope: found, ...ledgers, dividends, money: { base: found.currency, fx } };
    });
    await addOldPrices(facts.positions, { history, resolver, today: on });
    const made = await taxReport(
      { ...facts, intraday_first, money, year, as_of, today: on, portfolio: scope.name },
      breathe,
      pageOf,
    );
    return { ...made, money };
  }

  async function read(userId: string, query: TaxQuery = {}, pageOf?: PageOf): Promise<TaxReportView> {
    const { money, view } = await report(userId, query, pageOf);
    return query.explain === true ? { ...view, explanations: explainTax(view, money.fx) } : view;
  }

  async function schedule112a(userId: string, query: TaxQuery = {}): Promise<Schedule112a> {
    const { costless, sold, view } = await report(userId, query);
    const { disclaimer, fy, notes } = view;
    const rows = [...schedule112aRows(sold), ...costless112aRows(costless)];
    return { fy, portfolio: view.portfolio, rows, notes, disclaimer };
  }

  const pages = cached('tax-lots', async (userId, query: PageQuery): Promise<TaxReportPage> => {
    const { page, page_size, ...asked } = query;
    const window: PageOf = (rows) => rows.slice((page - 1) * page_size, page * page_size);
    // An explanation looks at every lot.
    const isWhole = asked.explain === true;
    const view = await read(userId, asked, isWhole ? undefined : window);
    const cut: PageOf = isWhole ? window : (rows) => rows;
    return {
      ...view,
      lots: [...cut(view.lots)],
      intraday_lots: [...cut(view.intraday_lots)],
      remaining_lots: [...cut(view.remaining_lots)],
      unmatched_sells: [...cut(view.unmatched_sells)],
      page,
      page_size,
    };
  });

  return {
    /**
     * The whole report of a year, every row of it.
     * @throws 404 PORTFOLIO_NOT_FOUND, 422 for what is no financial year.
     */
    read,

    /**
     * The report with one page of each list, as JSON in UTF-8: kept while nothing changes, so that asking again is cheap.
     * @throws as `read`.
     */
    async pageJson(userId: string, query: TaxPageQuery = {}): Promise<Buffer> {
      return await pages.readJson(userId, {
        portfolio: query.portfolio,
        fy: wantedFinancialYear(query.fy, today()).fy,
        explain: query.explain === true,
        page: query.page ?? 1,
        page_size: Math.min(query.page_size ?? TAX_PAGE, LARGEST_TAX_PAGE),
      });
    },

    /** Long-term sales of listed equity and equity funds as the schedule has them. @throws as `read`. */
    schedule112a,

    /** The same as a CSV file, ready for a spreadsheet. @throws as `read`. */
    async schedule112aCsv(userId: string, query: TaxQuery = {}): Promise<{ name: string; text: string }> {
      const { fy, rows } = await schedule112a(userId, query);
      return { name: `munim-schedule-112a-${fy}.csv`, text: schedule112aCsv(rows, fy) };
    },
  };
}

/** A query with its defaults filled in: it is the key of what is kept. */
type PageQuery = TaxPageQuery & { page: number; page_size: number };
