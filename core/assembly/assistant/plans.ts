import type { ContextReader } from '../../assistant/index.ts';
import { only, words } from './reader-rows.ts';
import type { Context } from '../../platform/index.ts';
import type { Goals } from '../../goals/index.ts';
import type { Income } from '../../income/index.ts';
import type { Liabilities } from '../../liabilities/index.ts';
import type { Notifications } from '../../notifications/index.ts';
import type { Policies } from '../../policies/index.ts';
import type { Reports } from '../../reports/index.ts';
import type { Watchlist } from '../../watchlist/index.ts';

/*
 * What the assistant may read of income, goals, debts, policies and settings. Every line here is a read of a service as chat and API have it; a test holds the
 * file to that. Ids, keys and secrets are in none of these views.
 */

/** The services as far as they are read. */
interface Plans extends Pick<Context, 'config'> {
  reports: Pick<Reports, 'calendar' | 'networth'>;
  income: Pick<Income, 'summary' | 'bonds'>;
  goals: { goals: Pick<Goals['goals'], 'list'>; sips: Pick<Goals['sips'], 'list'> };
  liabilities: Pick<Liabilities, 'list'>;
  watchlist: { items: Pick<Watchlist['items'], 'list'>; alerts: Pick<Watchlist['alerts'], 'list'> };
  policies: { overview: Pick<Policies['overview'], 'list'>; plans: Pick<Policies['plans'], 'pending'> };
  notifications: Pick<Notifications, 'settings'>;
}

const RECENT_MONTHS = 24;
const A_PAGE = { page: 1, page_size: 50 };

/** Readers over what is planned, owed and set. */
export function planReaders(plans: Plans): ContextReader[] {
  const { config, goals, income, liabilities, notifications, policies, reports, watchlist } = plans;
  return [
    {
      section: 'income',
      title: 'Income',
      href: '/income',
      command: '/dividends',
      about: ['income', 'dividend', 'coupon', 'interest', 'payout', 'paid', 'distribution', 'passive'],
      async read(userId) {
        const [sums, bonds] = await Promise.all([income.summary(userId, {}), income.bonds(userId)]);
        return {
          ...only(sums, 'by_currency', 'by_year', 'is_behind'),
          by_month: sums.by_month.slice(-RECENT_MONTHS).toReversed(),
          by_symbol: sums.by_symbol,
          bonds: bonds.map((row) =>
            only(
              row,
              'symbol',
              'portfolio',
              'quantity',
              'coupon_rate',
              'maturity_date',
              'yearly_coupons',
              'reason',
            ),
          ),
        };
      },
    },
    {
      section: 'calendar',
      title: 'Calendar',
      href: '/income/calendar',
      command: '/calendar',
      about: ['upcoming', 'next', 'when', 'due', 'calendar', 'soon', 'coming', 'sip'],
      read: async (userId) => ({
        items: (await reports.calendar.read(userId, {})).items.map((row) =>
          only(
            row,
            'date',
            'type',
            'name',
            'symbol',
            'portfolio',
            'amount',
            'currency',
            'confidence',
            'status',
            'note',
          ),
        ),
      }),
    },
    {
      section: 'goals',
      title: 'Goals',
      href: '/goals',
      command: '/goals',
      about: words('goal, target, retire, retirement, house, education, corpus, sip, track, plan'),
      async read(userId) {
        const [all, sips] = await Promise.all([goals.goals.list(userId), goals.sips.list(userId)]);
        return {
          goals: all.map((row) => ({
            ...only(
              row,
              'name',
              'type',
              'currency',
              'target_corpus',
              'target_date',
              'target_monthly_income',
              'is_active',
              'inflation_pct',
              'expected_return_pct',
            ),
            progress: only(
              row.progress,
              'state',
              'reason',
              'current',
              'target',
              'progress_pct',
              'years_left',
              'inflated_target',
              'projected',
              'surplus',
              'planned_monthly',
              'required_monthly',
              'additional_monthly',
              'probability_pct',
              'probability_reason',
            ),
            linked: row.links.map((one) => only(one, 'label', 'percentage')),
          })),
          sip_plans: sips.map((row) =>
            only(
              row,
              'name',
              'amount',
              'currency',
              'frequency',
              'start_date',
              'end_date',
              'step_up_pct',
              'next_instalment',
              'is_active',
            ),
          ),
        };
      },
    },
    {
      section: 'liabilities',
      title: 'Liabilities',
      href: '/net-worth/liabilities',
      command: '/networth',
      about: words('liability, liabilities, debt, loan, emi, mortgage, owe, net worth, networth'),
      async read(userId) {
        const [rows, worth] = await Promise.all([
          liabilities.list(userId),
          reports.networth.read(userId, {}),
        ]);
        return {
          liabilities: rows.map((row) =>
            only(
              row,
              'name',
              'type',
              'balance',
              'currency',
              'rate_pct',
              'emi',
              'months_left',
              'months_left_reason',
            ),
          ),
          net_worth: only(
            worth,
            'currency',
            'assets',
            'liabilities',
            'net_worth',
            'net_worth_reason',
            'accounts',
          ),
        };
      },
    },
    {
      section: 'policies',
      title: 'Policies',
      href: '/policies',
      command: '/policies',
      about: words('policy, policies, strategy, rebalance, cycle, paper, live, plan, order, trade'),
      async read(userId) {
        const [all, pending] = await Promise.all([
          policies.overview.list(userId),
          policies.plans.pending(userId, A_PAGE),
        ]);
        return {
          policies: all.map(({ policy, since_start_pct }) => ({
            ...only(
              policy,
              'name',
              'tag_code',
              'mode',
              'status',
              'summary',
              'initial_capital',
              'starts_on',
              'next_cycle_date',
              'pending_plans',
            ),
            since_start_pct,
            last_session: policy.latest_equity,
          })),
          plans_waiting_for_approval: pending.total,
        };
      },
    },
    {
      section: 'watchlist',
      title: 'Watchlist and alerts',
      href: '/watchlist',
      command: '/watchlist',
      about: ['watchlist', 'watch', 'alert', 'watching', 'notify', 'notification'],
      async read(userId) {
        const [items, alerts] = await Promise.all([
          watchlist.items.list(userId),
          watchlist.alerts.list(userId),
        ]);
        return {
          items: items.map((row) =>
            only(
              row,
              'symbol',
              'name',
              'currency',
              'price',
              'day_change_pct',
              'day_change_label',
              'price_as_of',
              'price_reason',
              'is_held',
            ),
          ),
          alerts: alerts.map((row) =>
            only(row, 'label', 'state', 'threshold', 'last_value', 'last_reason', 'fired_at', 'crossings'),
          ),
        };
      },
    },
    {
      section: 'settings',
      title: 'Settings',
      href: '/settings',
      command: null,
      about: ['setting', 'configure', 'configuration', 'quiet', 'report time', 'threshold', 'risk-free'],
      async read(userId) {
        const { quiet_hours, kinds, channels } = await notifications.settings(userId);
        return {
          quiet_hours,
          notifications: kinds.map((row) => only(row, 'title', 'mode')),
          channels,
          risk_free_rate_pct: config.PORTFOLIO_RISK_FREE_RATE_PCT,
          trading_days_per_year: config.PORTFOLIO_RISK_TRADING_DAYS_PER_YEAR,
        };
      },
    },
  ];
}
