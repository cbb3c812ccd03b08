import assert from 'node:assert/strict';
import { type ChatDriver, eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';
import { gate } from '../support/gate.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON, type Script, script, scriptedResearch } from '../support/scripted-evidence.ts';
import { inTurn } from '../support/soak.ts';

const NEVER = new AbortController().signal;

for (const transport of ['telegram', 'local'] as const) {
  describe(`AI research over ${transport}`, () => {
    const told = inTurn(transport);
    const evidence: Script = script();
    let fixture: ChatFixture;
    let chat: ChatDriver;
    before(async () => {
      fixture = await chatFixture({
        clock: heldClock('2026-03-02T06:00:00.000Z'),
        environment: { ...RESEARCH_ON },
        research: scriptedResearch(evidence),
      });
      await registerForResearch(fixture.core);
      chat = await fixture.person(transport);
    });
    after(() => fixture.close());
    const ends = async () =>
      (await chat.messages()).filter(({ text }) => /: the report is not approved\n/.test(text));
    /** Waits until that many runs were told to have ended. */
    const ended = async (count: number) =>
      await eventually(`${count} ends of runs`, async () => {
        const all = await ends();
        return all.length >= count ? all : null;
      });
    const ask = async (text: string) => {
      await chat.says(text);
      return await chat.reply();
    };

    it('/research SYMBOL asks first, and its card follows the run to what it found and lacks', async () => {
      assert.match(
        (await ask('/research KAVERI')).text,
        /^Research KAVERI\?\n.*\n• Only what is kept: asks no source.*\nNo model is set up for research, .*costs nothing\..*\n0 of 25 runs/,
      );
      const held = gate();
      evidence.before = async (what) => (what === 'nse_archive' ? await held.pass() : undefined);
      await chat.presses('✓ Ask the sources');
      const working = (async () => {
        for (;;)
          if (await fixture.core.research.worker.next(NEVER)) return;
          else await new Promise((resolve) => setTimeout(resolve, 10));
      })();
      await held.reached;
      const card = async (wanted: RegExp) =>
        await eventually(`a card that says ${wanted}`, async () =>
          (await chat.messages()).find(({ text }) => wanted.test(text)),
        );
      await card(/under way\nStage 3 of \d+: Prices of NSE\n/);
      held.open();
      await working;
      const { text } = await card(/: draft, not approved\n/);
      assert.match(text, /^Research of Kaveri Flowtech Limited\nai-\d+, KAVERI, current/);
      assert.match(text, /\nDRAFT - NOT APPROVED FOR PUBLICATION\nCoverage: 0% of what a report needs\n/);
      assert.match(text, /Gaps\n• Revenue of five years: No filing was found\. Import/);
      assert.match(text, /\nNo model was asked: the report rests on the facts alone\.\n/);
      assert.match(text, /\/research\/ai\/ai-\d+/);
      await chat.settled();
      await ended(1);
    });

    told(
      'a restart in between: the end of a run comes as a message of its own, once, with what to do next',
      async () => {
        const before = (await ends()).length;
        await ask('/research KAVERI');
        const held = gate();
        evidence.before = async (what) => (what === 'nse_archive' ? await held.pass() : undefined);
        await chat.presses('✓ Only what is kept');
        const working = (async () => {
          while (!(await fixture.core.research.worker.next(NEVER)))
            await new Promise((resolve) => setTimeout(resolve, 10));
        })();
        await held.reached;
        // Whoever followed the card is gone with the process.
        await fixture.restart();
        held.open();
        await working;
        const { text } = (await ended(before + 1)).at(-1) ?? assert.fail();
        assert.match(
          text,
          /^Research of Kaveri Flowtech Limited: the report is not approved\nThe report is complete but not approved: .*\nRating of the draft: Not rated\. .*\nCoverage: 0% of what a report needs/,
        );
        assert.match(text, /• Revenue of five years: No filing was found\. Import/);
        assert.match(
          text,
          /Next: add the missing evidence named above, then ask again with \/research KAVERI\./,
        );
        await chat.presses('Open card');
        await eventually('the card', async () =>
          (await chat.messages())
            .filter(({ text: one }) => /KAVERI, offline: draft, not approved/.test(one))
            .at(0),
        );
        await fixture.restart();
        await chat.settled();
        assert.equal((await ends()).length, before + 1);
      },
    );

    told('what is refused is told with what to do; the list shows the runs', async () => {
      await ask('/research FUNDONE');
      await chat.presses('✓ Only what is kept');
      await eventually('the refusal', async () =>
        (await chat.messages()).find(({ text }) => /is a mutual fund.*one of the shares/.test(text)),
      );
      await chat.says('/research');
      await eventually('the list', async () =>
        (await chat.messages()).find(({ text }) => text.startsWith('AI research\n')),
      );
    });
  });
}
