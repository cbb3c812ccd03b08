import assert from 'node:assert/strict';
import { labels } from '../support/bot-api-messages.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { type ChatDriver, eventually } from '../support/chat-driver.ts';
import { EVENING, type LiveWorld, liveWorld, MORNING } from '../support/live-chat.ts';
import { inTurn } from '../support/soak.ts';
import { answerTo, shownTo } from '../support/talking.ts';

const never = new AbortController().signal;

for (const transport of ['telegram', 'local'] as const) {
  describe(`portfolio/Policy commands over ${transport}: pausing, going live and what needs a person`, () => {
    const told = inTurn(transport);
    let world: LiveWorld;
    let chat: ChatDriver;
    before(async () => {
      world = await liveWorld();
      chat = await world.person(transport);
    });
    after(() => world.close());

    const ask = async (text: string) => await answerTo(chat, text);
    const shown = async (what: RegExp) => await shownTo(chat, what);
    const trading = async () => await world.core.policies.live.pause.state(world.ownerId);
    const round = async () => await world.core.policies.live.round(never);

    told(
      '/pause_all stops in the middle of a dialogue, which goes on; what is approved is not sent until /resume_all',
      async () => {
        const plan = await world.planned('Stopped', 'STOPPED1');
        // Before the market opens: what is approved waits.
        world.clock.at = new Date('2024-02-02T03:00:00.000Z');
        await ask(`/approve_plan ${plan.plan_id}`);
        await chat.presses('✓ Approve');
        await shown(/^LIVE · Stopped\n[^]*Its orders are sent while the market is open\./);

        await chat.says('/add_transaction BUY');
        await shown(/^Which symbol\?/);
        const stop = await ask('/pause_all now!');
        assert.match(
          stop.text,
          /^All trading is paused\nAll trading is paused, by \S+ on 2 Feb 2024, 08:30 IST\./,
        );
        assert.equal((await trading()).is_paused, true);
        // The dialogue still waits for the symbol.
        assert.match((await ask('TCS')).text, /How many units\?/);
        await ask('/cancel');
        world.clock.at = new Date(MORNING);
        await round();
        assert.equal(world.sent(plan), 0);
        const list = await ask('/policies');
        assert.match(list.text, /^All trading is paused, by .*\n[^]*Stopped · LIVE · active/);
        assert.ok(labels(list).includes('Resume trading…'));

        await ask('/resume_all');
        await shown(/^Type "resume trading" to let orders be sent again/);
        await chat.says('yes please');
        await shown(/^Type exactly "resume trading", or \/cancel\./);
        assert.equal((await trading()).is_paused, true);
        assert.match((await ask('Resume Trading')).text, /^Trading goes on\n/);
        assert.equal((await trading()).is_paused, false);
        await round();
        await shown(/^LIVE · Stopped\n[^]*It has ended: every order was filled/);
        assert.equal(world.sent(plan), 2);
        assert.match((await ask('/resume_all')).text, /^Trading is not paused/);
        assert.match(
          (await ask('/resume_all go on')).text,
          /^Type the words "resume trading" behind it, or nothing\.\nUsage: /,
        );
      },
    );

    told('/pause_all does not wait for a command before it that takes long', async () => {
      const client = await world.core.database.systemPool.connect();
      try {
        await client.query('begin; lock table portfolio.watchlist_items in access exclusive mode');
        await chat.says('/watchlist');
        await eventually('the command to wait', async () => {
          const { rows } = await client.query<{ count: number }>(
            `select count(*)::int as count from pg_locks where not granted and relation = 'portfolio.watchlist_items'::regclass`,
          );
          return rows[0]?.count;
        });
        assert.match((await ask('/pause_all')).text, /^All trading is paused\n/);
        assert.equal((await trading()).is_paused, true);
      } finally {
        await client.query('rollback');
        client.release();
      }
      await shown(/watchlist/i);
      await ask('/resume_all resume trading');
    });

    told(
      'the list says LIVE, what waits and lets the owner answer and stop; the card shows the live books and the last plan',
      async () => {
        const plan = await world.planned('Lister', 'LISTER01');
        const list = await ask('/policies');
        assert.match(
          list.text,
          /^Waits for your approval:\nLIVE · Lister · plan \d+: 2 orders, buys ₹24,832, sells ₹0, expires on 3 Feb/m,
        );
        assert.match(
          list.text,
          /\nLister · LIVE · active · NAV ₹10\.00 · .* · a plan waits for your approval/,
        );
        assert.ok(labels(list).includes('Approve… Lister'));
        assert.ok(labels(list).includes('⏸ Pause all trading'));
        const card = await ask('/policies lister');
        assert.match(card.text, /^Lister \(LISTER01\)\nLIVE · active\n/);
        assert.match(
          card.text,
          /\nLast plan, 1 Feb 2024: waits for your approval\nBuy 71 AAA: waits for an approval\n/,
        );
        // Nothing was bought yet.
        assert.doesNotMatch(card.text, /Bought/);
        assert.ok(!labels(card).includes('Go live…'));
        await chat.presses('Show orders / Approve…');
        await shown(/^LIVE · Lister\n[^]*2 orders wait/);
        await chat.presses('✓ Approve');
        await shown(/^LIVE · Lister\n[^]*It has ended/);
        await eventually('the fills to be in the books', async () => {
          const { items } = await world.core.policies.books.trades(world.ownerId, plan.policy_id, {
            mode: 'LIVE',
          });
          return items.length === 2;
        });
        assert.match(
          (await ask('/policies lister')).text,
          /\nLast plan, 1 Feb 2024: filled\nBuy 71 AAA: filled at ₹236\.60\n/,
        );
        await ask('/policies');
        await chat.presses('⏸ Pause all trading');
        await chat.settled();
        await shown(/^All trading is paused\n/);
        assert.equal((await trading()).is_paused, true);
        await ask('/resume_all resume trading');
      },
    );

    told(
      'Run now of a policy that trades plans, and says that nothing is sent before an approval',
      async () => {
        const plan = await world.planned('Planner', 'PLANNER1');
        await world.core.policies.live.approvals.reject(
          world.ownerId,
          plan.plan_id,
          {},
          {
            actor: 'test',
            via: 'TELEGRAM',
          },
        );
        const question = await ask('/policies planner run');
        assert.match(question.text, /^Run Planner now\?\nIt plans at the closes of the last session/);
        await chat.presses('✓ Run now');
        await shown(/^Planner had its plan of 1 Feb 2024 already\nNothing was planned again\.\nBy /);
      },
    );

    told(
      'an order that was lost is shown with its evidence; what a person says of it is confirmed and on record',
      async () => {
        const plan = await world.planned('Loser', 'LOSER001');
        world.broker.dice.plan({ name: 'dropped', times: 1 });
        await ask(`/approve_plan ${plan.plan_id}`);
        await chat.presses('✓ Approve');
        await shown(/^LIVE · Loser\n[^]*sent, but no clear answer came; Munim looks for it/);
        const waits = await ask('/settle');
        assert.match(
          waits.text,
          /^These need you\n⚠ LIVE · Loser · Buy 71 AAA: sent, but no clear answer came/,
        );
        await chat.presses(`Buy 71 AAA (plan ${plan.plan_id})`);
        const early = await shown(/^LIVE · Loser\nBuy 71 AAA, [^]*Munim goes on looking for it/);
        assert.deepEqual(labels(early), ['↻ Refresh', 'All open cases']);
        for (let minute = 0; minute < 4; minute += 1) {
          world.clock.pass(1);
          await round();
        }
        await shown(/^LIVE · Loser: 1 order not found at the broker\n/);
        await chat.presses('Decide…');
        await shown(/^These need you\n⚠ LIVE · Loser · Buy 71 AAA: sent, but not found at the broker/);
        assert.match(
          (await ask('/policies')).text,
          /^⚠ LIVE · Loser · Buy 71 AAA: sent, but not found at the broker/m,
        );
        const [order] = (await world.plan(plan.plan_id)).orders;
        const evidence = await ask(`/settle order ${order?.order_id}`);
        assert.match(
          evidence.text,
          new RegExp(`Buy 71 AAA, limit ₹236\\.60, plan ${plan.plan_id}, tag ${order?.tag}\\n`),
        );
        assert.match(
          evidence.text,
          /: sent to the broker\n.*: no clear answer came\n.*: not in the orderbook, looked for \d+ times/,
        );
        assert.deepEqual(labels(evidence).slice(0, 3), [
          'It was filled…',
          'It was never placed…',
          'Send it again…',
        ]);

        await chat.presses('It was filled…');
        await shown(/^How many of the 71 shares were filled\?/);
        await chat.says('72');
        await shown(/^Send whole shares, at most 71\./);
        await chat.says('70');
        await shown(/^At what price per share, as on the contract note\?/);
        await chat.says('235.50');
        await shown(/^What did you find out, and where\?/);
        await chat.says('Contract note of 2 February');
        const confirm = await shown(
          /^Buy 71 AAA: was it filled\?\n70 shares at ₹235\.50 go into the books as filled\./,
        );
        assert.deepEqual(labels(confirm), ['✓ Yes', '✗ Cancel']);
        assert.equal((await world.plan(plan.plan_id)).orders[0]?.state, 'ABSENT');
        await chat.presses('✓ Yes');
        await shown(/^Buy 71 AAA: taken over as filled\n“Contract note of 2 February”\nBy /);
        const [settled] = (await world.plan(plan.plan_id)).orders;
        assert.deepEqual(
          [settled?.state, settled?.settlement, settled?.filled_quantity, settled?.average_price],
          ['PARTIAL', 'ADOPTED', 70, 235.5],
        );
        // The rest of the plan goes on, and the order is never sent a second time.
        await shown(/^LIVE · Loser\n[^]*It has ended: not every order was filled\./);
        assert.equal(world.sent(plan), 2);
        assert.match((await ask('/settle')).text, /^Nothing needs your decision/);
        assert.match((await ask(`/settle order ${order?.order_id}`)).text, /^That one is settled/);
      },
    );

    told('an order that is sent again waits for an approval of its own', async () => {
      const { requests } = world.broker.account.state;
      const plan = await world.planned('Again', 'AGAIN001');
      world.broker.dice.plan({ name: 'dropped', times: 1 });
      await ask(`/approve_plan ${plan.plan_id}`);
      await chat.presses('✓ Approve');
      await shown(/^LIVE · Again\n[^]*sent, but no clear answer came/);
      for (let minute = 0; minute < 4; minute += 1) {
        world.clock.pass(1);
        await round();
      }
      const [order] = (await world.plan(plan.plan_id)).orders;
      await ask(`/settle order ${order?.order_id}`);
      await chat.presses('Send it again…');
      await shown(/^What did you find out, and where\?/);
      await chat.says('Nothing in the app');
      await shown(/^Buy 71 AAA: send it again\?\nA new plan with this one order is made\./);
      await chat.presses('✓ Yes');
      await shown(/^Buy 71 AAA: planned again; nothing is sent before you approve the new plan\n/);
      assert.equal(requests.filter(({ tag }) => tag === order?.tag).length, 1);
      assert.equal((await world.core.policies.plans.pending(world.ownerId, {})).total, 1);
      await chat.presses('Show the new plan');
      const card = await shown(/^LIVE · Again\n[^]*1 order waits for your approval/);
      assert.deepEqual(labels(card), ['✓ Approve', '✗ Reject', 'Show the policy']);
      await chat.presses('✓ Approve');
      await shown(/^LIVE · Again\n[^]*It has ended: every order was filled\.[^]*✓ Buy 71 AAA/);
    });

    told('a difference with the broker is settled with a reason', async () => {
      await world.core.database.asSystem('a difference', (trx) =>
        trx('policy.account_differences').insert({
          owner_user_id: world.ownerId,
          connection_id: world.connectionId,
          kind: 'SHORTFALL',
          subject: 'TCS',
          expected: '2',
          found: '1',
          message: 'The broker holds 1 TCS, the books 2.',
          first_seen_at: world.clock.now(),
          last_seen_at: world.clock.now(),
        }),
      );
      await ask('/settle');
      await chat.presses('Difference: TCS');
      await shown(
        /^The books and the broker differ: TCS\nThe broker holds 1 TCS, the books 2\.\nThe books say 2, the broker 1\./,
      );
      await chat.presses('Settle…');
      await shown(/^Why do the books and the broker differ in TCS\?/);
      await chat.says('Sold by hand in the app');
      await shown(/^Settle the difference in TCS\?/);
      await chat.presses('✓ Settle');
      await shown(/^The difference in TCS is settled\n“Sold by hand in the app”\n/);
      const { items } = await world.core.policies.live.reads.differences(world.ownerId, {});
      assert.deepEqual(
        items.map(({ settled_reason }) => settled_reason),
        ['Sold by hand in the app'],
      );
      assert.match(items[0]?.settled_by ?? '', /^chat:owner/);
    });

    told(
      'going live shows what validation says and what will happen, and does it only after the typed words',
      async () => {
        world.clock.at = new Date(EVENING);
        const id = await world.promoted('Climber', 'CLIMBER1');
        await ask('/policies climber');
        await chat.presses('Go live…');
        await shown(/^Over which account is Climber to trade\?/);
        await chat.presses('My Zerodha (AB1234)');
        await shown(/^With how many rupees\?/);
        await chat.says('no idea');
        await shown(/is not a amount|is not an amount/);
        await chat.says('50,000');
        await shown(/^By which orders\?/);
        await chat.presses('LIMIT');
        const told = await shown(/^LIVE · Climber \(CLIMBER1\): real orders with real money\n/);
        assert.match(told.text, /\nIts backtest is VALIDATED\.\n/);
        assert.match(told.text, /\nIt trades over My Zerodha \(Zerodha.*\), with ₹50,000\.\n/);
        assert.match(told.text, /at most 2% beyond the last close\.\n/);
        assert.match(told.text, /expires after 30 hours\. /);
        await shown(/^Type "go live" to do it, or \/cancel/);
        await chat.says('ok');
        await shown(/^Type exactly "go live", or \/cancel\./);
        assert.equal((await world.core.policies.get(world.ownerId, id)).mode, 'PAPER');
        assert.match((await ask('go live')).text, /^Climber is LIVE\nIt may use ₹50,000\./);
        const policy = await world.core.policies.get(world.ownerId, id);
        assert.deepEqual([policy.mode, policy.broker_connection_id], ['LIVE', world.connectionId]);
        assert.match(
          (await ask('/policies climber')).text,
          /\nLIVE · active\n[^]*Its live books begin at the next close\./,
        );
      },
    );

    told('a policy whose backtest was rejected does not go live, and hears why at once', async () => {
      world.clock.at = new Date(EVENING);
      await world.promoted('Refused', 'REFUSED1', 'REJECTED');
      await ask('/policies refused');
      await chat.presses('Go live…');
      await shown(/^Refused cannot go live now\nIts backtest is REJECTED, so it may not trade\./);
    });

    if (transport === 'telegram')
      it('contract/Who may use the chat: a viewer reads what waits, and neither pauses nor answers', async () => {
        const plan = await world.planned('Watched', 'WATCHED1');
        const viewer = (await world.person('telegram', { userId: 4343, role: 'viewer' })) as LoopbackChat;
        const list = await answerTo(viewer, '/policies');
        assert.match(list.text, /^Waits for your approval:\nLIVE · Watched/m);
        assert.ok(!labels(list).some((label) => /Approve|Pause/.test(label)));
        for (const text of ['/pause_all', '/resume_all', `/approve_plan ${plan.plan_id}`, '/settle'])
          assert.match((await answerTo(viewer, text)).text, /^Only the portfolio owner can use \//, text);
        assert.equal((await trading()).is_paused, false);
      });
  });
}
