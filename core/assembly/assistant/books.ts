import type { ContextReader, HeldName } from '../../assistant/index.ts';
import { only, words } from './reader-rows.ts';
import { type Context, createCache } from '../../platform/index.ts';
import type { HoldingView, PortfolioArea } from '../../portfolio/index.ts';
import type { Quality } from '../../quality/index.ts';

/*
 * What the assistant may read of what is held. Every line here is a read of a service as chat and API have it; a test holds the
 * file to that. Ids, keys and secrets are in none of these views.
 */

/** The services as far as they are read. */
interface Books extends Pick<Context, 'database' | 'clock'> {
  portfolio: {
    holdings: Pick<PortfolioArea['holdings'], 'all'>;
    dashboard: Pick<PortfolioArea['dashboard'], 'read'>;
  };
  quality: Pick<Quality, 'read'>;
}

const MOST_KEPT = 50;
const KEPT_MS = 10_000;
const byValue = (one: HoldingView, other: HoldingView) => (other.market_value ?? 0) - (one.market_value ?? 0);

/** What a person holds, read once for all parts of an answer. */
export function createHeld({ database, portfolio, clock }: Pick<Books, 'database' | 'portfolio' | 'clock'>) {
  const kept = createCache<readonly HoldingView[]>({
    most: MOST_KEPT,
    keptMs: KEPT_MS,
    now: () => clock.now().getTime(),
  });
  const all = async (userId: string): Promise<readonly HoldingView[]> =>
    await kept.read(userId, await database.revision(userId, ['ledger', 'prices', 'rates']), async () =>
      (await portfolio.holdings.all(userId)).toSorted(byValue),
    );
  return {
    all,
    names: async (userId: string): Promise<readonly HeldName[]> => await all(userId),
  };
}

/** Readers over what is held and how far it can be trusted. */
export function bookReaders(
  { portfolio, quality }: Books,
  held: ReturnType<typeof createHeld>,
): ContextReader[] {
  return [
    {
      section: 'overview',
      title: 'Overview',
      href: '/',
      command: '/complete_status',
      about: ['overview', 'total', 'worth', 'doing', 'today', 'portfolio'],
      when: 'always',
      async read(userId) {
        const view = await portfolio.dashboard.read(userId);
        return {
          ...only(
            view,
            'calculated_at',
            'base_currency',
            'total',
            'earnings',
            'freshness',
            'warnings',
            'movers',
          ),
          portfolios: view.portfolios.map((row) =>
            only(
              row,
              'portfolio',
              'currency',
              'current_value',
              'total_invested',
              'total_profit',
              'total_profit_pct',
              'day_change',
              'day_change_pct',
              'day_change_label',
              'partial',
              'holdings_count',
              'reasons',
            ),
          ),
          asset_classes: view.allocation.asset_class,
        };
      },
    },
    {
      section: 'holdings',
      title: 'Holdings',
      href: '/holdings',
      command: '/holding',
      about: words(
        'holding, hold, share, stock, fund, etf, bond, quantity, price, cost, worst, best, own, gainer, loser',
      ),
      when: 'unsaid',
      async read(userId, { mentioned }) {
        const rows = await held.all(userId);
        const named = rows.filter(({ symbol }) => mentioned.includes(symbol));
        const others = rows.filter(({ symbol }) => !mentioned.includes(symbol));
        return {
          count: rows.length,
          holdings: [...named, ...others].map((row) =>
            only(
              row,
              'symbol',
              'name',
              'portfolio',
              'asset_class',
              'sector',
              'currency',
              'quantity',
              'avg_buy_price',
              'current_price',
              'market_value',
              'invested',
              'gain',
              'gain_pct',
              'day_change',
              'day_change_pct',
              'day_change_label',
              'price_state',
              'cost_reason',
            ),
          ),
        };
      },
    },
    {
      section: 'gaps',
      title: 'Data quality',
      href: '/data/quality',
      command: '/health',
      about: words('missing, unknown, stale, wrong, quality, data, trust, unpriced, sync, import'),
      async read(userId) {
        const { connections, ...counts } = await quality.read(userId);
        return {
          ...counts,
          connections: connections.map((row) =>
            only(row, 'label', 'broker', 'state', 'message', 'last_success_at', 'next_due_at'),
          ),
        };
      },
    },
  ];
}
