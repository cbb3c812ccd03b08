import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { go, counts, fits, jump, pick, shows, type Visit, choose as chooseFrom } from './browser.ts';
import { openSignedIn } from './opening.ts';

const by = { actor: 'test' };

describe('goals in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;

  before(async function () {
    // tall enough that no toast lies over a button
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      now: istInstant('2026-03-02', '11:30'),
      height: 1400,
      prepare: async (opened) => {
        const held = { currency: 'INR', asset_class: 'Indian Equity', avg_buy_price: 900 };
        const hold = async (portfolio: string, symbol: string, price: object) =>
          await opened.world.core.portfolio.holdings.create(
            opened.owner,
            { ...held, portfolio, symbol, quantity: 10, ...price },
            by,
          );
        await hold('Long term', 'TCS', { current_price: 1000 });
        await hold('Unlisted', 'OYO', {});
      },
    }));
  });
  after(() => close?.());

  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const choose = async (label: string, option: string | RegExp): Promise<void> => {
    await chooseFrom(dialog().getByRole('combobox', { name: label }), option);
  };
  const isFocused = async (name: string) =>
    await page
      .getByRole('button', { name })
      .evaluate((element) => element === element.ownerDocument.activeElement);

  it('an empty page tells what to do; a wrong field says so, and the goal opens once it is made', async () => {
    await jump(page, 'g');
    await page.getByRole('heading', { name: 'No goals yet' }).waitFor();
    await page.getByRole('button', { name: 'New goal' }).first().click();
    await dialog().getByLabel('Name').fill('House');
    await dialog().getByLabel('Sum').fill('120000');
    await dialog().getByLabel('By', { exact: false }).last().fill('2027-03-02');
    await dialog().getByLabel('Expected return').fill('500');
    await dialog().getByLabel('Expected return').press('Enter');
    await dialog().getByText('must be 100 or less').first().waitFor();
    assert.equal(await dialog().getByLabel('Expected return').getAttribute('aria-invalid'), 'true');
    await dialog().getByLabel('Expected return').fill('0');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'House', level: 1 }).waitFor();
    // 1,20,000 in the twelve months that are left
    await shows(region('Progress'), /₹10,000 a month\b/);
    await shows(region('Progress'), /You are on course to fall ₹1,20,000 short by 2 Mar 2027/);
    await shows(region('Progress'), /Probability\s+Unknown: Probability needs 60 daily returns/);
    await page.getByText('Nothing counts towards this goal yet').waitFor();
  });

  it('portfolio/Goal and SIP rules 2: a link says what is free; more is refused with the reason and nothing is lost', async () => {
    const { goals, links } = world.core.goals;
    const other = await goals.create(
      owner,
      { name: 'Pension', type: 'INCOME', target_monthly_income: 5000 },
      by,
    );
    const portfolio = (await world.core.portfolio.portfolios.findByName(owner, 'Long term'))?.id ?? '';
    await page.getByRole('button', { name: 'Add a link' }).click();
    await choose('Portfolio', 'Long term');
    await dialog().getByText('All of it is available').waitFor();
    const share = dialog().getByRole('textbox', { name: 'How much of it' });
    assert.equal(await share.inputValue(), '100%');
    // another goal takes a part while the form is open
    await links.put(owner, other.id, { link_type: 'PORTFOLIO', link_id: portfolio, percentage: 40 }, by);
    await dialog().getByText('60% of it is available').waitFor();
    await eventually('the free share in the field', async () => (await share.inputValue()) === '60%' || null);
    await share.fill('80');
    await dialog().getByRole('button', { name: 'Link', exact: true }).click();
    await shows(dialog().getByRole('alert'), /Only 60% of it is available/);
    assert.equal(await share.getAttribute('aria-invalid'), 'true');
    await share.fill('60');
    await dialog().getByRole('button', { name: 'Link', exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    // 60 % of 10 shares at 1,000 are 6,000, a twentieth of the target
    await region('Progress').getByText('₹6,000').first().waitFor();
    await region('Progress').getByText('5.0%').waitFor();
    await region('Goal projection').getByRole('button', { name: 'Table' }).click();
    await region('Goal projection')
      .getByRole('row', { name: /2 Mar 2027/ })
      .waitFor();
  });

  it('a link is removed at once and taken back by u', async () => {
    await page.getByRole('button', { name: 'Remove the link to Long term' }).click();
    await page.getByText('Nothing counts towards this goal yet').waitFor();
    await eventually('the focus to go on', async () => (await isFocused('Add a link')) || null);
    await page.keyboard.press('u');
    await region('What counts towards it')
      .getByRole('row', { name: /Long term.*60%/ })
      .waitFor();
  });

  it('portfolio/Reports, POST /goal-scenario: another amount a month is tried beside the plan of today, and nothing is kept', async () => {
    const tried = region('What if');
    await shows(tried, /Nothing is saved/);
    const amount = tried.getByRole('textbox', { name: 'Amount per month' });
    const stepUp = tried.getByRole('textbox', { name: 'Step-up per year' });
    await stepUp.fill('200');
    await stepUp.press('Enter');
    await tried.getByText('Amount per month is required').first().waitFor();
    await tried.getByText('Step-up per year must be 100 or less').first().waitFor();
    await tried.locator('[aria-invalid="true"]').nth(1).waitFor();
    await stepUp.fill('');
    await amount.fill('9000');
    await amount.press('Enter');
    // 6,000 are there and do not grow; twelve times 9,000 are paid from 2 April to 2 March: 1,14,000 of 1,20,000
    await shows(
      tried,
      /₹9,000 a month grows to ₹1,14,000 by 2 Mar 2027: ₹6,000 short\.[\s\S]*Today’s plan: ₹6,000, which is ₹1,08,000 less/,
    );
    await shows(tried, /Shortfall\s+₹6,000\s+Today’s plan: ₹1,14,000 short/);
    await shows(tried, /₹1,08,000\s+12 payments, the first on 2 Apr 2026/);
    await stepUp.fill('10');
    await tried.getByRole('textbox', { name: 'Years from today' }).fill('2');
    await tried.getByRole('button', { name: 'Calculate' }).click();
    // 6,000, twelve times 9,000 and, a tenth more from the second April on, twelve times 9,900
    await shows(
      tried,
      /₹9,000 a month, with 10% more every year, grows to ₹2,32,800 by 2 Mar 2028: ₹1,12,800 over/,
    );
    await shows(tried, /₹2,32,800\s+Today’s plan: ₹6,000 by 2 Mar 2027/);
    const fan = region('Goal projection with this amount');
    await fan.getByRole('button', { name: 'Table' }).click();
    await fan.getByRole('row', { name: /2 Mar 2028 ₹2,32,800/ }).waitFor();
    await region('Progress').getByText('You are on course to fall ₹1,14,000 short').waitFor();
    assert.deepEqual(await world.core.goals.sips.list(owner), []);
  });

  it('two links that are removed before the page has read either are both offered back', async () => {
    // the offer stood in a callback of the call, and the second call took the place of the first one's
    const { goals, links } = world.core.goals;
    const pension = (await goals.list(owner)).find(({ name }) => name === 'Pension');
    const unlisted = (await world.core.portfolio.portfolios.findByName(owner, 'Unlisted'))?.id ?? '';
    const id = pension?.id ?? '';
    await links.put(owner, id, { link_type: 'PORTFOLIO', link_id: unlisted, percentage: 30 }, by);
    await go(page, `/goals?goal=${id}`);
    const listed = region('What counts towards it');
    await listed.getByRole('row', { name: /Unlisted.*30%/ }).waitFor();
    await counts(listed.getByRole('button', { name: /^Remove the link/ }), 2);
    await page.evaluate(
      `document.querySelectorAll('[aria-label^="Remove the link"]').forEach((one) => one.click())`,
    );
    await listed.getByText('Nothing counts towards this goal yet').waitFor();
    await counts(page.getByRole('button', { name: 'Undo' }), 2);
    await page.keyboard.press('u');
    await counts(listed.getByRole('button', { name: /^Remove the link/ }), 1);
    await page.keyboard.press('u');
    await listed.getByRole('row', { name: /Long term.*40%/ }).waitFor();
    await listed.getByRole('row', { name: /Unlisted.*30%/ }).waitFor();
    await listed.getByRole('button', { name: 'Remove the link to Unlisted' }).click();
    await counts(listed.getByRole('button', { name: /^Remove the link/ }), 1);
    await page.getByRole('link', { name: 'All goals' }).click();
    await page.getByRole('link', { name: 'House' }).click();
    await page.getByRole('heading', { name: 'House', level: 1 }).waitFor();
  });

  it('what has no price is not known and has no bar; nothing shows it as 0', async () => {
    await page.getByRole('link', { name: 'All goals' }).click();
    await page.getByRole('link', { name: 'House' }).waitFor();
    // the list goes on where it was left
    await shows(page.locator('*:focus'), /^House$/);
    await page.getByRole('tab', { name: /^Goals/ }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'No SIP plans yet' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('link', { name: 'House' }).waitFor();
    await shows(page.locator('*:focus'), /^Goals/);
    const { goals, links } = world.core.goals;
    const boat = await goals.create(
      owner,
      {
        name: 'Boat',
        type: 'CORPUS',
        target_corpus: 9000,
        target_date: '2030-01-01',
        expected_return_pct: 8,
        inflation_pct: 5,
      },
      by,
    );
    const { items } = await world.core.portfolio.holdings.list(owner, { search: 'OYO' });
    await links.put(
      owner,
      boat.id,
      { link_type: 'HOLDING', link_id: items[0]?.id ?? '', percentage: 100 },
      by,
    );
    await shows(region('Boat'), /UNKNOWN/i);
    await shows(region('Boat'), /No price for OYO/);
    assert.doesNotMatch(await region('Boat').innerText(), /₹0/);
    await counts(region('Boat').getByRole('progressbar'), 0);
    await counts(region('House').getByRole('progressbar'), 1);
  });

  it('a SIP plan: its instalments with the step-up, linked to a goal, paused and gone', async () => {
    await page.getByRole('tab', { name: 'SIP plans' }).click();
    await page.getByRole('heading', { name: 'No SIP plans yet' }).waitFor();
    await page.getByRole('button', { name: 'New SIP plan' }).first().click();
    await dialog().getByLabel('Name').fill('Index fund');
    await dialog().getByLabel('Amount per month').fill('5000');
    await dialog().getByLabel('First instalment').fill('2025-09-10');
    await dialog().getByLabel('Ends on').fill('2025-01-01');
    await dialog().getByLabel('Step-up').fill('10');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('must not be before start_date').first().waitFor();
    await dialog().getByLabel('Ends on').fill('');
    // by Enter: the button moves up when the error goes
    await dialog().getByLabel('Name').press('Enter');
    const card = region('Index fund');
    await card.getByText('₹5,000.00 on 10 Mar 2026').waitFor();
    // a tenth more after twelve months
    await card.getByText('to ₹5,500.00 on 10 Sep 2026').waitFor();
    await card.getByRole('button', { name: '12-month schedule of Index fund' }).click();
    await dialog().getByRole('row', { name: '10 Feb 2027' }).waitFor();
    await counts(dialog().getByRole('row'), 13);

    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('tab', { name: /^Goals/ }).click();
    await page.getByRole('link', { name: 'House' }).click();
    await page.getByRole('button', { name: 'Add a link' }).click();
    await pick(dialog(), 'SIP plan');
    await choose('SIP plan', 'Index fund');
    await dialog().getByText('All of it is available.').waitFor();
    await dialog().getByRole('button', { name: 'Link', exact: true }).click();
    // of the 1,20,000: 6,000 held, 6 of 5,000 and 6 of 5,500 paid, and 51,000 missing in twelve months
    await region('Progress').getByText('₹4,250 more a month, on top of the ₹5,000 planned').waitFor();

    await go(page, '/goals?show=sip-plans');
    await card.getByRole('link', { name: 'House' }).waitFor();
    await card.getByRole('button', { name: 'Pause Index fund' }).click();
    await card.getByText('None while it is paused.').first().waitFor();
    await card.getByRole('button', { name: 'Resume Index fund' }).click();
    await card.getByText('₹5,000.00 on 10 Mar 2026').waitFor();
    await card.getByRole('button', { name: 'Delete Index fund' }).click();
    await shows(dialog(), /House no longer counts it/);
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'No SIP plans yet' }).waitFor();
  });

  it('a change made elsewhere while the form of a goal is open is kept: only edited fields are sent', async () => {
    const { goals } = world.core.goals;
    const boat = async () =>
      (await goals.list(owner)).find(({ target_date }) => target_date === '2030-01-01');
    const id = (await boat())?.id ?? '';
    await go(page, `/goals?goal=${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog().getByLabel('Sum').fill('9500');
    await goals.update(owner, id, { name: 'Dinghy' }, by);
    await dialog().getByText('Edit Dinghy').waitFor();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    const saved = await boat();
    assert.deepEqual([saved?.name, saved?.target_corpus], ['Dinghy', 9500]);
    await goals.update(owner, id, { name: 'Boat' }, by);
  });

  it('a holding is found by its letters; a goal is edited, closed, and deleted after a question', async () => {
    await go(page, '/goals');
    await page.getByRole('link', { name: 'Boat' }).click();
    await page.getByRole('button', { name: 'Add a link' }).click();
    await pick(dialog(), 'Holding');
    await dialog().getByRole('combobox', { name: 'Holding' }).fill('tc');
    await page.getByRole('option', { name: 'TCS in Long term' }).click();
    await dialog().getByText('All of it is available.').waitFor();
    await dialog().getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByText('These figures exclude OYO, which has no price.').first().waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog().getByLabel('Name').fill('Small boat');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Small boat', level: 1 }).waitFor();
    await page.locator('#main').getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Reopen' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await shows(dialog(), /portfolios, holdings and SIP plans\s+stay/);
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('link', { name: 'House' }).waitFor();
    await counts(page.getByRole('link', { name: 'Small boat' }), 0);
    assert.equal((await world.core.portfolio.holdings.list(owner, {})).total, 2);
  });

  it('an address of a goal that is gone says so; a phone shows it all without scrolling sideways', async () => {
    await go(page, '/goals?goal=999999');
    await page.getByRole('heading', { name: 'This goal no longer exists' }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('link', { name: 'All goals' }).click();
    await region('House').waitFor();
    await fits(page);
    await page.getByRole('link', { name: 'House' }).click();
    await region('Goal projection').locator('canvas').waitFor();
    await fits(page);
    const nameless = await page.evaluate<number>(
      `[...document.querySelectorAll('main button, main a')].filter((one) => !(one.ariaLabel ?? one.textContent).trim()).length`,
    );
    assert.equal(nameless, 0);
  });

  it('portfolio/Dashboard read model v2 "goal highlights": the overview tells how the next goals stand', async () => {
    await go(page, '/');
    await region('Goals').getByRole('progressbar').first().waitFor();
    await fits(page);
    await region('Goals').getByRole('link', { name: 'House' }).click();
    await region('Goal projection').locator('canvas').waitFor();
  });

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    const unexpected = at.complaints.filter((one) => !/status of (422|409)/.test(one));
    assert.deepEqual(unexpected, []);
  });
});
