import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { go, becomes, closeMessages, counts, fits, jump, shows, type Visit, choose } from './browser.ts';
import { openSignedIn } from './opening.ts';

const by = { actor: 'api:owner' };

describe('corporate actions in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;

  before(async function () {
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      now: istInstant('2026-03-02', '11:30'),
      height: 1400,
    }));
  });
  after(() => close?.());

  const buy = async (symbol: string, date: string, quantity: number, price: number) =>
    await world.core.portfolio.transactions.create(
      owner,
      { portfolio: 'Main', symbol, date, type: 'BUY', quantity, price, currency: 'INR' },
      by,
    );
  /** As the exchange's list or the price history brings it. No page is told of it: it is announced before the trade, of which they are. */
  const announce = async (
    symbol: string,
    ex_date: string,
    kind: string,
    ratio: readonly [number, number] | null,
    raw: string,
    source = 'NSE',
  ) =>
    await world.core.database.asSystem('an announcement', (trx) =>
      trx('market.corporate_actions').insert({
        exchange: 'NSE',
        symbol,
        ex_date,
        raw,
        kind,
        new_shares: ratio?.[0] ?? null,
        old_shares: ratio?.[1] ?? null,
        status: 'READ',
        source,
      }),
    );
  /** Imports one transaction through the page. */
  const load = async (row: string) => {
    await go(page, '/data/import');
    const text = `Portfolio,Symbol,Date,Type,Quantity,Price\n${row}\n`;
    const file = { name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel('Files to import').setInputFiles(file);
    await press('Import 1 row');
  };
  const held = async (symbol: string) =>
    (await world.core.portfolio.holdings.ofSymbol(owner, symbol))[0]?.quantity ?? null;
  const open = async () => (await world.core.corporateActions.list(owner)).open.length;
  const item = (name: RegExp): Locator => page.getByRole('listitem', { name });
  const press = async (name: string | RegExp) =>
    await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const latest = () => page.getByRole('status').filter({ hasText: 'applied' });

  it('an empty ledger has none waiting and none decided', async () => {
    await jump(page, 'j');
    await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();
    await page.getByRole('tab', { name: 'Decided' }).click();
    await page.getByRole('heading', { name: 'No decisions yet' }).waitFor();
    await page.getByRole('tab', { name: 'Waiting' }).click();
  });

  it('an import says how many actions its trades lack, and leads to them', async () => {
    await announce('INFY', '2018-09-04', 'BONUS', [2, 1], 'Bonus 1:1');
    await load('Main,INFY,2018-03-05,BUY,10,1200');
    await page.getByText('1 corporate action may be missing from your ledger').waitFor();
    await page.getByRole('link', { name: 'review it' }).click();
    await item(/^INFY 1:1 bonus/).waitFor();
  });

  it('one is applied, shown as a transaction that nobody edits, and undone in one press', async () => {
    await press('Apply INFY 1:1 bonus');
    // Its row has gone; who uses the keyboard goes on at what was done.
    await becomes(
      async () => await page.evaluate<string>('document.activeElement.textContent'),
      'INFY 1:1 bonus applied',
    );
    // 10 shares and one more for each
    assert.equal(await held('INFY'), 20);
    await page.getByRole('heading', { name: 'Nothing is waiting' }).waitFor();

    await go(page, '/transactions');
    const bonus = page.getByRole('row', { name: /Bonus/ });
    await bonus.waitFor();
    await counts(bonus.getByRole('button'), 0);
    await bonus.getByRole('link', { name: /^See the corporate action behind Bonus of INFY/ }).click();
    await page.getByRole('heading', { name: 'Corporate actions' }).waitFor();
    const row = page.getByRole('row', { name: /INFY/ });
    await shows(row, /1:1 bonus[\s\S]*Applied[\s\S]*1 transaction[\s\S]*Dashboard, owner/);
    await press('Undo INFY 1:1 bonus');
    await shows(row, /Not applied/);
    assert.equal(await held('INFY'), 10);
    await press('Apply INFY 1:1 bonus');
    await shows(row, /1 transaction/);
    assert.equal(await held('INFY'), 20);
    await latest().getByRole('button', { name: 'Undo', exact: true }).click();
    await shows(row, /Not applied/);
    assert.equal(await held('INFY'), 10);
    // What was undone waits for a decision again.
    await page.getByRole('tab', { name: /^Waiting/ }).click();
    await press(/^Not mine: INFY/);
    await counts(item(/^INFY/), 0);
  });

  it('all that is beyond doubt is applied at once, the rest stays with what it lacks', async () => {
    await announce('IRCTC', '2021-10-28', 'SPLIT', [5, 1], 'Face Value Split From Rs 10 To Rs 2');
    await buy('IRCTC', '2021-03-10', 202, 1900);
    await buy('ZOMATO', '2022-03-10', 100, 80);
    await announce('XYZ', '2021-05-03', 'SCHEME', null, 'Scheme Of Arrangement');
    await buy('XYZ', '2020-03-10', 40, 100);
    await world.core.portfolio.holdings.create(
      owner,
      {
        portfolio: 'Main',
        symbol: 'ABC',
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 30,
        avg_buy_price: 100,
      },
      by,
    );
    await announce('ABC', '2021-06-01', 'SPLIT', [2, 1], 'Split 2:1');
    await buy('ABC', '2020-03-10', 30, 100);

    await go(page, '/data/quality');
    await page.getByRole('link', { name: /Corporate actions\s+4 to check/ }).click();
    await item(/^IRCTC 5 for 1 split/)
      .getByText('Announced as “Face Value Split')
      .waitFor();
    await item(/^ABC/).getByText('Check first').waitFor();
    // The oldest first: XYZ of May 2021, ABC of June, IRCTC of October, ZOMATO of 2025.
    const names = await page
      .getByRole('listitem')
      .evaluateAll((all: { getAttribute(name: string): string | null }[]) =>
        all.flatMap((one) => one.getAttribute('aria-label')?.split(' ')[0] ?? []),
      );
    assert.deepEqual(names, ['XYZ', 'ABC', 'IRCTC', 'ZOMATO']);

    await press('Apply all 2');
    await latest().getByText('2 corporate actions applied').waitFor();
    assert.equal(await held('IRCTC'), 1010);
    assert.equal(await held('ETERNAL'), 100);
    await counts(item(/./), 2);

    await page.getByRole('tab', { name: /^Decided/ }).click();
    await page.getByText('Transactions move to ETERNAL').waitFor();
    await page.getByRole('tab', { name: /^Waiting/ }).click();
  });

  it('one that is not mine is not asked about again', async () => {
    await press(/^Not mine: ABC/);
    await counts(item(/^ABC/), 0);
    await page.getByText(/^ABC .*You can find it under Decided/).waitFor();
    assert.equal(await held('ABC'), 30);
    assert.equal(await open(), 1);
  });

  it('what the exchange did not say is entered, and put aside or not it asks for whole terms', async () => {
    await press(/^Not mine: XYZ/);
    await page.getByRole('tab', { name: /^Decided/ }).click();
    const row = page.getByRole('row', { name: /XYZ/ });
    await shows(row, /Merger[\s\S]*Not applied/);
    await press('Apply XYZ merger');
    const form = page.getByRole('dialog');
    await choose(form.getByRole('combobox', { name: 'Kind' }), 'Demerger');
    await form.getByLabel('New shares').fill('1');
    await form.getByLabel('for old shares').fill('4');
    await form.getByLabel('Share you received').fill('XYZNEW');
    await form.getByLabel(/^Share of the cost/).fill('25');
    await form.getByRole('button', { name: 'Apply' }).click();
    await latest().getByText('XYZ demerger of XYZNEW, 1 for 4 applied').waitFor();
    // One for four of 40.
    assert.equal(await held('XYZNEW'), 10);
    // The question that it answers is gone from both lists.
    await counts(row, 1);
    assert.equal(await open(), 0);
    await page.getByRole('tab', { name: /^Waiting/ }).click();
  });

  it('a split that Yahoo tells may be a bonus: the kind is changed before it is applied', async () => {
    await announce('BONUSCO', '2019-03-06', 'SPLIT', [4, 3], '4:3', 'YAHOO');
    await buy('BONUSCO', '2018-06-01', 5, 300);
    await item(/^BONUSCO/)
      .getByText('Its source also reports bonuses as splits')
      .waitFor();
    await press(/^Edit before applying BONUSCO/);
    const form = page.getByRole('dialog');
    await choose(form.getByRole('combobox', { name: 'Kind' }), 'Bonus');
    await form.getByLabel(/^Cash per whole share/).fill('270');
    await form.getByRole('button', { name: 'Apply' }).click();
    await latest().getByText('BONUSCO 1:3 bonus applied').waitFor();
    assert.equal(await held('BONUSCO'), 6);
    const { items } = await world.core.portfolio.transactions.list(owner, { symbol: 'BONUSCO' });
    assert.ok(
      items.some(({ price }) => price === 270),
      JSON.stringify(items),
    );
    await page.getByRole('tab', { name: /^Decided/ }).click();
    // No more than four stand there at a time: the next waits for one to go.
    await closeMessages(page);
    await press('Edit BONUSCO 1:3 bonus');
    await form.getByLabel(/^Cash per whole share/).fill('300');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('BONUSCO 1:3 bonus saved.').waitFor();
  });

  it('one that no source knows is entered by hand, and what is wrong is said at its field', async () => {
    await buy('OLDCO', '2020-01-10', 100, 10);
    await press('Add manually');
    const form = page.getByRole('dialog');
    await form.getByLabel('Symbol').fill('OLDCO');
    await choose(form.getByRole('combobox', { name: 'Kind' }), /^Consolidation/);
    await form.getByLabel('Ex-date').fill('2021-01-11');
    await form.getByLabel('New shares').fill('10');
    await form.getByLabel('for old shares').fill('1');
    await form.getByRole('button', { name: 'Apply' }).click();
    await form.getByText('A consolidation reduces the number of shares: 1 for 10.').first().waitFor();
    await form.getByLabel('New shares').fill('1');
    await form.getByLabel('for old shares').fill('10');
    await form.getByRole('button', { name: 'Apply' }).click();
    await latest().getByText('OLDCO 1 for 10 consolidation applied').waitFor();
    assert.equal(await held('OLDCO'), 10);

    // Nothing was held before the first purchase: the page says so at once, and the action can be undone like others.
    await press('Add manually');
    await form.getByLabel('Symbol').fill('OLDCO');
    await form.getByLabel('Ex-date').fill('2019-01-11');
    await form.getByLabel('New shares').fill('2');
    await form.getByLabel('for old shares').fill('1');
    await form.getByRole('button', { name: 'Apply' }).click();
    await latest().getByText('Nothing changed: you held no shares the day before').waitFor();
    await latest().getByRole('button', { name: 'Undo', exact: true }).click();
    await counts(latest(), 0);
    assert.equal(await held('OLDCO'), 10);
  });

  it('transactions say what each action did to them', async () => {
    await go(page, '/transactions');
    for (const words of [
      /recorded as ZOMATO/,
      // A quarter of the cost went.
      /Demerger \(cost moved\)[\s\S]*25 % of the cost/,
      // 5 × 4 ⁄ 3 is 6.6666666667: what is above 6 is paid, 0.6666666667 × 300.
      /Fraction paid in cash[\s\S]*₹200\.00/,
      /Consolidation[\s\S]*1 for 10/,
    ])
      await page.getByRole('row', { name: words }).waitFor();
    await page.setViewportSize({ width: 360, height: 740 });
    await fits(page);
    await page.setViewportSize({ width: 1280, height: 1400 });
  });

  it('by themselves, where that is switched on; the overview tells of what waits until then', async () => {
    await announce('NEWCO', '2021-01-11', 'SPLIT', [2, 1], 'Split');
    await buy('NEWCO', '2020-01-10', 3, 10);
    await go(page, '/');
    await page.getByText('1 corporate action waits for your decision: NEWCO 2 for 1 split.').waitFor();
    await page.getByRole('link', { name: /^Decide: 1 corporate action/ }).click();
    await page.getByLabel('Apply clear actions automatically').click();
    await latest().getByText('NEWCO 2 for 1 split applied').waitFor();
    assert.equal(await held('NEWCO'), 6);
    assert.equal((await world.core.corporateActions.list(owner)).apply_automatically, true);

    await announce('AUTOCO', '2021-01-11', 'SPLIT', [10, 1], 'Split');
    await load('Main,AUTOCO,2020-01-10,BUY,4,100');
    await page.getByText('1 corporate action was applied').waitFor();
    assert.equal(await held('AUTOCO'), 40);
  });

  it('what changes elsewhere shows by itself, and a phone has room for all of it', async () => {
    const [one] = (await world.core.corporateActions.list(owner)).decided.filter(
      ({ symbol }) => symbol === 'NEWCO',
    );
    await go(page, '/data/corporate-actions?show=decided');
    await shows(page.getByRole('row', { name: /NEWCO/ }), /Applied/);
    await world.core.corporateActions.undo(owner, one?.id ?? '', { actor: 'chat:owner' });
    await shows(page.getByRole('row', { name: /NEWCO/ }), /Not applied[\s\S]*Chat, owner/);
    const [again] = (await world.core.corporateActions.list(owner)).open;
    await world.core.corporateActions.decline(owner, [again?.id ?? ''], { actor: 'chat:owner' });
    await page.setViewportSize({ width: 360, height: 740 });
    await announce('SCHEMECO', '2021-01-11', 'SCHEME', null, 'Scheme Of Arrangement');
    await buy('SCHEMECO', '2020-01-10', 3, 10);
    for (const [address, shown] of [
      ['/data/corporate-actions', 'SCHEMECO'],
      ['/data/corporate-actions?show=decided', 'NEWCO'],
    ] as const) {
      await go(page, address);
      await page.getByRole('main').getByText(shown).first().waitFor();
      await fits(page);
    }
    // The browser logs each refusal of a form.
    assert.deepEqual(
      at.complaints.filter((one) => !one.includes('status of 422')),
      [],
    );
  });
});
