import assert from 'node:assert/strict';
import { dayInWords } from '../../core/platform/index.ts';
import type { SeenMessage } from '../support/bot-api-messages.ts';
import { labels } from '../support/bot-api-messages.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';
import { market } from '../support/market.ts';
import { policyBody } from '../support/policies.ts';
import { inTurn } from '../support/soak.ts';
import { shownTo } from '../support/talking.ts';
import { strategyConfigOf } from '../support/strategy-config.ts';

const BY = { actor: 'test' };
const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'];
/** Thursday, 1 February 2024, in the evening in India: a session, and the first of its month. */
const EVENING = '2024-02-01T14:30:00.000Z';

/** Six shares of which AAA rises fastest; closes up to 6 February. */
async function smallMarket({ core }: ChatFixture): Promise<void> {
  const built = market();
  for (const [nr, symbol] of SYMBOLS.entries())
    built
      .share(symbol, { sector: 'Banks' })
      .closes(symbol, '2024-01-01', (at) => 100 + nr * 10 + at * (6 - nr), '2024-02-06')
      .member('NIFTY500', symbol, '2020-01-01');
  await built.levels('NIFTY500', '2024-01-01', (at) => 20_000 + at * 10, '2024-02-06').write(core);
}

for (const transport of ['telegram', 'local'] as const) {
  describe(`portfolio/Policy commands over ${transport}`, () => {
    const told = inTurn(transport);
    const clock = heldClock(EVENING);
    let fixture: ChatFixture;
    let chat: ChatDriver;
    before(async () => {
      fixture = await chatFixture({ clock, environment: { POLICY_WORKER_ENABLED: 'false' } });
      chat = await fixture.person(transport);
      await smallMarket(fixture);
      await pushes('off');
    });
    after(() => fixture.close());
    beforeEach(() => {
      clock.at = new Date(EVENING);
    });

    /** Off where a push of a rebalance would come between question and answer. */
    const pushes = async (mode: 'off' | 'loud') =>
      await fixture.core.notifications.saveSettings(fixture.ownerId, { modes: { policy_cycle: mode } });
    const ask = async (text: string, by = chat) => {
      await by.says(text);
      return await by.reply();
    };
    const make = async (name: string, tag_code: string) =>
      await fixture.core.policies.create(
        fixture.ownerId,
        policyBody(
          { name, tag_code, initial_capital: 100_000 },
          strategyConfigOf({ top_n: 2 }) as unknown as Record<string, unknown>,
        ),
        BY,
      );
    const failCycle = async (id: string, day: string) =>
      await fixture.core.database.asSystem('a failed cycle', async (trx) => {
        const [row] = (await trx('policy.policy_cycles')
          .insert({
            policy_id: id,
            owner_user_id: fixture.ownerId,
            mode: 'PAPER',
            cycle_date: day,
            status: 'FAILED',
            failure: `The session of ${dayInWords(day)} could not be calculated. Nothing was changed.`,
            requested_by: 'scheduler',
            attempts: 3,
            started_at: clock.now(),
            finished_at: clock.now(),
          })
          .returning('id')) as { id: string }[];
        return row?.id;
      });
    const status = async (id: string) => (await fixture.core.policies.get(fixture.ownerId, id)).status;
    const shown = async (what: RegExp): Promise<SeenMessage> => await shownTo(chat, what);
    /** Asks by the button of the policy that is shown, then presses what the question offers. */
    const press = async (label: string, answer: string, question: RegExp) => {
      await chat.presses(label);
      assert.match((await chat.reply()).text, question);
      await chat.presses(answer);
    };

    told('/policies without any says what a policy is and where to make one', async () => {
      const { text } = await ask('/policies');
      assert.match(text, /No policies yet/);
      assert.match(text, /open Backtests on the dashboard, run one, and press Use on paper/);
      assert.match((await ask('/policies Momentum')).text, /You have no policies yet/);
    });

    told(
      '/policies lists them in a line each; a name, a tag code or the beginning of one opens it',
      async () => {
        const { id } = await make('Steady climbers', 'STEADY01');
        await make('Steady fallers', 'FALLER01');
        const list = await ask('/policies');
        assert.match(
          list.text,
          /Steady climbers · PAPER · active · starts 1 Feb 2024 · next rebalance 1 Feb 2024/,
        );
        assert.ok(labels(list).includes('Steady fallers'));
        for (const words of ['steady climbers', 'STEADY01', 'Steady c', 'steady0', `#${id}`])
          assert.match((await ask(`/policies ${words}`)).text, /^Steady climbers \(STEADY01\)/, words);
        assert.match((await ask('/policies Steady')).text, /"Steady" could be .*Send the tag code/);
        assert.match((await ask('/policies Stedy climbers')).text, /Did you mean Steady climbers\?/);
        assert.match((await ask('/policies nothing')).text, /Your policies: .*Steady climbers \(STEADY01\)/);
      },
    );

    told('Run now asks, rebalances and answers with the cycle; the card tells how it went on', async () => {
      const { id } = await make('Runner', 'RUNNER01');
      const before = await ask('/policies Runner');
      assert.match(before.text, /It begins with ₹1,00,000 on 1 Feb 2024/);
      assert.equal(before.photo, null);
      await pushes('loud');
      await press('▶ Run now', '✓ Run now', /^Run Runner now\?\nIt goes through the sessions that are due/);
      // A quarter of the capital: AAA alone, and not all of its half.
      const ran = await shown(/^Runner rebalanced on 1 Feb 2024: /);
      assert.match(ran.text, /Bought AAA \(rank 1\)/);
      assert.match(
        ran.text,
        /Postponed BBB, and traded only part of AAA, because a rebalance trades at most 25%/,
      );
      assert.match(ran.text, /\nBy .+, 1 Feb 2024, 20:00 IST\.$/);
      await shown(/^Runner \(paper\): 1 purchase\nRebalanced on 1 Feb 2024\./);
      await chat.reply();
      await pushes('off');

      clock.at = new Date('2024-02-06T14:30:00.000Z');
      await fixture.core.policies.cycles.advance(id, { requestedBy: 'scheduler' });
      const { text, photo } = await ask('/policies Runner');
      assert.equal(photo?.subarray(1, 4).toString('latin1'), 'PNG');
      assert.match(text, /^Runner \(RUNNER01\)\nPAPER · active\nMomentum/);
      assert.match(text, /Value ₹1,0\d,\d{3} on 6 Feb 2024, of which cash ₹/);
      assert.match(text, /NAV ₹10\.\d\d gross, ₹10\.\d\d net of costs, ₹10\.\d\d net of tax/);
      assert.match(text, /Since 1 Feb 2024 \+\d\.\d\d% net of tax, NIFTY 500 \+0\.15%/);
      assert.match(text, /Its holding\n/);
      assert.match(text, /Last rebalance 1 Feb 2024: 1 purchase\nBought AAA \(rank 1\)/);
      assert.match(text, /At its peak\nCosts so far ₹\d+, no tax so far\nNext rebalance 1 Mar 2024/);
      const lines = text.split('Its holding\n')[1]?.split('\n\n')[0]?.split('\n') ?? [];
      assert.equal(lines.length, 2);
      for (const line of lines) assert.ok(line.length <= 32, line);
    });

    told('Run now where the session has its rebalance, and where no closes are there yet', async () => {
      await make('Twice', 'TWICE001');
      for (const answer of [
        /^Twice rebalanced on 1 Feb 2024/,
        /^Twice has its rebalance of 1 Feb 2024 already/,
      ]) {
        await ask('/policies twice run');
        await chat.presses('✓ Run now');
        assert.match((await shown(answer)).text, /By /);
      }
      const trades = await fixture.core.database.asSystem('look', (trx) =>
        trx('policy.policy_trades as t')
          .join('policy.policies as p', 'p.id', 't.policy_id')
          .where('p.tag_code', 'TWICE001'),
      );
      assert.equal(trades.length, 1);
      clock.at = new Date('2024-02-12T14:30:00.000Z');
      await make('Too soon', 'TOOSOON1');
      await ask('/policies toosoon1 run');
      await chat.presses('✓ Run now');
      assert.match(
        (await shown(/^Too soon did not run/)).text,
        /There are no closes for this policy’s first session yet\..*\nBy /s,
      );
    });

    told(
      'Pause, Resume and Retire ask first; the message then says what happened and who did it',
      async () => {
        const { id } = await make('Sleeper', 'SLEEPER1');
        await ask('/policies sleeper');
        await press('Pause', '✗ Cancel', /^Pause Sleeper\?\nIt neither trades nor is valued/);
        assert.match((await chat.edited()).text, /^Nothing was done with Sleeper\. By /);
        assert.equal(await status(id), 'ACTIVE');

        await ask('/policies sleeper pause');
        await chat.presses('✓ Pause');
        assert.match((await chat.edited()).text, /^Sleeper is paused\nBy .+, 1 Feb 2024, 20:00 IST\.$/);
        assert.equal(await status(id), 'PAUSED');
        assert.match((await ask('/policies sleeper run')).text, /Sleeper is paused\. Resume it first\./);
        const paused = await ask('/policies sleeper');
        assert.match(paused.text, /PAPER · paused\n/);
        assert.deepEqual(labels(paused).slice(0, 2), ['Resume', 'Retire']);

        await press('Resume', '✓ Resume', /^Resume Sleeper\?\nMissed sessions are valued but not traded/);
        assert.match((await chat.edited()).text, /^Sleeper is active again\nBy /);
        assert.equal(await status(id), 'ACTIVE');
        assert.match((await ask('/policies sleeper resume')).text, /there is nothing to resume/);
        assert.match((await ask('/policies sleeper retry')).text, /there is nothing to retry/);

        await ask('/policies sleeper retire');
        await chat.presses('✓ Retire');
        assert.match((await chat.edited()).text, /^Sleeper is retired for good\nBy /);
        assert.equal(await status(id), 'RETIRED');
        assert.match((await ask('/policies sleeper pause')).text, /retired for good, so nothing can be done/);
        const retired = await ask('/policies sleeper');
        assert.deepEqual(labels(retired), ['All policies', '↻ Refresh']);
      },
    );

    told(
      'a session that failed is told in the card, the list and a push, and is retried from the chat',
      async () => {
        const { id } = await make('Breaker', 'BREAKER1');
        await failCycle(id, '2024-02-01');
        assert.match((await ask('/policies')).text, /Breaker · PAPER · active .*last session failed/);
        assert.equal(await fixture.core.policies.tellFailures(), 1);
        await shown(/^Breaker \(paper\) stopped: its session of 1 Feb 2024 failed\n/);
        await chat.presses('Show the policy');
        const card = await shown(
          /^Breaker \(BREAKER1\)[^]*\nThe session of 1 Feb 2024 failed\n.*\nTried 3 times\./,
        );
        assert.equal(labels(card)[0], '↻ Retry');
        await chat.presses('↻ Retry');
        await shown(/^Retry the session of 1 Feb 2024 of Breaker\?/);
        await chat.presses('✓ Retry');
        assert.match((await shown(/^Breaker rebalanced on 1 Feb 2024: 1 purchase/)).text, /By /);
        const { latest_cycle } = await fixture.core.policies.get(fixture.ownerId, id);
        assert.deepEqual([latest_cycle?.status, latest_cycle?.attempts], ['EXECUTED', 4]);
      },
    );

    told(
      'a failed session that was no rebalance is valued by a retry, which is no rebalance then',
      async () => {
        // Friday, 2 February, is a session between two rebalances.
        clock.at = new Date('2024-02-02T14:30:00.000Z');
        const { id } = await make('Valuer', 'VALUER01');
        const failed = await failCycle(id, '2024-02-02');
        await ask('/policies valuer retry');
        await chat.presses('✓ Retry');
        assert.match(
          (await shown(/^The session of 2 Feb 2024 of Valuer is valued/)).text,
          /\nIt was not a rebalance, so nothing was traded\.\nBy /,
        );
        const { state, latest_cycle } = await fixture.core.policies.get(fixture.ownerId, id);
        assert.deepEqual([state.date, latest_cycle], ['2024-02-02', null]);
        const { items } = await fixture.core.policies.books.cycles(fixture.ownerId, id, {});
        assert.deepEqual(
          items.map(({ cycle_id, status: ended, attempts, failure }) => [cycle_id, ended, attempts, failure]),
          [[failed, 'NOOP', 4, null]],
        );
        assert.doesNotMatch((await ask('/policies valuer')).text, /Last rebalance|failed/);
      },
    );

    if (transport === 'telegram')
      it('a viewer reads, and changes nothing', async () => {
        const { id } = await make('Watched', 'WATCHED1');
        const viewer = await fixture.person('telegram', { userId: 4343, role: 'viewer' });
        const card = await ask('/policies watched', viewer);
        assert.match(card.text, /^Watched \(WATCHED1\)/);
        assert.deepEqual(labels(card), ['All policies', '↻ Refresh']);
        assert.match((await ask('/policies watched pause', viewer)).text, /Only the portfolio owner/);
        assert.equal(await status(id), 'ACTIVE');
      });
  });
}
