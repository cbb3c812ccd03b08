import assert from 'node:assert/strict';
import { labels, type SeenMessage } from '../support/bot-api-messages.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';
import { gate } from '../support/gate.ts';
import { reportWorld, type ReportWorld, researchOf } from '../support/report-world.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';

const NEVER = new AbortController().signal;

describe('a run of research with models, from the question in the chat to the push at its end', () => {
  const scripted: ReportWorld = reportWorld();
  let fixture: ChatFixture;
  let asha: LoopbackChat;
  before(async () => {
    fixture = await chatFixture({
      clock: heldClock('2026-10-01T04:00:00.000Z'),
      environment: { ...RESEARCH_ON },
      research: researchOf(scripted),
    });
    await registerForResearch(fixture.core);
    asha = (await fixture.person('telegram')) as LoopbackChat;
  });
  after(() => fixture.close());
  beforeEach(async () => {
    Object.assign(scripted, reportWorld());
    await fixture.core.database.systemPool.query('delete from research.ai_research_runs');
    await fixture.core.database.systemPool.query('delete from research.ai_research_stage_cache');
  });

  const question = async () => {
    const said = new Set((await asha.messages()).map(({ id }) => id));
    await asha.says('/research KAVERI');
    return await eventually('the question', async () =>
      (await asha.messages()).find(({ id, text }) => !said.has(id) && text.startsWith('Research KAVERI?')),
    );
  };
  const runs = async () => (await fixture.core.research.runs.list(fixture.ownerId, { page_size: 50 })).items;
  const work = async () => {
    await eventually('a run in the queue', async () =>
      (await runs()).some(({ status }) => status === 'queued'),
    );
    assert.equal(await fixture.core.research.worker.next(NEVER), true);
  };
  const shown = async (message: SeenMessage, wanted: RegExp) =>
    await eventually(`a card that says ${wanted}`, async () =>
      (await asha.messages()).find(({ id, text }) => id === message.id && wanted.test(text)),
    );
  const pushes = async () =>
    (await asha.messages()).filter(
      ({ text, fromBot }) => fromBot && text.startsWith('Research of Kaveri Flowtech Limited: '),
    );

  it('what it asks and costs is told before; a double press starts one run; the card becomes the report, and the push has it once', async () => {
    const asked = await question();
    assert.match(
      asked.text,
      /\nIt asks scripted-1 about eighteen times, which takes a few minutes\. A run costs at most \$1\.00 at list prices\.\nModels get the share, its market prices and what was published[^\n]* Nothing of what you own of it is sent\.\n0 of 25 runs of today are used\.\n\nAI research is not in your menus\. Show it from now on\?$/,
    );
    asha.pressesOn(asked, '✓ Ask the sources');
    asha.pressesOn(asked, '✓ Ask the sources');
    asha.pressesOn(asked, '✓ Only what is kept');
    const held = gate();
    scripted.models.before = async (stage) => (stage === 'COMMITTEE' ? await held.pass() : undefined);
    const working = work();
    await held.reached;
    const running = await shown(asked, /\nStage \d+ of \d+: Rating\n/);
    // Sixteen calls of $0.01 came before the committee.
    assert.match(running.text, /\nCost so far: \$0\.16 of at most \$1\.00, at list prices\n/);
    assert.deepEqual(labels(running), ['↻ Refresh', 'Cancel it']);
    held.open();
    await working;
    const card = await shown(asked, /: completed\n/);
    assert.match(card.text, /\nRating: Overweight\nAction: Add\nConfidence: 60%\n/);
    assert.match(card.text, /\nCost: \$0\.18 at list prices\n/);
    await asha.settled();
    assert.equal((await runs()).length, 1);
    const [push] = await eventually('the push', async () => {
      const all = await pushes();
      return all.length > 0 ? all : null;
    });
    assert.match(
      push?.text ?? '',
      /: the report is ready\nRating: Overweight\. Action: Add, confidence 60%\.\nCoverage: 100% of .*\nRevenue grew 17\.9% in FY2026\.\n/,
    );
    assert.ok(push !== undefined);
    assert.deepEqual(labels(push), ['Open card', 'PDF']);
    await fixture.restart();
    await asha.settled();
    assert.equal((await pushes()).length, 1);
    // The next one is told what the last one took.
    assert.match((await question()).text, /The last run took 1 min and cost \$0\.18\./);
  });

  it('cancelled between two stages: no model is asked any more, and card and push say that it was cancelled', async () => {
    const before = (await pushes()).length;
    const asked = await question();
    const held = gate();
    scripted.told.before = async (what) => (what === 'LEDGER' ? await held.pass() : undefined);
    asha.pressesOn(asked, '✓ Ask the sources');
    const working = work();
    await held.reached;
    const running = await shown(asked, /\nStage 2 of \d+: Facts\n/);
    asha.pressesOn(running, 'Cancel it');
    asha.pressesOn(running, 'Cancel it');
    await eventually('the wish to cancel', async () => (await runs()).every((run) => run.cancel_requested));
    held.open();
    await working;
    const card = await shown(asked, /: cancelled\n/);
    assert.deepEqual(labels(card), ['↻ Refresh', 'Ask again', 'All research']);
    assert.deepEqual(scripted.models.asked, []);
    const told = await eventually('the push', async () => (await pushes())[before]);
    assert.equal(
      told.text,
      'Research of Kaveri Flowtech Limited: it was cancelled\nTo ask again, send /research KAVERI.',
    );
    assert.deepEqual(labels(told), ['Open card']);
  });

  it('a PDF that could not be printed: the report is there, and card and push say why', async () => {
    const before = (await pushes()).length;
    scripted.unprinted = 'a font has no such character';
    asha.pressesOn(await question(), '✓ Ask the sources');
    await work();
    const told = await eventually('the push', async () => (await pushes())[before]);
    assert.match(
      told.text,
      /: the report is ready, but not as a PDF\nRating of the draft: Overweight\.[\s\S]*\nThe PDF could not be made: a font has no such character\n/,
    );
    asha.pressesOn(told, 'Open card');
    const card = await eventually('the card', async () =>
      (await asha.messages()).findLast(({ text }) => /: report without PDF\nDRAFT - NOT APPROVED/.test(text)),
    );
    assert.ok(labels(card).includes('PDF'));
  });

  it('a restart in the middle: the card stays as it was, “Refresh” goes on with it, and the end is told once', async () => {
    const before = (await pushes()).length;
    const asked = await question();
    const held = gate();
    scripted.told.before = async (what) => (what === 'LEDGER' ? await held.pass() : undefined);
    asha.pressesOn(asked, '✓ Ask the sources');
    const working = work();
    await held.reached;
    const running = await shown(asked, /\nStage 2 of \d+: Facts\n/);
    await fixture.restart();
    asha.pressesOn(running, '↻ Refresh');
    // A second one takes the first one's place.
    asha.pressesOn(running, '↻ Refresh');
    held.open();
    await working;
    await shown(asked, /: completed\n/);
    await eventually('the push', async () => (await pushes())[before]);
    await fixture.restart();
    await asha.settled();
    assert.equal((await pushes()).length, before + 1);
  });
});
