import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { istInstant, tellChange } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { backtest, runAll, SYMBOLS, walkingMarket } from '../support/backtests.ts';
import { storeRun } from '../support/published-runs.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';
import { becomes, choose, closeMessages, counts, go, jump, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';
import { movableClock } from './showcase.ts';

const by = { actor: 'api:owner' };
const PROMOTED = '2025-01-01';
/** Until here it has traded when the page opens: the session of the day before is its last one. */
const BEFORE = '2025-05-30';
/** Day of a monthly rebalance, which nobody did before the evening. */
const TODAY = '2025-06-02';
const REASON = 'I want to see it lose on paper first.';

describe('policies in a browser', function () {
  const clock = movableClock();
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;
  /** The backtest, and the policy that came of it first; another backtest, of which none came. */
  let run: string;
  let twin: string;
  let id: string;
  let dossier: string;

  before(async function () {
    clock.put(istInstant(PROMOTED, '11:30'));
    ({ world, owner, at, page, close } = await openSignedIn(this, {
      address: '/data/import',
      clock,
      height: 1400,
      environment: { ...RESEARCH_ON },
      async prepare({ world: { core }, owner: user }) {
        await walkingMarket().write(core);
        dossier = await storeRun(core, user, { instrument_id: '7' });
        await storeRun(core, user, { instrument_id: '8', symbol: 'DEEP', status: 'REVIEW_REQUIRED' });
        const body = backtest({ name: 'Two best', from: '2024-10-01', to: '2024-12-31' });
        ({ run_id: run } = await core.strategies.runs.create(user, body, by));
        const twinBody = { ...body, name: 'Twin', from: '2024-12-01' };
        ({ run_id: twin } = await core.strategies.runs.create(user, twinBody, by));
        await runAll(core);
        const policy = { name: 'Two best', tag_code: 'TWOBEST0' };
        const request = { key: 'the-first-of-its-run', body: policy };
        ({ id } = (await core.policies.promotions.promote(user, run, request, by)).policy);
        clock.put(istInstant(BEFORE, '12:00'));
        await core.policies.cycles.advance(id, { requestedBy: 'scheduler' });
        clock.put(istInstant(TODAY, '12:00'));
      },
    }));
  });
  after(() => close?.());

  const policies = () => world.core.policies;
  const policy = async () => await policies().get(owner, id);
  const region = (name: string | RegExp) => page.getByRole('region', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const field = (name: string) => dialog().getByRole('textbox', { name });
  const tab = async (name: string) => await page.getByRole('tab', { name, exact: true }).click();
  const rupees = (value: number) => `₹${Math.round(value).toLocaleString('en-IN')}`;
  /** Presses a button of the policy and says yes; with a text to type where it is asked for. */
  const confirm = async (name: string, typed?: string): Promise<void> => {
    await closeMessages(page);
    await page.getByRole('main').getByRole('button', { name, exact: true }).click();
    if (typed !== undefined) await dialog().getByRole('textbox').fill(typed);
    await dialog().getByRole('button', { name, exact: true }).click();
  };
  const next = async () => await dialog().getByRole('button', { name: 'Next' }).click();
  const make = () => dialog().getByRole('button', { name: 'Create the policy' });

  it('a session that is traded shows its value in the list without a reload', async () => {
    await jump(page, '1');
    const row = page.getByRole('row', { name: /Two best/ });
    const showsValue = async (): Promise<number> => {
      const { latest_equity: equity } = await policy();
      const { nav_net_of_tax: nav, performance_index_net_of_tax: index } = equity ?? assert.fail('no value');
      await shows(row, new RegExp(`₹${nav.toFixed(2)}`));
      const gain = (index * 10 - 100).toFixed(2).replace('-', '−');
      await shows(row, new RegExp(`PAPER[\\s\\S]*Active[\\s\\S]*${gain.replace('.', '\\.')}%`));
      return nav;
    };
    const before = await showsValue();
    await page.getByText('1 policy', { exact: true }).waitFor();
    await shows(row, /2 Jun 2025[\s\S]*2 May 2025: /);
    await policies().cycles.advance(id, { requestedBy: 'scheduler' });
    assert.notEqual(await showsValue(), before);
  });

  it('its page: what it is worth, beside its benchmark and its backtest, and what prices could not tell', async () => {
    await page.getByRole('link', { name: 'Two best' }).click();
    const { latest_equity: equity } = await policy();
    assert.ok(equity);
    await shows(region('Value'), new RegExp(`${rupees(equity.total_value)}[\\s\\S]*30 May 2025`));
    await shows(region('Tax'), new RegExp(rupees(equity.tax_accrued)));
    await region('Growth').locator('canvas').waitFor();
    await shows(region('Beside its backtest'), /ended before the policy began/);
    await region('Drawdown over time').locator('canvas').waitFor();
    await shows(region('Next rebalance'), /2 Jun 2025/);
  });

  it('a plan says of each order whether it was made and why, group by group, for any rebalance', async () => {
    await tab('Plan');
    const { items: cycles } = await policies().books.cycles(owner, id, { page_size: 50 });
    const first = cycles.at(-1) ?? assert.fail();
    await choose(page.getByRole('combobox', { name: 'Rebalance' }), /2 Jan 2025|1 Jan 2025/);
    const of = { date: first.cycle_date, page_size: 200 };
    const { items } = await policies().books.orders(owner, id, of);
    assert.ok(items.length > 0 && items.every(({ cycle_id }) => cycle_id === first.cycle_id));
    const bought = items.filter(({ quantity }) => quantity > 0);
    await counts(region('Bought').getByRole('row'), bought.length + 1);
    for (const { reason } of items) await page.getByText(reason).first().waitFor();
  });

  it('behind the figures: holdings on a day and at current prices, ranks, trades, rebalances, events, settings', async () => {
    await tab('Holdings');
    await page.getByLabel('On', { exact: true }).fill('2025-03-02');
    // a Sunday: the session before it
    await page.getByText(/At the close of 28 Feb 2025: \d+ shares? and ₹/).waitFor();
    await page.getByLabel('On', { exact: true }).fill('2024-12-30');
    await page.getByRole('heading', { name: 'No session by then' }).waitFor();
    await page.getByRole('switch', { name: 'Current prices' }).click();
    // nobody has a quote: the close stays and says so
    await shows(page.getByRole('table', { name: 'Holdings' }), /close of 30 May 2025/);
    await tab('Signals');
    await region('Ranks over the last rebalances').locator('canvas').waitFor();
    await shows(page.getByRole('table', { name: 'Signals' }), /Rank[\s\S]*1/);
    await tab('Trades');
    const { total } = await policies().books.trades(owner, id, {});
    await counts(page.getByRole('table', { name: 'Trades' }).getByRole('row'), total + 1);
    await tab('Events');
    await shows(page.getByRole('table', { name: 'Events' }), /FFF/);
    await shows(region('Notes of valuations'), /3 Mar 2025 to 30 May 2025/);
    await tab('Settings');
    await shows(region('Settings'), /6 chosen shares[\s\S]*TWOBEST0/);
    await tab('Rebalances');
    await page.getByRole('table', { name: 'Rebalances' }).getByRole('link').last().click();
    await region('Bought').waitFor();
  });

  it('a failed rebalance stands on top, and Retry does it', async () => {
    await world.core.database.systemPool.query(
      `insert into policy.policy_cycles (policy_id, owner_user_id, mode, cycle_date, status, requested_by, failure, attempts)
       values ($1, $2, 'PAPER', $3, 'FAILED', 'scheduler', 'It broke.', 3)`,
      [id, owner, TODAY],
    );
    clock.put(istInstant(TODAY, '18:00'));
    await world.core.database.asSystem('a test', (trx) => tellChange(trx, [owner], ['policies']));
    await shows(page.getByRole('alert'), /rebalance of 2 Jun 2025 failed[\s\S]*It broke\./);
    await confirm('Retry');
    await page.getByText(/^Rebalance of 2 Jun 2025: /).waitFor();
    await counts(page.getByRole('alert').getByText('It broke.'), 0);
    await shows(region('Value'), /2 Jun 2025/);
  });

  it('run, value, pause and resume: each asks, does it and says what came of it', async () => {
    await confirm('Run now');
    await page.getByText(/^Rebalance of 2 Jun 2025: /).waitFor();
    await confirm('Value now');
    await page.getByText(/^Worth ₹[\d,]+ on 2 Jun 2025\.$/).waitFor();
    await confirm('Pause');
    await shows(region('Next rebalance'), /Not while paused/);
    await counts(button('Run now'), 0);
    await confirm('Resume');
    await shows(region('Next rebalance'), /1 Jul 2025/);
  });

  it('portfolio/Policy rules 8 and 9: a rejected backtest with a policy already takes a reason and one more word', async () => {
    const validation = {
      status: 'REJECTED',
      promotion_allowed: false,
      reasons: [{ code: 'LOST', message: 'It lost 12% in the later part.' }],
    };
    await world.core.database.systemPool.query(
      'update strategy.research_runs set validation = $2 where id = $1',
      [run, JSON.stringify(validation)],
    );
    await go(page, `/strategies/${run}`);
    await shows(region('Policies from this backtest'), /Two best[\s\S]*TWOBEST0/);
    await closeMessages(page);
    await button('Use on paper').click();
    await shows(dialog(), /It lost 12%[\s\S]*chosen shares[\s\S]*no order goes to a broker/);
    await next();
    // the code of the first policy is not suggested again, once the dialogue has read what there is
    await shows(dialog(), /Step 2 of 3/);
    await becomes(async () => await field('Tag code').inputValue(), 'TWOBEST2', 'tag code:');
    await field('Name').fill('');
    await next();
    await dialog().getByText('Give the policy a name.').waitFor();
    await field('Name').fill('Second');
    await field('Tag code').fill('twobest0');
    await field('Initial capital').fill('500000');
    await button('More').click();
    await field('A plan expires after').fill('1000');
    await next();
    await shows(dialog(), /0 of at least 20[\s\S]*A policy was already created/);
    assert.equal(await make().isDisabled(), true);
    await dialog()
      .getByRole('checkbox', { name: /I know/ })
      .check();
    await dialog().getByRole('textbox', { name: /Why/ }).fill(REASON);
    await dialog().getByText('The reason is long enough.').waitFor();
    assert.equal(await make().isDisabled(), true);
    await dialog()
      .getByRole('checkbox', { name: /another/ })
      .check();
    await make().click();
    await dialog().getByText('plan_expiry_hours must be 720 or less').first().waitFor();
    await field('A plan expires after').fill('48');
    await next();
    await make().click();
    await dialog().getByText('Another policy has this tag code').waitFor();
    assert.equal(await field('Tag code').getAttribute('aria-invalid'), 'true');
  });

  it('research/Events: a completed dossier can be put beside a promotion', async () => {
    await field('Tag code').fill('SECOND01');
    const list = dialog().getByRole('combobox', { name: 'AI research behind it' });
    await list.click();
    // The one whose evidence was not enough is not offered.
    await counts(page.getByRole('option'), 1);
    await choose(list, /^KAVERI, /);
  });

  it('made, the dialogue leads to the policy; what differs from the backtest is on record', async () => {
    await next();
    await make().click();
    await shows(dialog(), /first session is 2 Jun 2025[\s\S]*Next rebalance: 2 Jun 2025/);
    const { items } = await policies().promotions.list(owner, run);
    assert.deepEqual(
      items.map((one) => [one.name, one.policy_overrides, one.ai_research_dossier_ids]),
      [
        ['Second', { plan_expiry_hours: 48 }, [dossier]],
        ['Two best', {}, []],
      ],
    );
    await dialog().getByRole('link', { name: 'Open the policy' }).click();
    await page.getByText(/^Second begins on 2 Jun 2025 with ₹5,00,000/).waitFor();
    await go(page, `/strategies/${run}`);
    const link = page.getByRole('link', { name: dossier, exact: true });
    await shows(link, new RegExp(`^${dossier}$`));
    assert.equal(await link.getAttribute('href'), `/research/ai/${dossier}`);
  });

  it('an answer that is lost makes no second policy: the next try is the same request and is told of the first', async () => {
    await go(page, `/strategies/${twin}`);
    const sent: (string | null | undefined)[][] = [];
    await page.route('**/promote-to-paper', async (route) => {
      const request = route.request();
      sent.push([request.headers()['idempotency-key'], request.postData()]);
      if (sent.length > 1) return await route.continue();
      assert.equal((await route.fetch()).status(), 201);
      await route.abort();
    });
    await button('Use on paper').click();
    await next();
    await next();
    await make().click();
    await shows(dialog().getByRole('alert'), /cannot be reached[\s\S]*Nothing is created twice/);
    // the page behind has heard of the policy meanwhile
    await page.getByText('Policies from this backtest').waitFor();
    await make().click();
    await dialog()
      .getByText(/Your earlier attempt already created this policy/)
      .waitFor();
    await page.unroute('**/promote-to-paper');
    assert.equal(sent[0]?.[0]?.length, 32);
    assert.deepEqual(sent[1], sent[0]);
    assert.equal((await policies().promotions.list(owner, twin)).items.length, 1);
    await dialog().getByRole('button', { name: 'Close', exact: true }).click();
  });

  it('one without a backtest comes from a form that says at each field what is wrong', async () => {
    await go(page, '/policies');
    await page.getByRole('main').getByRole('link', { name: 'New policy' }).click();
    const main = (name: string) => page.getByRole('main').getByRole('textbox', { name });
    await main('Name').fill('Two best');
    // the first has it
    assert.equal(await main('Tag code').inputValue(), 'TWOBEST2');
    await main('Tag code').fill('SECOND01');
    await page.getByText('Own list').click();
    await main('Symbols').fill(SYMBOLS.join(' '));
    await main('Shares to hold').fill('9');
    await button('Create the policy').click();
    await page.getByText('top_n must be 6 or less').first().waitFor();
    await main('Shares to hold').fill('2');
    await button('Create the policy').click();
    await page.getByText('Another policy has this tag code').waitFor();
    await main('Name').fill('Third');
    await main('Tag code').fill('THIRD001');
    await button('Create the policy').click();
    await page.getByText(/^Third begins on 2 Jun 2025/).waitFor();
  });

  it('what is refused is told in the dialogue', async () => {
    await counts(dialog(), 0);
    await confirm('Value now');
    await shows(dialog().getByRole('alert'), /no books yet/);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('policies/Contributions: a schedule is added, an instalment deferred and skipped, and the schedule ended', async () => {
    await go(page, `/policies/${id}?show=contributions`);
    await closeMessages(page);
    await button('Add money by schedule').click();
    await field('Amount').fill('5000');
    await dialog().getByLabel('First on').fill('2025-05-01');
    await dialog().getByRole('button', { name: 'Add' }).click();
    await dialog().getByText('start_date must be 2 Jun 2025 or later').first().waitFor();
    await dialog().getByLabel('First on').fill('2025-06-20');
    await dialog().getByRole('button', { name: 'Add' }).click();
    await shows(region('Schedules'), /₹5,000\.00 every month from 20 Jun 2025/);
    const row = (of: string) => page.getByRole('row', { name: new RegExp(of) });
    await shows(row('20 Jun 2025'), /Scheduled[\s\S]*₹5,000\.00/);
    // On paper there is nothing to confirm.
    await counts(row('20 Jun 2025').getByRole('button', { name: 'Confirm' }), 0);
    await row('20 Jun 2025').getByRole('button', { name: 'Defer' }).click();
    await dialog().getByLabel('Due on').fill('2025-06-25');
    await dialog().getByRole('button', { name: 'Defer' }).click();
    await shows(row('25 Jun 2025'), /Deferred from 20 Jun 2025/);
    await row('25 Jun 2025').getByRole('button', { name: 'Credit now' }).click();
    await dialog().getByRole('button', { name: 'Credit now' }).click();
    await shows(row('25 Jun 2025'), /Credited[\s\S]*on 2 Jun 2025/);
    await shows(
      page.getByRole('table', { name: 'What became of the money' }),
      /Waits for the next rebalance/,
    );
    await region('Schedules').getByRole('button', { name: 'End' }).click();
    await dialog().getByRole('button', { name: 'End the schedule' }).click();
    await shows(region('Schedules'), /\(ended\)/);
    await closeMessages(page);
  });

  it('retired it offers no trading; deleted after its code is typed, its address says that it is gone', async () => {
    await go(page, `/policies/${id}`);
    await confirm('Retire');
    await shows(region('Next rebalance'), /None, it is retired/);
    await counts(button('Retire'), 0);
    await confirm('Delete', 'TWOBEST0');
    await page.getByRole('link', { name: 'Second' }).waitFor();
    await counts(page.getByRole('link', { name: 'Two best' }), 0);
    await go(page, `/policies/${id}`);
    await page.getByRole('heading', { name: 'This policy no longer exists' }).waitFor();
  });

  it('nothing was asked of anybody but the server, and the console is quiet', () => {
    assert.deepEqual(
      at.complaints.filter((one) => !/status of (422|404|409)|ERR_FAILED/.test(one)),
      [],
    );
  });
});
