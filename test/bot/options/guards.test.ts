import assert from 'node:assert/strict';
import { brokerIs, margin, mismatch, modeIs, OPEN_AT, openTrade } from '../../support/guards-world.ts';
import { labels } from '../../support/bot-api-messages.ts';
import type { ChatDriver } from '../../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../../support/chat-fixture.ts';
import { heldClock } from '../../support/core.ts';
import { closedTrade, type OptionsWorld } from '../../support/options-world.ts';
import { inTurn } from '../../support/soak.ts';

for (const transport of ['telegram', 'local'] as const) {
  describe(`portfolio/Chat-messaging commands: guards of options over ${transport}`, () => {
    const told = inTurn(transport);
    let fixture: ChatFixture;
    let chat: ChatDriver;
    let world: OptionsWorld;
    const clock = heldClock(OPEN_AT);
    before(async () => {
      fixture = await chatFixture({ clock });
      chat = await fixture.person(transport);
      const { core, ownerId: owner } = fixture;
      world = { core, owner, take } as unknown as OptionsWorld;
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

    told('without records it says how to connect a process', async () => {
      for (const words of ['/envelope', '/safety', '/risk options'])
        assert.match((await ask(words)).text, /^Your options workspace is empty\n.*ingest-token/, words);
      assert.match((await ask('/positions')).text, /^No open trades\n/);
      assert.match((await ask('/confirm_recon')).text, /^There is nothing to confirm/);
      assert.match((await ask('/resume_envelope')).text, /is THROTTLED, so there is nothing to resume/);
      assert.ok(!labels(await ask('/risk')).includes('Options risk'));
    });

    describe('with a process that trades', () => {
      before(async () => {
        await modeIs(world, 'LIVE');
        await brokerIs(world, 'OK');
        await take(
          margin(100_000, 900_000),
          openTrade('IC-1', {
            last: 90,
            estimated_exit_costs: 20,
            margin_used: 62_000,
            state: 'EXPIRY_APPROACH',
          }),
          openTrade('IC-2', { last: null, mode: 'DRY_RUN', max_loss: null }),
        );
      });

      told('/envelope and /risk options have the limits with their numbers', async () => {
        const { text } = await ask('/envelope');
        assert.match(
          text,
          /^Risk envelope: OPEN\nStrategies may enter with money\.\nSince 15 Jun 2026, 11:30 IST\n/,
        );
        assert.match(
          text,
          /Lost today: ₹0\.00 of ₹10,000\.00\nOpen risk: ₹1,000\.00 of ₹50,000\.00\nMargin in use: 10% of 80%\nLosses in a row: 0 of 4/,
        );
        assert.match(
          (await ask('/risk options')).text,
          /^Risk of your options workspace\n[^]*Risk envelope: OPEN\./,
        );
        assert.ok(labels(await ask('/risk')).includes('Options risk'));
        await fixture.core.portfolio.portfolios.create(
          fixture.ownerId,
          { name: 'Options', base_currency: 'INR' },
          { actor: 'test' },
        );
        assert.match(
          (await ask('/risk options')).text,
          /^"options" could be a portfolio or a workspace\. Name it: portfolio=options\./,
        );
        assert.match(
          (await ask('/risk workspace=options Options')).text,
          /^The options workspace is not part of Options\./,
        );
      });

      told('/positions has each trade with its result, or why that is not known', async () => {
        const { text } = await ask('/positions');
        assert.match(text, /^2 open trades\n\nIC-1 · short_put · NIFTY · LIVE\nExpiry approach, opened/);
        assert.match(
          text,
          /Unrealised \+₹730\.00 net: \+₹750\.00 less ₹20\.00 to close\nMargin ₹62,000\.00, largest loss ₹1,000\.00/,
        );
        assert.match(text, /net unknown \(A price is missing for NIFTY26JUN24000PE\)/);
        assert.match(text, /largest loss unknown \(The largest loss was not reported, or has no limit\)/);
      });

      told(
        '/confirm_recon shows what differs, asks first, and /safety says what it keeps from entering',
        async () => {
          const found = mismatch();
          await take(found);
          const card = await ask('/safety');
          assert.match(card.text, /1 mismatch to confirm: \/confirm_recon/);
          assert.match(card.text, /short_put, LIVE: may not enter\n {2}A mismatch with kite/);
          assert.match(
            (await ask('/confirm_recon')).text,
            /^Mismatch with kite, 15 Jun 2026, 11:30 IST\nNIFTY26JUN24000PE: your process has −75, the broker −150/,
          );
          await chat.presses('✓ It is settled');
          assert.match((await chat.edited()).text, /^The mismatch with kite is confirmed\.\nBy /);
          assert.match((await ask('/safety')).text, /short_put, LIVE: may enter/);
          assert.match((await ask(`/confirm_recon ${found.id}`)).text, /^There is no open mismatch named/);
        },
      );

      told('/resume_envelope asks first, and ends no halt that nobody was asked about', async () => {
        const { envelope } = fixture.core.options;
        await take(closedTrade('lost', OPEN_AT, { exit: 300, strategy: 'another' }));
        const halted = await ask('/envelope');
        assert.match(halted.text, /^Risk envelope: HALTED\n[^]*Lost today: ₹15,050 of ₹10,000/);
        assert.ok(labels(halted).includes('Resume…'));
        assert.match((await ask('/resume_envelope')).text, /^Resume the risk envelope\?\n/);
        await envelope.resume(fixture.ownerId, null, { actor: 'api:owner' });
        clock.pass(1);
        await take(
          closedTrade('lost again', clock.now().toISOString(), {
            exit: 300,
            strategy: 'another',
            tag: 'again',
          }),
        );
        await chat.presses('✓ Resume');
        assert.match((await chat.edited()).text, /has changed since/);
        await ask('/resume_envelope');
        await chat.presses('✓ Resume');
        assert.match((await chat.edited()).text, /^The risk envelope is OPEN again\.\nBy /);
        assert.equal((await envelope.read(fixture.ownerId)).state, 'OPEN');
      });
    });
  });
}
