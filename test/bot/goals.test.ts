import assert from 'node:assert/strict';
import { goalsText, goalText } from '../../bot/text/goals.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';
import { sampled, type Transport } from '../support/soak.ts';

const by = { actor: 'test' };

for (const transport of sampled<readonly Transport[]>(['telegram'], ['telegram', 'local'])) {
  describe(`contract/Chat over ${transport}: goals and SIP plans`, () => {
    let fixture: ChatFixture;
    let chat: ChatDriver;
    before(async () => {
      fixture = await chatFixture({ clock: heldClock('2026-03-02T06:00:00.000Z') });
      chat = await fixture.person(transport);
    });
    after(() => fixture.close());
    const ask = async (text: string) => {
      await chat.says(text);
      return await chat.reply();
    };

    it('portfolio/Chat-messaging commands: without any, each command says how to begin', async () => {
      assert.match((await ask('/goals')).text, /No goals yet/);
      assert.match((await ask('/sips')).text, /No SIP plans yet/);
      assert.match((await ask('/sip')).text, /no SIP plans yet/);
    });

    it('portfolio/Chat-messaging commands: /goals, /sips and /sip', async () => {
      const { core, ownerId } = fixture;
      const goal = await core.goals.goals.create(
        ownerId,
        {
          name: 'House',
          type: 'CORPUS',
          target_corpus: 120_000,
          target_date: '2027-03-02',
          expected_return_pct: 0,
        },
        by,
      );
      const plan = await core.goals.sips.create(
        ownerId,
        { name: 'Index fund', amount: 4000, frequency: 'monthly', start_date: '2026-01-05', step_up_pct: 10 },
        by,
      );
      await core.goals.links.put(
        ownerId,
        goal.id,
        { link_type: 'SIP', link_id: plan.id, percentage: 100 },
        by,
      );

      // ten payments of 4,000 up to December, then two of 4,400: 48,800 of 120,000; 71,200 / 12 are missing a month
      const list = await ask('/goals');
      assert.match(list.text, /House\n₹1,20,000 by 2 Mar 2027 · 0\.0% · behind/);
      assert.match(list.text, /expected ₹48,800 of ₹1,20,000; ₹5,933 more a month would reach it/);
      const one = await ask('/goals house');
      assert.match(one.text, /Expected by then ₹48,800\.00 at 0% a year/);
      assert.match(one.text, /Planned ₹4,000\.00 a month/);
      assert.match(one.text, /Probability unknown/);
      assert.match(one.text, /100\.0% of the plan Index fund/);
      assert.ok(one.photo, 'a picture of the fan');

      assert.match(
        (await ask('/sips')).text,
        /Index fund\n₹4,000\.00 a month, 10% more each year\nnext 5 Mar 2026: ₹4,000\.00/,
      );
      const schedule = (await ask('/sip Index fund')).text;
      assert.match(schedule, /counts towards House \(100\.0%\)/);
      assert.match(schedule, /5 Jan 2027 +₹4,400\.00 +step up/);
      assert.match((await ask('/sip Index fand')).text, /Did you mean Index fund/);
      assert.match((await ask('/goals Hose')).text, /Did you mean House/);

      const read = await core.goals.goals.get(ownerId, goal.id);
      const { freshness } = await core.portfolio.dashboard.read(ownerId);
      const age_message = 'Prices of 29 Aug 2025, 6 months old';
      const old = { ...read, progress: { ...read.progress, freshness: { ...freshness, age_message } } };
      for (const { text } of [goalsText([old], { from: 0, total: 1 }), goalText(old)])
        assert.match(text, /^Prices of 29 Aug 2025, 6 months old\.$/m, 'the age of prices, not of the goal');
    });

    it('portfolio/Chat-messaging commands: many goals and plans come page by page', async () => {
      const { core, ownerId } = fixture;
      for (let n = 10; n < 22; n += 1) {
        const goal = { name: `Goal ${n}`, type: 'INCOME', target_monthly_income: n };
        await core.goals.goals.create(ownerId, goal, by);
        const plan = { name: `Plan ${n}`, amount: n, frequency: 'monthly', start_date: '2026-01-05' };
        await core.goals.sips.create(ownerId, plan, by);
      }
      for (const [command, last] of [
        ['/goals', /Goal 21\n/],
        ['/sips', /Plan 21\n/],
      ] as const) {
        const first = await ask(command);
        assert.match(first.text, /1 to 10 of 13$/);
        assert.doesNotMatch(first.text, last);
        await chat.presses('Next ▶ (2/2)');
        const second = (await chat.edited()).text;
        assert.match(second, /11 to 13 of 13$/);
        assert.match(second, last);
      }
    });
  });
}
