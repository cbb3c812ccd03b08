import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { go, counts, jump, shows, type Visit, choose } from './browser.ts';
import { openSignedIn } from './opening.ts';

const by = { actor: 'test' };

describe('income in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;

  before(async function () {
    ({ world, at, page, close } = await openSignedIn(this, {
      now: istInstant('2026-03-02', '11:30'),
      height: 1400,
    }));
  });
  after(() => close?.());

  it('an empty page says where income comes from; working it out finds what the ledger has', async () => {
    await jump(page, 'e');
    await page.getByRole('heading', { name: 'No income yet' }).waitFor();
    await page.getByRole('tab', { name: 'Bonds' }).click();
    await page.getByRole('heading', { name: 'No bonds' }).waitFor();
    await page.getByRole('tab', { name: 'Events' }).click();
    const { core } = world;
    const owner = (await core.identity.users.ensureOwner()).id;
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
    const bond = {
      portfolio: 'Main',
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
    await core.portfolio.holdings.create(owner, { ...bond, symbol: '726GS2033', isin: 'IN0020220151' }, by);
    await core.portfolio.holdings.create(owner, { ...bond, symbol: 'NOBODY2030' }, by);
    await page.getByRole('button', { name: 'Recalculate' }).click();
    // three payments; coupons on 16 March and 16 September of two years
    await page
      .getByRole('status')
      .getByText('7 new, 0 changed, 0 cancelled. Bonds to check: NOBODY2030.')
      .waitFor();
    await page.getByRole('button', { name: 'Recalculate' }).click();
    await page.getByRole('status').getByText('Nothing has changed.').waitFor();
  });

  it('every event has its state and where it is known from; a year, a status and a symbol narrow the list', async () => {
    // 99 of 2025, 120 and 260 of this year
    await page.getByText('₹479.00').waitFor();
    const row = page.getByRole('row', { name: /ITC/ });
    await shows(row, /Paid[\s\S]*Ledger, confirmed[\s\S]*Entered manually\./);
    await shows(
      page.getByRole('row', { name: /16 Sep 2027/ }),
      /Forecast[\s\S]*Bond terms, inferred[\s\S]*30\/360/,
    );
    await choose(page.getByRole('combobox', { name: 'Year' }), '2026');
    await page.getByRole('region', { name: 'Income in 2026 by month' }).waitFor();
    await page.getByText('₹380.00').waitFor();
    await choose(page.getByRole('combobox', { name: 'Status' }), 'Upcoming');
    await page.getByText('2 events').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('status'), 'EXPECTED');
  });

  it('a month as a calendar, and the bonds with their next coupon and what is missing', async () => {
    await page.getByRole('tab', { name: 'Calendar' }).click();
    await page.getByRole('heading', { name: /20\d\d$/, level: 2 }).waitFor();
    await go(page, '/income?show=calendar&month=2026-03');
    // the coupon of one bond; of the other the terms are not certain
    await shows(
      page.getByRole('list', { name: 'Sums of Mar 2026' }),
      /Paid ₹0\.00, still expected ₹1,815\.00/,
    );
    const march = page.getByRole('table', { name: 'Income in Mar 2026' });
    await march.getByText('726GS2033').waitFor();
    await march.getByText('₹1,815').waitFor();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByText('Nothing is paid or expected in this month.').waitFor();
    await page.getByRole('tab', { name: 'Bonds' }).click();
    await shows(
      page.getByRole('row', { name: /726GS2033/ }),
      /Scheduled[\s\S]*7\.26 %, 2 × a year[\s\S]*₹1,815\.00[\s\S]*16 Mar 2026[\s\S]*16 Mar 2033/,
    );
    await shows(page.getByRole('row', { name: /NOBODY2030/ }), /To check\s+The symbol is not an ISIN/);
    assert.deepEqual(at.complaints, []);
  });

  it('portfolio/Report rules 11: the months ahead, and dividends by cost and value; unknown is a dash that says why', async () => {
    await go(page, '/income');
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    // both bonds pay 500 × 100 × 7.26 % / 2 = 1,815 on 16 March and 16 September
    await shows(part('Expected in 12 months'), /₹7,260\.00[\s\S]*4 payments by 28 Feb 2027, before tax/);
    const months = part('Upcoming income by month');
    await months.getByRole('button', { name: 'Table' }).click();
    await months.getByRole('row', { name: 'Mar 2026 ₹3,630.00' }).waitFor();
    await months.getByRole('row', { name: 'Apr 2026 ₹0.00' }).waitFor();
    // twelve months and the names of the columns
    await counts(months.getByRole('row'), 13);
    // 99, 120 and 260 since 2 March 2025 on two times 500 × 101 = 1,01,000: 0.474 %; valued at 102: 0.470 %
    await shows(part('Dividend yield on cost'), /0\.47%[\s\S]*₹479 since 2 Mar 2025, on a cost of ₹1,01,000/);
    await shows(part('Current dividend yield'), /0\.47%[\s\S]*on a value of ₹1,02,000/);
    await shows(
      part('Dividends by calendar year'),
      /2025\s+₹99\s*1 payment\b[\s\S]*2026 YTD\s+₹380\s*2 payments/,
    );
    await part('Dividend yield on cost').getByRole('button').press('Enter');
    await shows(page.getByRole('dialog'), /With numbers\s+[\s\S]*479[\s\S]*1,01,000/);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const owner = (await world.core.identity.users.ensureOwner()).id;
    await world.core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Main',
        symbol: 'OYO',
        asset_class: 'Unlisted',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 900,
      },
      by,
    );
    // 479 on 1,10,000 are 0.435 %
    await shows(part('Dividend yield on cost'), /0\.44%[\s\S]*on a cost of ₹1,10,000/);
    await shows(part('Current dividend yield'), /—[\s\S]*No price or exchange rate for OYO\./);
    assert.deepEqual(at.complaints, []);
  });
});
