import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { PracticeBroker } from '../../core/brokers/practice/index.ts';
import { istInstant } from '../../core/platform/index.ts';
import type { PlanView } from '../../core/policies/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { walkingMarket } from '../support/backtests.ts';
import { BY, practiceBroker, tradingConnection } from '../support/live-policy.ts';
import { storeRun } from '../support/published-runs.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';
import { becomes, choose, closeMessages, counts, fits, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { promotedPolicy, tradingWith } from './promoted.ts';
import { movableClock } from './showcase.ts';

/** A session, in the hours of the market. */
const TODAY = '2025-06-02';

describe('approval of large plans, and AI research beside a promotion, in a browser', function () {
  const clock = movableClock();
  let broker: PracticeBroker;
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;
  let plan: PlanView;
  let run: string;
  let dossier: string;

  before(async function () {
    clock.put(istInstant(TODAY, '10:00'));
    broker = practiceBroker(clock, '1000000');
    await broker.listen(0);
    const trading = tradingWith(broker);
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      clock,
      height: 1400,
      address: '/policies',
      ...trading,
      environment: { ...trading.environment, ...RESEARCH_ON },
      async prepare({ world: { core }, owner: user }) {
        await walkingMarket().write(core);
        const promoted = await promotedPolicy(core, user);
        const { id } = promoted;
        ({ run } = promoted);
        dossier = await storeRun(core, user, { instrument_id: '7' });
        await storeRun(core, user, { instrument_id: '8', symbol: 'DEEP', status: 'REVIEW_REQUIRED' });
        const broker_connection_id = await tradingConnection({ core, owner: user });
        await core.policies.live.goLive(user, id, { broker_connection_id, capital: 400_000 }, BY);
        await core.policies.requests.run(user, id, BY);
        [plan = assert.fail('no plan')] = (await core.policies.plans.list(user, {})).items;
      },
    }));
  });
  after(async () => {
    await close?.();
    await broker?.close();
  });

  const panel = () => page.getByRole('region', { name: 'Approval of large plans' });
  const dialog = () => page.getByRole('dialog');
  const card = () => page.getByRole('region', { name: new RegExp(`plan ${plan.plan_id}$`) });
  const amount = () => dialog().getByRole('textbox', { name: 'Limit in rupees' });
  const approve = (label: string) => card().getByRole('button', { name: label });
  const limit = async () => (await world.core.policies.live.approvalLimit.read(owner)).confirm_above;

  it('orders/What people expect of an approval: the limit is set, changed and taken away where policies are', async () => {
    await shows(panel(), /One press approves a plan of any size\./);
    await panel().getByRole('button', { name: 'Change' }).click();
    await amount().fill('5,00,000.50');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await shows(
      panel(),
      /To approve a plan with more than ₹5,00,000\.50 of purchases and sales, you type the policy’s tag code/,
    );
    assert.equal(await limit(), 500_000.5);
    await panel().getByRole('button', { name: 'Change' }).click();
    await amount().fill('2000000000000');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await shows(dialog().getByRole('alert'), /confirm_above must be 1,000,000,000,000 or less/);
    await amount().fill('');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await shows(panel(), /One press approves a plan of any size\./);
    assert.equal(await limit(), null);
    await closeMessages(page);
  });

  it('orders/What people expect of an approval: above the limit the tag code is typed before Approve works', async () => {
    await go(page, `/policies/plans/${plan.plan_id}`);
    await approve('Approve 4 orders').waitFor();
    const typed = card().getByRole('textbox', { name: 'Type FOURBEST to approve' });
    await counts(typed, 0);
    // All but one of them are within it. It is there without a reload.
    const [first] = plan.orders;
    const rest = plan.orders.slice(1).reduce((sum, { value }) => sum + value, 0);
    const confirm_above = Math.round(rest * 100) / 100;
    await world.core.policies.live.approvalLimit.set(owner, { confirm_above }, BY);
    await typed.waitFor();
    await shows(card(), /These orders come to more than your limit of ₹\d/);
    assert.equal(await approve('Approve 4 orders').isDisabled(), true);
    const tick = card().getByRole('checkbox', { name: new RegExp(first?.symbol ?? '') });
    await tick.uncheck();
    await counts(typed, 0);
    assert.equal(await approve('Approve 3 orders').isEnabled(), true);
    await tick.check();
    await typed.fill('FOURBES');
    assert.equal(await approve('Approve 4 orders').isDisabled(), true);
    await typed.fill('fourbest ');
    await becomes(() => approve('Approve 4 orders').isEnabled(), true);
    await approve('Approve 4 orders').click();
    await shows(card(), /Approved by owner, in the dashboard/);
    await becomes(async () => broker.account.state.requests.length, 4);
  });

  it('contract/Who may use the chat: a code for an approver says what such a person may do', async () => {
    await go(page, '/settings');
    await closeMessages(page);
    const chats = page.getByRole('region', { name: 'Telegram chats' });
    await shows(chats, /Reads everything and makes changes, as you do\./);
    const drawn = chats.getByText(/^\/start \w+/);
    await chats.getByRole('button', { name: 'Create a code' }).click();
    await drawn.waitFor();
    await choose(chats.getByRole('combobox', { name: 'Access of the new chat' }), 'Approve plans');
    await shows(
      chats,
      /approves and rejects the plans of live policies, and pauses all trading\. Nothing else/,
    );
    // The code of before would have made an owner.
    await counts(drawn, 0);
    await chats.getByRole('button', { name: 'Create a code' }).click();
    const told = await drawn.textContent();
    const { role } = await world.core.identity.chats.linkChat({
      code: told?.replace('/start ', '') ?? '',
      transport: 'telegram',
      chatId: '4343',
      chatUserId: '4343',
      title: 'Ravi',
    });
    assert.equal(role, 'approver');
    await page.reload();
    await shows(chats, /Ravi\s*approves plans/i);
  });

  it('research/Events: a completed dossier can be put beside a promotion, and is shown where the policy is', async () => {
    const next = dialog().getByRole('button', { name: 'Next' });
    await go(page, `/strategies/${run}`);
    await page.getByRole('button', { name: 'Use on paper', exact: true }).click();
    await next.click();
    const list = dialog().getByRole('combobox', { name: 'AI research behind it' });
    await list.click();
    // The one whose evidence was not enough is not offered.
    await counts(page.getByRole('option'), 1);
    await choose(list, /^KAVERI, /);
    await next.click();
    await dialog()
      .getByRole('checkbox', { name: /another/ })
      .check();
    await dialog().getByRole('button', { name: 'Create the policy' }).click();
    await dialog().getByRole('link', { name: 'Open the policy' }).waitFor();
    const { items } = await world.core.policies.promotions.list(owner, run);
    assert.deepEqual(
      items.map(({ ai_research_dossier_ids }) => ai_research_dossier_ids),
      [[dossier], []],
    );
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
    const link = page.getByRole('link', { name: dossier, exact: true });
    await shows(link, new RegExp(`^${dossier}$`));
    assert.equal(await link.getAttribute('href'), `/research/ai/${dossier}`);
  });

  it('a phone shows all of it without scrolling sideways', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [address, seen] of [
      ['/policies', panel],
      ['/settings', () => page.getByRole('region', { name: 'Telegram chats' })],
    ] as const) {
      await go(page, address);
      await seen().waitFor();
      await fits(page);
    }
  });

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    assert.deepEqual(
      at.complaints.filter((one) => !/status of (422|404|409)/.test(one)),
      [],
    );
  });
});
