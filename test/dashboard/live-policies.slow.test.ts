import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PracticeBroker } from '../../core/brokers/practice/index.ts';
import { istInstant, tellChange } from '../../core/platform/index.ts';
import type { PlanView } from '../../core/policies/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { walkingMarket } from '../support/backtests.ts';
import { BY, practiceBroker, tradingConnection } from '../support/live-policy.ts';
import { becomes, choose, closeMessages, counts, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { promotedPolicy, tradingWith, validateRun } from './promoted.ts';
import { movableClock } from './showcase.ts';

/** A session, in the hours of the market. */
const TODAY = '2025-06-02';
/** A plan of which only the log knows. */
const LOGGED = '777';

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
      address: '/policies',
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
  /** Tells the page to read anew what was written behind its back. */
  const tell = async () =>
    await world.core.database.asSystem('a test', (trx) =>
      tellChange(trx, [owner], ['policies', 'strategies']),
    );
  const plans = async () => (await policies().plans.list(owner, {})).items;
  const newest = async (): Promise<PlanView> => (await plans())[0] ?? assert.fail('no plan');
  const card = (plan: PlanView) => region(new RegExp(`plan ${plan.plan_id}$`));
  const orderRow = (plan: PlanView, symbol: string) => card(plan).getByRole('row', { name: symbol });
  /** Turns at the account, a few minutes apart. */
  const minutes = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      clock.put(new Date(clock.now().getTime() + 3 * 60_000));
      await policies().live.round(new AbortController().signal);
    }
  };
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
    await tell();
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
    await page.getByText(/^From 30 May 2025, Four best trades with ₹4,00,000/).waitFor();
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

  it('Live orders: the page shows a look at the plan; Rehearse asks the calculators and sends nothing', async () => {
    const plan = await newest();
    const now = card(plan).getByRole('region', { name: 'The plan now' });
    await shows(now, /Read on 2 Jun 2025, 10:[\s\S]*The account has ₹[\d,]+; the plan needs up to ₹/);
    await shows(now, /about all orders of the plan, the excluded ones too/);
    await now.getByRole('button', { name: 'Rehearse' }).click();
    await shows(
      now,
      /Rehearsed on 2 Jun 2025, 10:\d\d IST: 4 of 4 orders would be accepted\. Nothing was sent/,
    );
    // The ticks stay as they were.
    await shows(card(plan), /Approve 3 orders/);
    assert.equal((await newest()).state, 'PENDING_APPROVAL');
  });

  it('what is approved is what was looked at: a plan that changed asks to be looked at again', async () => {
    const plan = await newest();
    const changed = 'f'.repeat(64);
    await sql('update policy.policy_order_plans set digest = $2 where id = $1', [plan.plan_id, changed]);
    await card(plan).getByRole('button', { name: 'Approve 3 orders' }).click();
    await shows(card(plan), /changed after you reviewed it[\s\S]*changed while you were reviewing it/);
    await counts(card(plan).getByRole('button', { name: /^Approve/ }), 0);
    // nothing of it is approved, and all of it is ticked anew
    assert.equal((await newest()).state, 'PENDING_APPROVAL');
    await card(plan).getByRole('button', { name: 'I have reviewed it again' }).click();
    await shows(card(plan), /Approve 4 orders/);
  });

  it('a plan says why its account cannot be read', async () => {
    const plan = await newest();
    await sql(
      `insert into policy.trading_accounts (connection_id, owner_user_id, read_failure) values ($1, $2, $3)
       on conflict (connection_id, owner_user_id) do update set read_failure = excluded.read_failure`,
      [plan.connection_id, owner, 'Zerodha needs a login (status 403).'],
    );
    await tell();
    await shows(
      card(plan),
      /could not reach the broker at the last attempt[\s\S]*Zerodha needs a login \(status 403\)/,
    );
    await sql('update policy.trading_accounts set read_failure = null', []);
    await tell();
    await counts(card(plan).getByText(/could not reach the broker/), 0);
    await shows(card(plan), /Approve 4 orders/);
  });

  it('orders/What people expect of an approval: above the limit the tag code is typed before Approve works', async () => {
    const plan = await newest();
    const typed = card(plan).getByRole('textbox', { name: 'Type FOURBEST to approve' });
    const tick = (nr: number) =>
      card(plan).getByRole('checkbox', { name: new RegExp(plan.orders[nr]?.symbol ?? '') });
    const approve = (count: number) => card(plan).getByRole('button', { name: `Approve ${count} orders` });
    await counts(typed, 0);
    // The first two of them are within it. It is there without a reload.
    const within = plan.orders.slice(0, 2).reduce((sum, { value }) => sum + value, 0);
    const confirm_above = Math.round(within * 100) / 100;
    await policies().live.approvalLimit.set(owner, { confirm_above }, BY);
    await typed.waitFor();
    await shows(card(plan), /These orders come to more than your limit of ₹\d/);
    assert.equal(await approve(4).isDisabled(), true);
    for (const nr of [2, 3]) await tick(nr).uncheck();
    await counts(typed, 0);
    assert.equal(await approve(2).isEnabled(), true);
    await tick(2).check();
    await typed.fill('FOURBES');
    assert.equal(await approve(3).isDisabled(), true);
    await typed.fill('fourbest ');
    await becomes(() => approve(3).isEnabled(), true);
  });

  it('orders: approved, the card is the receipt: who, what was left out, what the broker said, what is unclear', async () => {
    const plan = await newest();
    const last = plan.orders[3] ?? assert.fail();
    const [first, second] = plan.orders;
    broker.dice.plan({ name: 'dropped', after: 1, times: 1 });
    await card(plan).getByRole('button', { name: 'Approve 3 orders' }).focus();
    await page.keyboard.press('Enter');
    await shows(card(plan), /Approved by owner, in the dashboard, on 2 Jun 2025, 10:0\d\./);
    // the button is gone, and the keyboard goes on where its card begins
    await becomes(
      () => page.evaluate<string>('document.activeElement.innerText'),
      `Four best: plan ${plan.plan_id}`,
    );
    await shows(orderRow(plan, last.symbol), /Excluded/);
    await shows(orderRow(plan, second?.symbol ?? ''), /Unclear[\s\S]*not send it again/);
    await counts(card(plan).getByRole('button', { name: /Report what happened/ }), 0);
    await minutes(4);
    await shows(orderRow(plan, first?.symbol ?? ''), /Filled\s+\d+ at ₹/);
    await shows(orderRow(plan, second?.symbol ?? ''), /Not found/);
    await shows(card(plan), /^LIVE\s+Four best: plan \d+\s+Needs you/);
    // the evidence is at hand
    await card(plan)
      .getByRole('button', { name: /step by step/ })
      .click();
    await shows(
      card(plan),
      new RegExp(`${second?.symbol}: Not in the order book[\\s\\S]*Munim[\\s\\S]*What was known`),
    );
    // Each of the three once: the cash pays for the last one, whatever became of the second.
    assert.equal(broker.account.state.requests.length, 3);
  });

  it('the figures of the last close say what was filled since', async () => {
    await shows(
      page.getByRole('main'),
      /Since that close: \d+ orders? filled, ₹[\d,]+ bought\. The next close values them\./,
    );
  });

  it('orders: sending again needs a new approval, and the rest of the plan goes on', async () => {
    const plan = await newest();
    const lost = plan.orders[1] ?? assert.fail();
    await card(plan)
      .getByRole('button', { name: `Report what happened: Buy ${lost.quantity} ${lost.symbol}` })
      .click();
    await dialog().getByRole('radio', { name: 'It was filled' }).check();
    await dialog().getByRole('textbox', { name: 'Shares filled' }).fill('100000');
    await dialog()
      .getByRole('textbox', { name: /find out/ })
      .fill('It is not in the app of the broker.');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await shows(dialog().getByRole('alert'), /Only \d+ shares were ordered/);
    await dialog().getByRole('radio', { name: 'Send it again' }).check();
    await shows(dialog(), /waits for your approval/);
    await dialog().getByRole('button', { name: 'Plan it again' }).click();
    await shows(card(plan), /Ended on/);
    await shows(orderRow(plan, lost.symbol), /A new plan asks whether to send it again/);
    const again = await newest();
    assert.deepEqual([again.replaces_plan_id, again.state], [plan.plan_id, 'PENDING_APPROVAL']);
    await shows(
      card(again),
      new RegExp(`^LIVE[\\s\\S]*1 purchase of plan ${plan.plan_id}, to be sent again`),
    );
    await counts(card(again).getByRole('link', { name: `See plan ${plan.plan_id}` }), 1);
    // nothing of it was sent
    assert.equal(broker.account.state.requests.filter(({ tag }) => tag === again.orders[0]?.tag).length, 0);
  });

  it('the first answer counts: who comes second is told so, and reads who was first', async () => {
    const plan = await newest();
    await page.route('**/approve', async (route) => {
      await policies().live.approvals.reject(
        owner,
        plan.plan_id,
        { reason: 'Too late in the day.' },
        {
          actor: 'chat:owner',
          via: 'TELEGRAM',
        },
      );
      await route.continue();
    });
    await card(plan).getByRole('button', { name: 'Approve 1 order' }).click();
    await shows(
      card(plan),
      /Rejected by owner, in Telegram[\s\S]*Too late in the day\.[\s\S]*Somebody answered this plan before you/,
    );
    await page.unroute('**/approve');
    assert.equal(broker.account.state.requests.filter(({ tag }) => tag === plan.orders[0]?.tag).length, 0);
  });

  it('portfolio/Policy rules 3: what the audit finds missing stands on the page until it is settled with a reason', async () => {
    await go(page, `/policies/${id}`);
    const { items: held } = await policies().books.trades(owner, id, { mode: 'LIVE' });
    const { symbol, quantity } = held[0] ?? assert.fail();
    const sale = { tag: null, side: 'SELL', symbol, quantity: 2, kind: 'MARKET', limit_price: null } as const;
    broker.account.place(sale);
    await policies().live.audit.auditAll(new AbortController().signal);
    const place = region('Differences with the broker');
    await shows(
      place,
      new RegExp(`${quantity} ${symbol} in the books[\\s\\S]*plan nothing until you settle it`),
    );
    await place.getByRole('button', { name: `Settle: ${symbol}` }).click();
    const settle = dialog().getByRole('button', { name: 'Settle', exact: true });
    assert.equal(await settle.isDisabled(), true);
    await dialog().getByRole('textbox').fill('I sold two myself.');
    await settle.click();
    await counts(place, 0);
    const { items } = await policies().live.reads.differences(owner, {});
    assert.equal(items[0]?.settled_reason, 'I sold two myself.');
  });

  it('the books of the account stand apart from those on paper: trades at the broker’s prices, slippage, settings', async () => {
    await go(page, `/policies/${id}?show=trades`);
    await shows(page.getByRole('table', { name: 'Trades' }), /Broker/);
    await page.getByRole('radiogroup', { name: 'Books' }).getByText('Paper', { exact: true }).click();
    await page.getByRole('heading', { name: 'No trades yet' }).waitFor();
    await go(page, `/policies/${id}`);
    await shows(region('Slippage'), /2 fills, [\d.]+% worse than planned[\s\S]*Buy [A-E]{3}/);
    await go(page, `/policies/${id}?show=settings`);
    await shows(region('Settings'), /Live since\s+2 Jun 2025[\s\S]*Zerodha[\s\S]*Limit orders, up to 2%/);
    await go(page, `/policies/${id}?show=cycles`);
    await shows(page.getByRole('table', { name: 'Rebalances' }), /30 May 2025[\s\S]*To buy|30 May 2025/);
  });

  it('orders/What people expect of an approval: the limit is set, changed and taken away where policies are', async () => {
    const panel = region('Approval of large plans');
    const change = async (amount: string): Promise<void> => {
      await panel.getByRole('button', { name: 'Change' }).click();
      await dialog().getByRole('textbox', { name: 'Limit in rupees' }).fill(amount);
      await dialog().getByRole('button', { name: 'Save' }).click();
    };
    const limit = async () => (await policies().live.approvalLimit.read(owner)).confirm_above;
    await go(page, '/policies');
    await shows(panel, /To approve a plan with more than ₹/);
    await change('5,00,000.50');
    await shows(
      panel,
      /To approve a plan with more than ₹5,00,000\.50 of purchases and sales, you type the policy’s tag code/,
    );
    assert.equal(await limit(), 500_000.5);
    await change('2000000000000');
    await shows(dialog().getByRole('alert'), /confirm_above must be 1,000,000,000,000 or less/);
    await dialog().getByRole('textbox', { name: 'Limit in rupees' }).fill('');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await shows(panel, /One press approves a plan of any size\./);
    assert.equal(await limit(), null);
  });

  it('trading pauses at once without a question, on every page of policies, and goes on after the words are typed', async () => {
    const { pause } = policies().live;
    const plan = await newest();
    await go(page, `/policies/${id}`);
    await button('Pause all trading').click();
    const banner = page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: 'All trading has been paused' });
    await shows(banner, /paused since 2 Jun 2025, 10:\d\d by owner/);
    assert.equal((await pause.state(owner)).is_paused, true);
    await counts(button('Pause all trading'), 0);
    for (const address of ['/policies', `/policies/plans/${plan.plan_id}`]) {
      await go(page, address);
      await banner.waitFor();
    }
    await go(page, '/policies');
    await banner.getByRole('button', { name: 'Resume trading' }).click();
    const resume = dialog().getByRole('button', { name: 'Resume trading' });
    assert.equal(await resume.isDisabled(), true);
    await dialog().getByRole('textbox').fill('resume trading');
    await resume.click();
    await counts(banner, 0);
    assert.equal((await pause.state(owner)).is_paused, false);
    // from the list it works as well
    await closeMessages(page);
    await button('Pause all trading').click();
    await banner.waitFor();
    await pause.resumeAll(owner, { confirmation: 'resume trading' }, BY);
    await counts(banner, 0);
  });

  it('the order log has every step with who did it, of one plan where that is asked for, and as a file', async () => {
    const lost = (await plans()).at(-1)?.orders[1] ?? assert.fail();
    await sql(
      `insert into policy.policy_order_events (owner_user_id, policy_id, plan_id, order_id, at, event, from_state, to_state,
         actor, via, evidence)
       select owner_user_id, policy_id, $2, order_id, $3, event, from_state, to_state, actor, via, evidence
       from policy.policy_order_events where owner_user_id = $1 and event = 'miss' limit 1`,
      [owner, LOGGED, clock.now()],
    );
    await go(page, '/policies/orders');
    const log = page.getByRole('table', { name: 'Steps of orders' });
    await shows(
      log,
      new RegExp(
        `${lost.symbol}: Not in the order book[\\s\\S]*Unclear → Not found[\\s\\S]*Munim[\\s\\S]*Approved[\\s\\S]*owner, in the dashboard`,
      ),
    );
    await page.getByRole('searchbox', { name: 'Plan number' }).fill(LOGGED);
    await counts(log.getByRole('row'), 2);
    await shows(log, /Not in the order book/);
    const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    assert.equal(href, `/api/policies/order-events.csv?plan_id=${LOGGED}`);
    await page.getByRole('searchbox', { name: 'Plan number' }).fill('999');
    await page.getByRole('heading', { name: 'No steps recorded for plan 999' }).waitFor();
    await go(page, '/policies/plans/999');
    await page.getByRole('heading', { name: 'Plan not found' }).waitFor();
  });

  it('a plan that nobody answers expires before one’s eyes, and a policy says what its rebalance wanted', async () => {
    clock.put(istInstant(TODAY, '18:00'));
    await policies().requests.run(owner, id, BY);
    const plan = await newest();
    assert.deepEqual([plan.cycle_date, plan.state], [TODAY, 'PENDING_APPROVAL']);
    await go(page, '/policies');
    await shows(region('Plans under way'), /LIVE\s+Four best: plan \d+\s+Waits for your approval/);
    await shows(
      page.getByRole('row', { name: /^Four best/ }),
      /LIVE[\s\S]*2 Jun 2025: Waits for approval: \d orders?, to /,
    );
    await region('Plans under way')
      .getByRole('link', { name: /Four best/ })
      .click();
    await shows(card(plan), /Expires\s+4 Jun 2025, 00:00/);
    // its time is brought forward: a session of the browser ends before it
    await sql('update policy.policy_order_plans set expires_at = $2 where id = $1', [
      plan.plan_id,
      clock.now(),
    ]);
    await policies().live.round(new AbortController().signal);
    await shows(card(plan), /Expired on 2 Jun 2025, 18:0\d\.\s+Nobody answered it in time\./);
    await counts(card(plan).getByRole('button', { name: /^Approve/ }), 0);
  });

  it('a notification about orders leads to their plan', async () => {
    await go(page, '/notifications');
    const link = page.getByRole('link', { name: /^Show plan \d+: LIVE/ }).first();
    const to = (await link.getAttribute('href')) ?? '';
    assert.match(to, /^\/policies\/plans\/\d+$/);
    await link.click();
    await shows(page.getByRole('main'), /Four best/);
    assert.equal(new URL(page.url()).pathname, to);
  });

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    assert.deepEqual(
      at.complaints.filter((one) => !/status of (422|404|409)/.test(one)),
      [],
    );
  });
});
