import assert from 'node:assert/strict';
import { labels } from '../../support/bot-api-messages.ts';
import type { ChatDriver } from '../../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../../support/chat-fixture.ts';
import { heldClock } from '../../support/core.ts';
import { closedTrade, freshId } from '../../support/options-world.ts';
import { inTurn } from '../../support/soak.ts';

const NOW = '2026-06-15T10:00:00.000Z';

for (const transport of ['telegram', 'local'] as const) {
  describe(`portfolio/Chat-messaging commands: the journal of options over ${transport}`, () => {
    const told = inTurn(transport);
    let fixture: ChatFixture;
    let chat: ChatDriver;
    const clock = heldClock(NOW);
    before(async () => {
      fixture = await chatFixture({ clock });
      chat = await fixture.person(transport);
    });
    after(() => fixture.close());
    const ask = async (text: string) => {
      await chat.says(text);
      return await chat.reply();
    };
    const take = async (...records: object[]) => {
      const { rejected } = await fixture.core.options.ingest(fixture.ownerId, records);
      assert.deepEqual(rejected, []);
    };
    const noteOf = async (tag: string) =>
      (await fixture.core.options.journal.read(fixture.ownerId, { tag })).operator_notes;

    told('without data it says how trades come into it', async () => {
      assert.match((await ask('/journal')).text, /^The journal is empty\n.*ingest-token/);
      assert.match((await ask('/explain_signal')).text, /^No signal in the latest 30 days/);
      assert.match((await ask('/note IC-1 good')).text, /^There is no trade IC-1 in the journal/);
    });

    describe('with data', () => {
      before(async () => {
        const signal = (at: string, strategy: string, more: object) => ({
          id: freshId('signal'),
          kind: 'signal',
          at,
          mode: 'DRY_RUN',
          strategy,
          underlying: 'NIFTY',
          ...more,
        });
        await take(
          closedTrade('IC-20260611-1', '2026-06-11T05:00:00Z', { exit: 112 }),
          closedTrade('IC-20260612-1', '2026-06-12T05:00:00Z', {
            opened_at: '2026-06-12T04:00:00Z',
            mfe: 1_000,
            mae: -200,
            regime: { name: 'RANGE' },
          }),
          closedTrade('NOTED-7', '2026-05-12T05:00:00Z'),
          closedTrade('NOTED-8', '2026-05-12T04:00:00Z'),
          signal('2026-06-15T04:00:00Z', 'iron_condor', {
            outcome: 'FILTERED',
            reason: 'IV_RANK_LOW',
            detail: 'IV rank 18, needs 30',
            regime: { name: 'RANGE_LOW_VOL' },
            rejected_strategies: [{ strategy: 'short_strangle', reason: 'margin above limit', score: 0.41 }],
          }),
          signal('2026-06-15T03:50:00Z', 'short_put', { outcome: 'EXECUTED', tag: 'IC-20260612-1' }),
        );
        await fixture.core.options.journal.saveNotes(
          fixture.ownerId,
          { tag: 'IC-20260611-1' },
          'Too early.',
          {
            actor: 'test',
          },
        );
        await fixture.core.options.journal.saveNotes(
          fixture.ownerId,
          { tag: 'NOTED-8' },
          'Held through the event.',
          {
            actor: 'test',
          },
        );
      });

      told('/journal lists the latest, with their notes marked, in 32 columns', async () => {
        const list = await ask('/journal');
        assert.match(
          list.text,
          /^4 trades\nTrade +Net\nIC-20260612-1 +\+₹700\.00\n✎IC-20260611-1 +−₹950\.00\nNOTED-7 +\+₹700\.00\n✎?NOTED-8 +\+₹700\.00\n✎ has a note/,
        );
        for (const line of list.text.split('\n').slice(1, 6)) assert.ok(line.length <= 32, line);
        assert.deepEqual(labels(list).slice(0, 2), ['IC-20260612-1', 'IC-20260611-1']);
      });

      told('/journal TAG tells the whole story, and an unknown tag offers the nearest', async () => {
        const { text } = await ask('/journal IC-20260612-1');
        assert.match(
          text,
          /^IC-20260612-1 · short_put on NIFTY\nLIVE, closed 12 Jun 2026, 10:30 IST for profit target\n/,
        );
        assert.match(text, /Net \+₹700\.00\nGross \+₹750\.00, costs ₹50\.00/);
        assert.match(text, /made ₹700\.00 net of ₹50\.00 costs, 6\.7% of the gross result, after 1 h/);
        assert.match(text, /Sell 75 NIFTY26JUN24000PE: ₹100\.00 → ₹90\.00, \+₹750\.00/);
        assert.match(text, /Time \(theta\) +unknown/);
        assert.match(text, /Rest +\+₹750\.00/);
        assert.match(text, /Best \+₹1,000\.00, worst −₹200\.00\nShare of the best point kept: 75\.0%/);
        assert.match(text, /No note yet\. Add one: \/note IC-20260612-1/);
        const wrong = await ask('/journal IC-20260612-2');
        assert.match(wrong.text, /no trade IC-20260612-2 in the journal\. Did you mean IC-20260612-1/);
        await chat.presses('IC-20260612-1');
        assert.match((await chat.reply()).text, /^IC-20260612-1 · short_put/);
      });

      told('/note saves a note that its first line shows, and Undo takes it back', async () => {
        const saved = await ask('/note NOTED-7 Held through the event.');
        assert.match(saved.text, /^Note saved: Held through the event\.\nTrade NOTED-7\n/);
        assert.equal(await noteOf('NOTED-7'), 'Held through the event.');
        await ask('/note NOTED-7 Better.');
        await chat.presses('↶ Undo');
        assert.match((await chat.edited()).text, /^Note saved: Held through the event\./);
        assert.equal(await noteOf('NOTED-7'), 'Held through the event.');
        assert.match((await ask('/note NOTED-7')).text, /What text\? It is missing\./);
        assert.match((await ask(`/note NOTED-7 ${'x'.repeat(4_001)}`)).text, /at most 4,000 characters/);
      });

      told('/note TAG - asks before it deletes, and the deletion can be undone', async () => {
        const question = await ask('/note NOTED-8 -');
        assert.match(question.text, /^Delete your note on NOTED-8\?\nHeld through the event\./);
        assert.equal(await noteOf('NOTED-8'), 'Held through the event.');
        await chat.presses('✓ Delete');
        assert.match((await chat.edited()).text, /^Note on NOTED-8 deleted/);
        assert.equal(await noteOf('NOTED-8'), null);
        clock.pass(1);
        await chat.presses('↶ Undo');
        assert.match((await chat.edited()).text, /^Note saved: Held through the event\./);
      });

      told('trades of two modes under one tag are told apart, and a note asks whose it is', async () => {
        await take(
          closedTrade('IC-20260614-1', '2026-06-14T05:00:00Z', { exit: 112 }),
          closedTrade('IC-20260614-1', '2026-06-14T05:10:00Z', { mode: 'SHADOW' }),
        );
        assert.deepEqual(labels(await ask('/journal')).slice(0, 2), [
          'SHADOW IC-20260614-1',
          'LIVE IC-20260614-1',
        ]);
        assert.match((await ask('/journal IC-20260614-1')).text, /\nLIVE, closed/);
        await chat.presses('The SHADOW trade');
        assert.match((await chat.reply()).text, /\nSHADOW, closed/);
        assert.match((await ask('/journal IC-20260614-1 live')).text, /\nLIVE, closed/);
        const which = await ask('/note IC-20260614-1 Only rehearsed.');
        assert.match(which.text, /^2 trades have the tag IC-20260614-1\nWhose note is it\?/);
        await chat.presses('SHADOW');
        assert.match((await chat.edited()).text, /^Note saved: Only rehearsed\./);
        const { journal } = fixture.core.options;
        const notes = await Promise.all(
          (['LIVE', 'SHADOW'] as const).map(
            async (mode) =>
              (await journal.read(fixture.ownerId, { tag: 'IC-20260614-1', mode })).operator_notes,
          ),
        );
        assert.deepEqual(notes, [null, 'Only rehearsed.']);
      });

      told('/explain_signal tells the outcome, the reason, the regime and what was rejected', async () => {
        assert.match(
          (await ask('/explain_signal')).text,
          /^iron_condor on NIFTY: was rejected\n15 Jun 2026, 09:30 IST, DRY_RUN\nReason: iv rank low \(IV rank 18, needs 30\)\nRegime: RANGE_LOW_VOL\n\nRejected strategies\nshort_strangle: margin above limit, score 0\.41/,
        );
        const other = await ask('/explain_signal Short_put');
        assert.match(
          other.text,
          /^short_put on NIFTY: was traded\n[^]*Regime: unknown \(not reported\)[^]*None were reported/,
        );
        assert.ok(labels(other).includes('Show the trade'));
        assert.match(
          (await ask('/explain_signal short_pot')).text,
          /No signal of "short_pot".*Did you mean short_put\?/,
        );
      });
    });
  });
}

describe('portfolio/Chat-messaging commands: who may write notes', () => {
  let fixture: ChatFixture;
  before(async () => (fixture = await chatFixture()));
  after(() => fixture.close());

  it('somebody who only reads may read the journal, and write no note', async () => {
    const chat = await fixture.person('telegram', { userId: 4343, role: 'viewer' });
    await chat.says('/journal');
    assert.match((await chat.reply()).text, /^The journal is empty/);
    await chat.says('/note IC-1 mine');
    assert.match((await chat.reply()).text, /Only the portfolio owner/);
  });
});
