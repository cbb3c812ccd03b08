import assert from 'node:assert/strict';
import { beginGeneration } from '../../core/platform/backup/index.ts';
import { labels } from '../support/bot-api-messages.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { type ChatDriver, eventually } from '../support/chat-driver.ts';
import { EVENING, type LiveWorld, liveWorld, MORNING } from '../support/live-chat.ts';
import { inTurn } from '../support/soak.ts';
import { answerTo, shownTo } from '../support/talking.ts';

const never = new AbortController().signal;

for (const transport of ['telegram', 'local'] as const) {
  describe(`portfolio/Policy commands over ${transport}: pausing and going live`, () => {
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
          /^Type "resume trading" after the command, or send the command alone\.\nUsage: /,
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
          /^Waits for your approval:\nLIVE · Lister · plan \d+: 2 orders, buys ₹24,832, sells ₹0, expires on 5 Feb/m,
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
          /\nLast plan, 1 Feb 2024: filled\nBuy 71 AAA: filled at ₹236\.60, ₹327 worse than the reference price \(1\.98%\)\n/,
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
      'going live shows what validation says and what will happen, and does it only after the typed words',
      async () => {
        world.clock.at = new Date(EVENING);
        const id = await world.promoted('Climber', 'CLIMBER1');
        await ask('/policies climber');
        await chat.presses('Go live…');
        await shown(/^Which account should Climber trade over\?/);
        await chat.presses('My Zerodha (AB1234)');
        await shown(/^How many rupees may it use\?/);
        await chat.says('no idea');
        await shown(/is not a amount|is not an amount/);
        await chat.says('50,000');
        await shown(/^Which kind of orders\?/);
        await chat.presses('LIMIT');
        const told = await shown(/^LIVE · Climber \(CLIMBER1\): real orders with real money\n/);
        assert.match(told.text, /\nIts backtest is VALIDATED\.\n/);
        assert.match(told.text, /\nIt trades over My Zerodha \(Zerodha.*\), with ₹50,000\.\n/);
        assert.match(told.text, /at most 2% beyond the last close\.\n/);
        assert.match(told.text, /expires after 30 hours, counting exchange days only\. /);
        assert.match(
          told.text,
          /more than 5% from its reference price when it would be sent is held, and you are asked again\./,
        );
        assert.match(told.text, /An order below ₹1,000 is not made, unless it sells all of a position\./);
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
          assert.match(
            (await answerTo(viewer, text)).text,
            /^Only the portfolio owner (or an approver )?can use \//,
            text,
          );
        assert.equal((await trading()).is_paused, false);
      });

    told(
      '/policies says what is held after a restore, and its plan has expired; a notice says when it goes on',
      async () => {
        const plan = await world.planned('Restored', 'RESTORED');
        const { core, ownerId } = world;
        await core.database.asSystem('a restore', (trx) =>
          beginGeneration(trx, { began_at: core.clock.now(), origin: 'RESTORE' }),
        );
        assert.match(
          (await ask('/policies')).text,
          /These books were restored on 2 Feb 2024\. .* nothing until Munim has compared the account with the broker\./,
        );
        await round();
        assert.match(
          (await ask(`/approve_plan ${plan.plan_id}`)).text,
          /These books were restored on 2 Feb 2024\./,
        );
        await round();
        assert.deepEqual((await trading()).held, []);
        assert.doesNotMatch((await ask('/policies')).text, /restored/);
        const titles = (await core.notifications.list(ownerId, { page_size: 100 })).items.map(
          ({ title }) => title,
        );
        assert.ok(titles.includes('LIVE · The books were restored'));
        assert.ok(titles.some((title) => title.endsWith('after the restore')));
        assert.equal(world.sent(plan), 0);
      },
    );
  });
}
