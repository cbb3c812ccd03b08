import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { go, jump, shows, type Visit, choose } from './browser.ts';
import { openSignedIn } from './opening.ts';

const by = { actor: 'api:owner' };

describe('calendar, net worth and activity in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;

  before(async function () {
    ({ world, at, page, close } = await openSignedIn(this, {
      now: istInstant('2026-03-02', '11:30'),
      height: 1600,
    }));
  });
  after(() => close?.());

  it('empty pages say what brings them to life', async () => {
    for (const [key, title] of [
      ['k', 'Nothing is due'],
      ['v', 'Nothing recorded yet'],
      ['a', 'Nothing recorded yet'],
    ] as const) {
      await jump(page, key);
      await page.getByRole('heading', { name: title }).waitFor();
    }
  });

  it('portfolio/Report rules 12: the calendar lists coupons, instalments and goals by month, and narrows to one kind', async () => {
    const { core } = world;
    const owner = (await core.identity.users.ensureOwner()).id;
    // 500 × 100 × 8 % ⁄ 2 = 2,000 on 16 March
    await core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Main',
        symbol: '8GS2033',
        isin: 'IN0020220151',
        asset_class: 'Bond',
        currency: 'INR',
        quantity: 500,
        avg_buy_price: 100,
        current_price: 102,
        face_value: 100,
        coupon_rate: 8,
        coupon_frequency: 2,
        maturity_date: '2033-03-16',
      },
      by,
    );
    // a quarter's instalment is three times the month's
    const plan = { name: 'Index fund', amount: 1000, frequency: 'quarterly', start_date: '2026-04-05' };
    await core.goals.sips.create(owner, plan, by);
    await core.goals.goals.create(
      owner,
      {
        name: 'Car',
        type: 'CORPUS',
        target_corpus: 500_000,
        target_date: '2026-05-20',
        expected_return_pct: 8,
      },
      by,
    );
    await go(page, '/calendar');
    await shows(
      page.getByRole('region', { name: 'Mar 2026' }),
      /16 Mar 2026[\s\S]*8GS2033[\s\S]*₹2,000\.00[\s\S]*Forecast/,
    );
    await shows(
      page.getByRole('region', { name: 'Apr 2026' }),
      /5 Apr 2026[\s\S]*Index fund[\s\S]*₹3,000\.00[\s\S]*Planned/,
    );
    await shows(page.getByRole('region', { name: 'May 2026' }), /20 May 2026[\s\S]*Car[\s\S]*₹5,00,000\.00/);
    await choose(page.getByRole('combobox', { name: 'Kind' }), 'SIP instalments');
    await page.getByText('1 date', { exact: false }).waitFor();
    await page.getByRole('region', { name: 'May 2026' }).waitFor({ state: 'detached' });
  });

  it('portfolio/Report rules 13: net worth with its parts, its picture, and the history of a debt', async () => {
    const { core } = world;
    const owner = (await core.identity.users.ensureOwner()).id;
    const debt = await core.liabilities.create(
      owner,
      { name: 'Home loan', type: 'MORTGAGE', balance: 9000 },
      by,
    );
    await core.liabilities.update(owner, debt.id, { balance: 8000 }, by);
    await core.portfolio.snapshots.take(owner);
    await go(page, '/net-worth');
    // 500 × 102 less 8,000
    await shows(page.getByRole('region', { name: 'Net worth' }), /₹43,000\.00/);
    await shows(page.getByRole('region', { name: 'Owned' }), /₹51,000\.00/);
    await shows(page.getByRole('region', { name: 'By portfolio' }), /Main[\s\S]*₹51,000\.00[\s\S]*100\.00%/);
    await page.getByRole('region', { name: 'Over time' }).getByRole('button', { name: 'Table' }).click();
    await page.getByRole('row', { name: /₹51,000\.00 ₹8,000\.00 ₹43,000\.00/ }).waitFor();
    await page.getByRole('button', { name: 'How net worth is calculated' }).click();
    await page.getByText('51,000 − 8,000').waitFor();
    await page.getByRole('button', { name: 'History of Home loan' }).click();
    await shows(page.getByRole('table', { name: 'Balances' }), /₹8,000\.00[\s\S]*₹9,000\.00/);
    await page.keyboard.press('Escape');
  });

  it('portfolio/Reports, /activity: the newest first, with its source, by type', async () => {
    await go(page, '/activity');
    await shows(
      page.getByRole('table', { name: 'Activity' }),
      /Liability Home loan changed[\s\S]*Dashboard, owner/,
    );
    await choose(page.getByRole('combobox', { name: 'Type' }), 'Sync');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('type'), 'sync');
    assert.deepEqual(at.complaints, []);
  });
});
