import assert from 'node:assert/strict';
import { istInstant } from '../../core/platform/index.ts';
import { type TestApi, testApi } from '../support/api-client.ts';
import { buyKnownShares, enterHoles, LAST_BOOK_DAY, writeBookCloses } from '../support/partial-book.ts';
import { dashboardRenderer, type Shown, shownOf } from './rendering.ts';
import { movableClock } from './showcase.ts';

const by = { actor: 'test' };

describe('pages of reports without a browser', () => {
  let world: TestApi;
  let render: (address: string) => Promise<string>;
  const clock = movableClock();

  /** A server of its own for each household. */
  const household = (now: Date, prepare: (opened: TestApi, owner: string) => Promise<void>): void => {
    before(async () => {
      clock.put(now);
      world = await testApi({ clock });
      await prepare(world, (await world.core.identity.users.ensureOwner()).id);
      render = await dashboardRenderer(await world.signedIn());
    });
    after(() => world?.close());
  };
  const pageAt = async (address: string): Promise<Shown> => shownOf(await render(address));

  describe('figures of a part of the holdings', () => {
    household(new Date(`${LAST_BOOK_DAY}T11:00:00.000Z`), async ({ core }, owner) => {
      await writeBookCloses(core);
      await buyKnownShares(core, owner);
      await enterHoles(core, owner);
    });

    it('portfolio/States "PARTIAL": the overview shows the gain and the change of the others in place of a dash', async () => {
      const { part, words } = await pageAt('/');
      part('Gain', /Partial.*\+₹666\.40.*Covers 4 of 6 holdings/);
      part('Today', /Partial.*Covers 3 of 6 holdings/);
      assert.match(
        words,
        /Excluded from Invested and Gain: GIFT\. No cost is recorded\. Import the tradebook/,
      );
      part('Portfolios', /Covers 4 of 6 holdings; excluded: /);
    });

    it('performance, its periods, months and lines say what they cover', async () => {
      const { part, row } = await pageAt('/analysis/performance');
      part('XIRR', /Partial.*%.*Covers 2 of 6 holdings/);
      const covered = /Covers 97\.5% of value; excluded: OLD\./;
      part('Time-weighted return', /Partial.*\+31\.79%/);
      row('Returns by period', /^1Y.*%/);
      for (const name of ['By period', 'Time-weighted return', 'Monthly returns', 'Compared with NIFTY 50'])
        part(name, covered);
    });

    it('risk shows the drawdown and volatility of the part', async () => {
      const { part, words } = await pageAt('/analysis/risk');
      part('Maximum drawdown', /Partial.*%.*Covers 97\.5% of value; excluded: OLD/);
      part('Volatility', /Partial/);
      assert.match(words, /OLD\. Daily closes are missing since 30 Jan 2026/);
      assert.ok(!words.includes('No history yet'));
    });
  });

  describe('tax', () => {
    household(istInstant('2026-03-02', '11:30'), async ({ core }, owner) => {
      const share = { portfolio: 'Main', currency: 'INR', asset_class: 'Indian Equity' };
      for (const [type, symbol, quantity, price, date, fee_tax] of [
        ['BUY', 'TCS', 10, 3000, '2024-01-05', 10],
        ['BUY', 'TCS', 10, 3200, '2025-02-05', 0],
        ['SELL', 'TCS', 15, 3500, '2025-06-02', 15],
        ['SELL', 'ITC', 5, 400, '2025-07-02', 0],
        ['BUY', 'INFY', 10, 1500, '2023-01-05', 0],
        ['SELL', 'INFY', 4, 1400, '2024-08-05', 0],
        ['DIVIDEND', 'TCS', 5, 20, '2025-08-05', 10],
      ] as const)
        await core.portfolio.transactions.create(
          owner,
          { ...share, type, symbol, quantity, price, date, fee_tax },
          by,
        );
    });

    it('the running year: gains by term, lots sold, what is left, sales without a purchase, rules and notes', async () => {
      const { part, row, words } = await pageAt('/tax');
      assert.match(words, /Year 2025-26: sales from 1 Apr 2025 to 2 Mar 2026, so far\./);
      // 34,990 - 30,010 and 17,495 - 16,000, as worked out in the tests of the route
      part('Long-term gain', /₹4,980\.00/);
      part('Short-term gain', /₹1,495\.00/);
      part('Dividends', /₹90\.00/);
      assert.match(words, /One sale is larger than its recorded purchases\./);
      assert.match(words, /No purchase \(1\)/);
      row(null, /TCS.*5 Jan 2024 – 2 Jun 2025.*Long-term.*₹30,010\.00.*₹34,990\.00/);
      (await pageAt('/tax?show=left')).row(null, /TCS.*5 Feb 2025.*long-term from 6 Feb 2026.*₹16,000\.00/);
      (await pageAt('/tax?show=unmatched')).row(null, /ITC.*2 Jul 2025.*₹2,000\.00/);
      (await pageAt('/tax?show=rules')).row(
        null,
        /long-term.*Section 112A.*12\.5%.*\+₹4,980\.00.*Partial: 1 of 2 lots/,
      );
      (await pageAt('/tax?show=how')).part('How Long-term gain is calculated', /34,990 - 30,010/);
      const notes = (await pageAt('/tax?show=notes')).words;
      assert.match(notes, /A sale on the same day 12 months later is still short-term\./);
      assert.match(notes, /They are not tax advice\./);
    });

    it('another year is that of the address', async () => {
      const { row, words } = await pageAt('/tax?fy=2024-25');
      assert.match(words, /Year 2024-25: sales from 1 Apr 2024 to 31 Mar 2025\./);
      // 4 at 1,500, sold at 1,400
      row(null, /INFY.*Long-term.*₹400\.00/);
    });
  });

  describe('calendar, net worth and activity', () => {
    household(istInstant('2026-03-02', '11:30'), async ({ core }, owner) => {
      // 500 × 100 × 8 % ⁄ 2 = 2,000 on 16 March
      await core.portfolio.holdings.create(owner, { ...BOND, symbol: '8GS2033', coupon_rate: 8 }, by);
      // a quarter's instalment is three times the month's
      const plan = { name: 'Index fund', amount: 1000, frequency: 'quarterly', start_date: '2026-04-05' };
      await core.goals.sips.create(owner, plan, by);
      const car = { name: 'Car', type: 'CORPUS', target_corpus: 500_000, target_date: '2026-05-20' };
      await core.goals.goals.create(owner, { ...car, expected_return_pct: 8 }, by);
      await core.liabilities.create(
        owner,
        { name: 'Home loan', type: 'MORTGAGE', balance: 8000 },
        { actor: 'api:owner' },
      );
    });

    it('portfolio/Report rules 12: the calendar lists coupons, instalments and goals by month, and narrows to one kind', async () => {
      const { part } = await pageAt('/income/calendar');
      part('Mar 2026', /16 Mar 2026.*8GS2033.*₹2,000\.00.*Forecast/);
      part('Apr 2026', /5 Apr 2026.*Index fund.*₹3,000\.00.*Planned/);
      part('May 2026', /20 May 2026.*Car.*₹5,00,000\.00/);
      const plans = await pageAt('/income/calendar?type=sip');
      assert.match(plans.words, /\b1 date\b/);
      assert.doesNotMatch(plans.words, /Car|8GS2033/);
    });

    it('portfolio/Report rules 13: net worth with its parts', async () => {
      const { part, words } = await pageAt('/net-worth');
      // 500 × 102 less 8,000
      part('Net worth', /₹43,000\.00/);
      part('Owned', /₹51,000\.00/);
      part('By portfolio', /Main.*₹51,000\.00.*100\.00%/);
      assert.match(words, /Home loan.*₹8,000\.00/);
    });

    it('portfolio/Reports, /activity: the newest first, with its source, by type', async () => {
      (await pageAt('/transactions/activity')).part(
        'Activity',
        /^.{0,80}Liability Home loan added.*Dashboard, owner/,
      );
      assert.match((await pageAt('/transactions/activity?type=sync')).words, /Nothing matches/);
    });
  });

  describe('income', () => {
    household(istInstant('2026-03-02', '11:30'), async ({ core }, owner) => {
      const dividend = { portfolio: 'Main', type: 'DIVIDEND', currency: 'INR', asset_class: 'Indian Equity' };
      for (const [symbol, date, quantity, price, fee_tax] of [
        ['TCS', '2025-07-31', 10, 11, 11],
        ['TCS', '2026-01-30', 10, 12, 0],
        ['ITC', '2026-02-10', 40, 6.5, 0],
      ] as const)
        await core.portfolio.transactions.create(
          owner,
          { ...dividend, symbol, date, quantity, price, fee_tax },
          by,
        );
      await core.portfolio.holdings.create(owner, { ...BOND, symbol: '726GS2033' }, by);
      await core.portfolio.holdings.create(owner, { ...BOND, symbol: 'NOBODY2030', isin: undefined }, by);
      // three payments; coupons on 16 March and 16 September of two years
      assert.equal((await core.income.recompute(owner, by)).added, 7);
    });

    it('every event has its state and where it is known from; a year, a status and a symbol narrow the list', async () => {
      const { row, words } = await pageAt('/income');
      // 99 of 2025, 120 and 260 of this year
      assert.match(words, /₹479\.00/);
      row(null, /ITC.*Paid.*Ledger, confirmed.*Entered manually\./);
      row(null, /16 Sep 2027.*Forecast.*Bond terms, inferred.*30\/360/);
      const narrowed = await pageAt('/income?year=2026&status=EXPECTED');
      narrowed.part('Income in 2026 by month', /./);
      assert.match(narrowed.words, /₹380\.00.*2 events/);
    });

    it('a month as a calendar, and the bonds with their next coupon and what is missing', async () => {
      const march = await pageAt('/income?show=calendar&month=2026-03');
      // the coupon of one bond; of the other the terms are not certain
      march.part('Sums of Mar 2026', /Paid ₹0\.00\s*, still expected ₹1,815\.00/);
      march.part('Income in Mar 2026', /726GS2033.*₹1,815/);
      const bonds = await pageAt('/income?show=bonds');
      bonds.row(null, /726GS2033.*Scheduled.*7\.26 %, 2 × a year.*₹1,815\.00.*16 Mar 2026.*16 Mar 2033/);
      bonds.row(null, /NOBODY2030.*To check\s+The symbol is not an ISIN/);
    });

    it('portfolio/Report rules 11: the months ahead, and dividends by cost and value; unknown is a dash that says why', async () => {
      const { part } = await pageAt('/income');
      // both bonds pay 500 × 100 × 7.26 % / 2 = 1,815 on 16 March and 16 September
      part('Expected in 12 months', /₹7,260\.00.*4 payments by 28 Feb 2027, before tax/);
      // 99, 120 and 260 since 2 March 2025 on two times 500 × 101 = 1,01,000: 0.474 %; valued at 102: 0.470 %
      part('Dividend yield on cost', /0\.47%.*₹479 since 2 Mar 2025, on a cost of ₹1,01,000/);
      part('Current dividend yield', /0\.47%.*on a value of ₹1,02,000/);
      part('Dividends by calendar year', /2025\s+₹99\s*1 payment\b.*2026 YTD\s+₹380\s*2 payments/);
      const { core } = world;
      const owner = (await core.identity.users.ensureOwner()).id;
      const held = { portfolio: 'Main', currency: 'INR', quantity: 10, avg_buy_price: 900 };
      await core.portfolio.holdings.create(owner, { ...held, symbol: 'OYO', asset_class: 'Unlisted' }, by);
      render = await dashboardRenderer(await world.signedIn());
      const now = await pageAt('/income');
      // 479 on 1,10,000 are 0.435 %
      now.part('Dividend yield on cost', /0\.44%.*on a cost of ₹1,10,000/);
      now.part('Current dividend yield', /—.*No price or exchange rate for OYO\./);
    });
  });
});

const BOND = {
  portfolio: 'Main',
  isin: 'IN0020220151',
  asset_class: 'Bond',
  currency: 'INR',
  quantity: 500,
  avg_buy_price: 101,
  current_price: 102,
  face_value: 100,
  coupon_rate: 7.26,
  coupon_frequency: 2,
  maturity_date: '2033-03-16',
};
