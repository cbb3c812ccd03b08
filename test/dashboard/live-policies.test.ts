import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PracticeBroker } from '../../core/brokers/practice/index.ts';
import { istInstant, tellChange } from '../../core/platform/index.ts';
import type { PlanView } from '../../core/policies/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { walkingMarket } from '../support/backtests.ts';
import { ANSWERER, BY, practiceBroker, tradingConnection } from '../support/live-policy.ts';
import { choose, closeMessages, counts, fits, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { promotedPolicy, tradingWith, validateRun } from './promoted.ts';
import { movableClock } from './showcase.ts';

/** A session, in the hours of the market. */
const TODAY = '2025-06-02';

describe('live policies in a browser', function () {
  const clock = movableClock();
  let broker: PracticeBroker;
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;
  let id: string;
  let run: string;

  before(async function () {
    clock.put(istInstant(TODAY, '10:00'));
    broker = practiceBroker(clock, '1000000');
    await broker.listen(0);
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      clock,
      height: 1400,
      ...tradingWith(broker),
      async prepare({ world: { core }, owner: user }) {
        await walkingMarket().write(core);
        ({ id, run } = await promotedPolicy(core, user));
      },
    }));
  });
  after(async () => {
    await close?.();
    await broker?.close();
  });

  const policies = () => world.core.policies;
  const region = (name: string | RegExp) => page.getByRole('region', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const sql = async (text: string, values: unknown[]) =>
    await world.core.database.systemPool.query(text, values);
  const tell = async () =>
    await world.core.database.asSystem('a test', (trx) => tellChange(trx, [owner], ['policies']));
  const plans = async () => (await policies().plans.list(owner, {})).items;
  const newest = async (): Promise<PlanView> => (await plans())[0] ?? assert.fail('no plan');
  const card = (plan: PlanView) => region(new RegExp(`plan ${plan.plan_id}$`));
  const rupees = (value: number) => `₹${Math.round(value).toLocaleString('en-IN')}`;
  it('going live needs a validation that allows it now, and a connection that may trade', async () => {
    await validateRun(world.core, run, 'REJECTED');
    await go(page, `/policies/${id}`);
    await button('Go live').click();
    await shows(dialog(), /Step 1 of 3[\s\S]*may not go live/);
    assert.equal(await dialog().getByRole('button', { name: 'Next' }).isDisabled(), true);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await counts(dialog(), 0);
    await validateRun(world.core, run, 'VALIDATED');
    await page.reload();
    await button('Go live').click();
    await dialog().getByRole('button', { name: 'Next' }).click();
    await shows(dialog(), /No connection may trade yet[\s\S]*role “Trading”/);
    assert.equal(await dialog().getByRole('button', { name: 'Next' }).isDisabled(), true);
  });

  it('portfolio/Policy status: it says what will happen, and goes live once the words are typed', async () => {
    await tradingConnection({ core: world.core, owner });
    await page.reload();
    await button('Go live').click();
    await dialog().getByRole('button', { name: 'Next' }).click();
    await choose(dialog().getByRole('combobox', { name: 'Connection' }), /Zerodha/);
    await dialog().getByRole('textbox', { name: 'Capital' }).fill('400000');
    await shows(dialog(), /2% above the close/);
    await dialog().getByRole('button', { name: 'Next' }).click();
    await shows(
      region('What will happen'),
      /₹4,00,000 of your account[\s\S]*Nothing is sent before[\s\S]*₹2,00,000/,
    );
    const last = dialog().getByRole('button', { name: 'Go live' });
    assert.equal(await last.isDisabled(), true);
    await dialog()
      .getByRole('textbox', { name: /Type go live/ })
      .fill('go live');
    await last.click();
    await page.getByText(/^Four best trades from 30 May 2025 on with ₹4,00,000/).waitFor();
    await shows(page.getByRole('main'), /LIVE/);
    const { mode, live_capital, order_kind } = await policies().get(owner, id);
    assert.deepEqual([mode, live_capital, order_kind], ['LIVE', 400_000, 'LIMIT']);
    await counts(button('Go live'), 0);
    await counts(button('Delete'), 0);
  });

  it('a plan appears without a reload: LIVE, its orders with prices and costs, and sums that follow what is left out', async () => {
    await policies().requests.run(owner, id, BY);
    const plan = await newest();
    assert.equal(plan.orders.length, 4);
    await shows(card(plan), /^LIVE\s+Four best: plan/);
    for (const order of plan.orders)
      await shows(
        card(plan).getByRole('row', { name: order.symbol }),
        new RegExp(`${order.quantity}[\\s\\S]*${rupees(order.value).replace('₹', '₹')}`),
      );
    const last = plan.orders[3] ?? assert.fail();
    await shows(card(plan), /Approve 4 orders/);
    await card(plan)
      .getByRole('checkbox', { name: new RegExp(last.symbol) })
      .uncheck();
    await shows(card(plan), /Approve 3 orders/);
    const after = plan.cash_after + last.value + last.costs;
    await shows(card(plan), new RegExp(`Cash after\\s+${rupees(after)}`));
    await shows(card(plan), new RegExp(`Buys\\s+${rupees(plan.buy_value - last.value)}`));
  });
  void [at, closeMessages, fits, tell, BY];
});
