import assert from 'node:assert/strict';
import { MESSAGE_LIMIT } from '../../bot/text/split.ts';
import { type PrintReport, UnprintedReport } from '../../core/research/pdf/index.ts';
import { labels, type SeenMessage } from '../support/bot-api-messages.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { heldClock } from '../support/core.ts';
import { publication } from '../support/publication.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../support/scripted-evidence.ts';
import { storeBaseline } from '../support/stored-dossier.ts';
import { LEGACY_REPORT, storeResearch, type StoredResearch } from '../support/stored-research.ts';

const OWNER_BUTTONS = [
  'PDF',
  'Why this rating',
  'Bull and bear',
  'Sections',
  'Facts',
  'Sources',
  'Pin as baseline…',
  '↻ Refresh',
  'Ask again',
  'All research',
];
/** Two stages are done, and one waits. */
const UNDER_WAY = [
  { stage: 'LEDGER', status: 'COMPLETED' },
  { stage: 'BULL_CASE', status: 'COMPLETED', model: 'a-model', costUsd: 0.05 },
  { stage: 'COMMITTEE', status: 'PENDING' },
];
const PDF = Buffer.from('%PDF-1.7 a report');

describe('reports of research in the chat', () => {
  let fixture: ChatFixture;
  let asha: LoopbackChat;
  let ravi: LoopbackChat;
  let shares: Record<string, string>;
  /** Stands for the printer. */
  const printing: { asked: string[]; fails: Error | null; bytes: Uint8Array } = {
    asked: [],
    fails: null,
    bytes: PDF,
  };
  const print: PrintReport = ({ run_id }) => {
    printing.asked.push(run_id);
    return printing.fails === null ? Promise.resolve(printing.bytes) : Promise.reject(printing.fails);
  };
  const pin = async (run: string, at: string): Promise<void> =>
    void (await storeBaseline(fixture.core, run, {
      owner: fixture.ownerId,
      instrumentId: shares['KAVERI'] ?? '',
      at: new Date(at),
    }));
  /** Runs that were ever pinned, in order. */
  const pinned = async (): Promise<string[]> => {
    const { rows } = await fixture.core.database.systemPool.query<{ run_id: string }>(
      'select run_id from research.ai_thesis_baselines order by id',
    );
    return rows.map(({ run_id }) => `ai-${run_id}`);
  };

  const active = async (): Promise<string[]> => {
    const { rows } = await fixture.core.database.systemPool.query<{ run_id: string }>(
      'select run_id from research.ai_thesis_baselines where is_active order by id',
    );
    return rows.map(({ run_id }) => `ai-${run_id}`);
  };

  before(async () => {
    fixture = await chatFixture({
      clock: heldClock('2026-03-02T06:00:00.000Z'),
      environment: { ...RESEARCH_ON },
      research: { ...scriptedResearch(script()), print },
    });
    shares = await registerForResearch(fixture.core);
    asha = (await fixture.person('telegram')) as LoopbackChat;
    ravi = (await fixture.person('telegram', { userId: 4343, role: 'viewer' })) as LoopbackChat;
  });
  after(() => fixture.close());
  beforeEach(async () => {
    Object.assign(printing, { asked: [], fails: null, bytes: PDF });
    await fixture.core.database.systemPool.query('delete from research.ai_research_runs');
  });

  const store = async (given: StoredResearch = {}, owner = fixture.ownerId) =>
    await storeResearch(fixture.core, owner, shares['KAVERI'] ?? '', given);
  const ask = async (chat: LoopbackChat, text: string) => {
    await chat.says(text);
    return await chat.reply();
  };
  const press = async (chat: LoopbackChat, message: SeenMessage, label: string) => {
    chat.pressesOn(message, label);
    await chat.settled();
  };
  const answerTo = async (chat: LoopbackChat, message: SeenMessage, label: string) => {
    await press(chat, message, label);
    return await chat.reply();
  };
  const toast = (chat: LoopbackChat) => fixture.api.answeredQueries.get(chat.lastQueryId)?.text ?? '';

  it('a card of a report: what it decides, in words, and what can be done with it', async () => {
    const id = await store({
      stages: [{ stage: 'EDITOR', status: 'COMPLETED', model: 'a-model', costUsd: 0.18 }],
    });
    const card = await ask(asha, `/research ${id}`);
    assert.match(
      card.text,
      /^Research of Kaveri Flowtech Limited\nai-\d+, KAVERI, current: completed\nCoverage: 100% .*\nQA: PASS\n\nRating: Overweight\nAction: Add\n/,
    );
    assert.match(card.text, /\nCost: \$0\.18 at list prices\n\nAdvisory only; not advice to trade\.\n/);
    assert.deepEqual(labels(card), OWNER_BUTTONS);
  });

  it('every part behind the card is a message of its own, and the card stays', async () => {
    const id = await store();
    const card = await ask(asha, `/research ${id}`);
    const expected: Record<string, RegExp> = {
      'Why this rating':
        /Thesis\nOrders grow and debt is low\.[\s\S]*Why not another rating\nNot BUY, because/,
      'Bull and bear':
        /For\n• Revenue grows\.\n {3}Verified: Revenue from operations, FY2026, ₹1,120 crore \(filing\)\n\nAgainst\n/,
      Sections:
        /Revenue and profit\nCovered, required, by filing\nRevenue was ₹1,120 crore[\s\S]*Segments\n• Pumps \(68% of revenue\): The core\.[\s\S]*Peers\n• DEEP, Deep Pumps: Hold, 1 year unknown\. Same customers\./,
      Facts: /Claims and what they rest on\n• Revenue was ₹1,120 crore in FY2026\.\n {3}Verified: Revenue/,
      Sources: /• Results of March 2026\. NSE, filing, 21 May 2026/,
    };
    for (const [label, pattern] of Object.entries(expected)) {
      const part = await answerTo(asha, card, label);
      assert.match(part.text, pattern);
      assert.match(part.text, new RegExp(`^${label}: Kaveri Flowtech Limited, ${id}\nCoverage: 100%`));
    }
    const now = (await asha.messages()).find((one) => one.id === card.id);
    assert.equal(now?.text, card.text);
  });

  it('a draft says so in its first lines wherever it is read, its file included', async () => {
    const id = await store({ status: 'REVIEW_REQUIRED', required_pct: 50 });
    const card = await ask(asha, `/research ${id}`);
    assert.match(card.text, /draft, not approved\nDRAFT - NOT APPROVED FOR PUBLICATION\nCoverage: /);
    assert.ok(!labels(card).includes('Pin as baseline…'));
    assert.match(
      (await answerTo(asha, card, 'Facts')).text,
      /^Facts: .*\nDRAFT - NOT APPROVED FOR PUBLICATION\n/,
    );
    const file = await answerTo(asha, card, 'PDF');
    assert.equal(file.text, `Kaveri Flowtech Limited, ${id}\nDRAFT - NOT APPROVED FOR PUBLICATION`);
  });

  it('the PDF is a document with its own name, under it what it is', async () => {
    const id = await store();
    const { document, text } = await ask(asha, `/research ${id} pdf`);
    assert.deepEqual([document?.name, document?.bytes.toString()], [`KAVERI-${id}.pdf`, PDF.toString()]);
    assert.equal(text, `Kaveri Flowtech Limited, ${id}`);
    // Who only reads may have it too, and by the share: that of its latest report.
    const again = await ask(ravi, '/research kaveri pdf');
    assert.equal(again.document?.name, `KAVERI-${id}.pdf`);
    assert.deepEqual(printing.asked, [id]);
  });

  it('a PDF that cannot be made is told in a sentence, and the card stays', async () => {
    const id = await store({ status: 'PARTIAL', error: 'The PDF could not be made: no such font.' });
    const card = await ask(asha, `/research ${id}`);
    assert.match(card.text, /: report without PDF\n[\s\S]*\nThe PDF could not be made: no such font\.\n/);
    printing.fails = new UnprintedReport('TOO_SLOW', 'The report took too long to print. Try again.');
    const told = await answerTo(asha, card, 'PDF');
    assert.deepEqual([told.document, told.text], [null, 'The report took too long to print. Try again.']);
    printing.fails = null;
    assert.equal((await answerTo(asha, card, 'PDF')).document?.name, `KAVERI-${id}.pdf`);
    const unprintable = await store({ report: { sections: [] } });
    assert.match((await ask(asha, `/research ${unprintable} pdf`)).text, /section/);
    for (const [bytes, words] of [
      [new Uint8Array(), /came out empty.*The dashboard has the whole report\.$/],
      [new Uint8Array(50 * 1024 * 1024 + 1), /too large for a chat/],
    ] as const) {
      printing.bytes = bytes;
      assert.match((await ask(asha, `/research ${await store()} pdf`)).text, words);
    }
  });

  it('a run without a report has no parts: that is said, and its card is one press away', async () => {
    const id = await store({
      status: 'FAILED',
      report: null,
      error: 'No evidence was found.',
    });
    const told = await ask(asha, `/research ${id} pdf`);
    assert.equal(told.text, `${id} has no report. Its status: failed.`);
    const card = await answerTo(asha, told, 'Open card');
    assert.match(card.text, /: failed\n[\s\S]*\nNo evidence was found\.\n/);
    assert.deepEqual(labels(card), ['↻ Refresh', 'Ask again', 'All research']);
    assert.deepEqual(printing.asked, []);
  });

  it('a report of the first version has two parts; one that does not keep to its form has none and is not shown', async () => {
    const older = await store({ report: { payload: LEGACY_REPORT } });
    const card = await ask(asha, `/research ${older}`);
    assert.match(card.text, /\nRating: Hold\n[\s\S]*Growth at Kaveri Ltd\. slows to 3\.5% next year\.\n/);
    assert.deepEqual(labels(card).slice(0, 3), ['PDF', 'Why this rating', 'Bull and bear']);
    assert.ok(!labels(card).includes('Facts'));
    assert.match((await ask(asha, `/research ${older} facts`)).text, /first version and has no part "Facts"/);
    const broken = await store({ report: { payload: { ...publication(), surprise: 'BUY NOW' } } });
    const text = (await ask(asha, `/research ${broken}`)).text;
    assert.match(text, /stored report cannot be read/);
    assert.doesNotMatch(text, /BUY NOW|Rating/);
  });

  it('pinning asks first, happens once however often it is pressed, and replaces the one before', async () => {
    const before = await store({ created_at: '2026-02-01T06:00:00.000Z' });
    await pin(before, '2026-02-01T06:00:00.000Z');
    const id = await store();
    const card = await ask(asha, `/research ${id}`);
    const question = await answerTo(asha, card, 'Pin as baseline…');
    assert.match(
      question.text,
      new RegExp(`^Pin ${id} as the baseline of KAVERI\\?\n.*\nIt replaces ${before}, pinned 1 Feb 2026\\.$`),
    );
    assert.deepEqual(await pinned(), [before]);
    await press(asha, question, '✓ Pin as baseline');
    await press(asha, question, '✓ Pin as baseline');
    assert.match(toast(asha), /^Already answered: ai-\d+ is the baseline now/);
    assert.deepEqual(await pinned(), [before, id]);
    const shown = (await asha.messages()).find((one) => one.id === question.id);
    assert.match(shown?.text ?? '', /is the baseline now\. .*\nBy Asha, 2 Mar 2026, 11:30 IST\.$/);
    await press(asha, card, '↻ Refresh');
    const fresh = (await asha.messages()).find((one) => one.id === card.id);
    assert.match(fresh?.text ?? '', /\nThis is the baseline of KAVERI, pinned /);
    assert.ok(fresh !== undefined && !labels(fresh).includes('Pin as baseline…'));
    assert.match((await ask(asha, `/research ${id} pin`)).text, /is the baseline of KAVERI already/);
  });

  it('unpinning asks first, happens once however often it is pressed, and leaves what can be pinned again', async () => {
    const id = await store();
    await pin(id, '2026-02-01T06:00:00.000Z');
    const card = await ask(asha, `/research ${id}`);
    assert.deepEqual(
      labels(card),
      OWNER_BUTTONS.map((label) => (label === 'Pin as baseline…' ? 'Unpin…' : label)),
    );
    const question = await answerTo(asha, card, 'Unpin…');
    assert.equal(
      question.text,
      `Unpin ${id}, the baseline of KAVERI since 1 Feb 2026?\nLater runs are not compared with it any more. What was compared with it stays.`,
    );
    assert.deepEqual(await active(), [id]);
    await press(asha, question, '✓ Unpin');
    await press(asha, question, '✓ Unpin');
    assert.match(toast(asha), /^Already answered: ai-\d+ is no longer the baseline/);
    assert.deepEqual(await active(), []);
    const shown = (await asha.messages()).find((one) => one.id === question.id);
    assert.match(
      shown?.text ?? '',
      /^ai-\d+ is no longer the baseline\. Later runs .* not compared with it\.\nBy Asha, 2 Mar 2026, 11:30 IST\.$/,
    );
    await press(asha, card, '↻ Refresh');
    const fresh = (await asha.messages()).find((one) => one.id === card.id);
    assert.ok(fresh !== undefined && labels(fresh).includes('Pin as baseline…'));
    assert.match(fresh.text, /\nBaseline: none is pinned\.\n/);
  });

  it('there is nothing to unpin of what was never pinned, is pinned no longer, or was unpinned meanwhile', async () => {
    const [first, second] = [await store(), await store()];
    const words = async (text: string): Promise<string> => (await ask(asha, text)).text;
    assert.equal(
      await words('/research KAVERI unpin'),
      'KAVERI has no baseline, so there is nothing to unpin.',
    );
    assert.equal(
      await words(`/research ${first} unpin`),
      `${first} was never pinned as the baseline of KAVERI. KAVERI has no baseline now.`,
    );
    await pin(first, '2026-02-01T06:00:00.000Z');
    await pin(second, '2026-02-03T06:00:00.000Z');
    assert.equal(
      await words(`/research ${first} unpin`),
      `${first} has not been the baseline of KAVERI since 3 Feb 2026. The baseline is ${second}.`,
    );
    // By the share it is whichever run is pinned.
    const question = await ask(asha, '/research KAVERI unpin');
    assert.match(question.text, new RegExp(`^Unpin ${second}, the baseline of KAVERI since 3 Feb 2026\\?`));
    await fixture.core.research.thesis.clearBaseline(fixture.ownerId, second, { actor: 'test' });
    await press(asha, question, '✓ Unpin');
    const told = (await asha.messages()).find((one) => one.id === question.id);
    assert.equal(
      told?.text,
      `${second} was replaced or unpinned before, 2 Mar 2026, 11:30 IST. Nothing was changed.`,
    );
    await pin(first, '2026-02-04T06:00:00.000Z');
    const asked = await ask(asha, `/research ${first} unpin`);
    await press(asha, asked, '✗ No');
    assert.deepEqual(await active(), [first]);
    // Who only reads is offered nothing and told why.
    assert.ok(!labels(await ask(ravi, `/research ${first}`)).includes('Unpin…'));
    assert.match(
      (await ask(ravi, `/research ${first} unpin`)).text,
      /^Only the portfolio owner can unpin a baseline\./,
    );
  });

  it('research/States and transitions rules 6: only a COMPLETED run is pinned, also where it changed in between', async () => {
    const draft = await store({ status: 'REVIEW_REQUIRED' });
    assert.match(
      (await ask(asha, `/research ${draft} pin`)).text,
      /^Only completed research can be pinned as a baseline\. The status of ai-\d+: draft, not approved\.$/,
    );
    const id = await store();
    const question = await ask(asha, `/research ${id} pin`);
    await fixture.core.database.systemPool.query(`update research.ai_research_runs set status = 'PARTIAL'`);
    await press(asha, question, '✓ Pin as baseline');
    const told = (await asha.messages()).find((one) => one.id === question.id);
    assert.match(
      told?.text ?? '',
      /^Run is PARTIAL; only COMPLETED runs can be pinned as a baseline\. .*Nothing was changed\.$/,
    );
    assert.deepEqual(await pinned(), []);
  });

  it('“No” pins nothing, and the other button of the question does nothing any more', async () => {
    const question = await ask(asha, `/research ${await store()} pin`);
    await press(asha, question, '✗ No');
    await press(asha, question, '✓ Pin as baseline');
    assert.match(toast(asha), /^Already answered: Nothing was pinned/);
    assert.deepEqual(await pinned(), []);
  });

  it('a viewer reads all of it, is offered nothing that changes something, and cannot press it either', async () => {
    const id = await store();
    const card = await ask(ravi, `/research ${id}`);
    assert.deepEqual(
      labels(card),
      OWNER_BUTTONS.filter((label) => !['Pin as baseline…', 'Ask again'].includes(label)),
    );
    assert.match((await answerTo(ravi, card, 'Bull and bear')).text, /For\n• Revenue grows\./);
    assert.match(
      (await ask(ravi, `/research ${id} pin`)).text,
      /^Only the portfolio owner can pin a baseline\./,
    );
    const asked = await ask(ravi, '/research KAVERI');
    assert.match(asked.text, /^Only the portfolio owner can start research\./);
    assert.deepEqual(labels(asked), [`Newest: ${id}, completed`]);
    // The owner's question with its data, pressed by the viewer from the chat of the viewer.
    const question = await ask(asha, `/research ${id} pin`);
    const data = question.keyboard
      .flat()
      .flatMap((one) => ('callback_data' in one ? [one.callback_data] : []));
    ravi.pressesData({ ...card }, data[0] ?? '');
    await ravi.settled();
    assert.match(toast(ravi), /^This button has expired/);
    for (const forged of [
      data[0]?.replace(/\d+$/, '9'),
      data[0]?.replace(/:[\w-]{8}:/, ':AAAAAAAA:'),
      'pin',
    ]) {
      asha.pressesData(question, forged ?? '');
      await asha.settled();
      assert.match(toast(asha), /^This button has expired/);
    }
    assert.deepEqual(await pinned(), []);
  });

  it('research of somebody else is not there: no card, no part, no file, no pin', async () => {
    const { rows } = await fixture.core.database.systemPool.query<{ id: string }>(
      `insert into identity.users (login, name, created_at) values ('stranger', 'Stranger', now()) returning id`,
    );
    const theirs = await store({}, rows[0]?.id ?? '');
    for (const words of ['', ' pdf', ' why', ' pin', ' unpin'])
      assert.match((await ask(asha, `/research ${theirs}${words}`)).text, /not found|no such|There is no/i);
    assert.match((await ask(asha, '/research')).text, /^AI research\nNo research yet\. /);
    assert.equal(
      (await ask(asha, '/research kaveri latest')).text,
      'There is no research of KAVERI yet. To ask for it, send /research KAVERI.',
    );
    assert.deepEqual(printing.asked, []);
  });

  it('the list comes in pages, and one of a share alone; a run in it opens in its place', async () => {
    const ids: string[] = [];
    for (let nr = 0; nr < 10; nr += 1) ids.push(await store());
    await storeResearch(fixture.core, fixture.ownerId, shares['GONE'] ?? '', { symbol: 'GONE' });
    const list = await ask(asha, '/research');
    assert.match(list.text, /^AI research\nGONE\b.*\nai-\d+, completed, 2 Mar 2026\nKAVERI/);
    assert.match(list.text, /\n1 to 8 of 11$/);
    await press(asha, list, 'Next ▶ (2/2)');
    const second = (await asha.messages()).find((one) => one.id === list.id);
    assert.match(second?.text ?? '', /\n9 to 11 of 11$/);
    const own = await ask(asha, '/research kaveri list');
    assert.match(own.text, /^AI research of KAVERI\n/);
    assert.match(own.text, /\n1 to 8 of 10$/);
    await press(asha, own, `${ids.at(-1)} KAVERI, completed`);
    const card = (await asha.messages()).find((one) => one.id === own.id);
    assert.match(card?.text ?? '', /^Research of Kaveri Flowtech Limited\n/);
    // A page of a list that has become shorter since.
    await fixture.core.database.systemPool.query('delete from research.ai_research_runs');
    await press(asha, list, 'Next ▶ (2/2)');
    const empty = (await asha.messages()).find((one) => one.id === list.id);
    assert.match(empty?.text ?? '', /No research yet\./);
  });

  it('words that are no part, and more of them, are answered with how to ask', async () => {
    const id = await store();
    assert.match((await ask(asha, `/research ${id} pfd`)).text, /is not one of .*Did you mean pdf\?/);
    assert.match((await ask(asha, `/research ${id} list`)).text, /goes with a symbol/);
    assert.match((await ask(asha, `/research ${id} pdf now`)).text, /"now" is not part of this command/);
    assert.match((await ask(asha, '/research ai-999999999999999999')).text, /not found|no such|There is no/i);
    assert.match((await ask(asha, `/research ${'x'.repeat(3_000)}`)).text, /does not look like a symbol/);
  });

  it('hostile words of a report stay words: no markup, no links, no commands, one message', async () => {
    const nasty = '<b>bold</b> **b** [x](tg://user?id=1) /clear @asha https://evil.example/?q=1 '.repeat(20);
    const id = await store({
      name: '<i>Kaveri</i> /start',
      report: {
        why_this_rating: null,
        thesis: `${'w'.repeat(5_000)} ${nasty}`,
        bull: Array.from({ length: 30 }, () => ({ statement: nasty, claim_ids: [] })),
        catalysts: Array.from({ length: 30 }, () => nasty),
      },
    });
    const card = await ask(asha, `/research ${id}`);
    assert.match(card.text, /^Research of <i>Kaveri<\/i> \/start\n/);
    assert.deepEqual(card.entities[0], { type: 'code', offset: 0, length: card.text.indexOf('\n') });
    assert.match(card.text, /• <b>bold<\/b> \*\*b\*\* \[x\]\(tg:/);
    assert.ok(card.entities.every(({ type }) => ['bold', 'code'].includes(type)));
    assert.ok(labels(card).includes('PDF'));
  });

  it('a part that is longer than a message comes in several, in order and whole', async () => {
    const statement = 'Orders grew in every one of the last five years, and the book is full. '.repeat(4);
    const bear = Array.from({ length: 30 }, (_, nr) => ({
      statement: `${nr + 1}: ${statement}`,
      claim_ids: [],
    }));
    const id = await store({ report: { bear } });
    await asha.says(`/research ${id} cases`);
    await asha.settled();
    const pieces: string[] = [];
    for (let text = ''; !text.includes('• 30: '); pieces.push(text)) text = (await asha.reply()).text;
    assert.ok(pieces.length >= 2);
    assert.ok(pieces.every((piece) => piece.length <= MESSAGE_LIMIT));
    const whole = pieces.join('\n');
    for (let nr = 1; nr <= 30; nr += 1) assert.ok(whole.includes(`• ${nr}: Orders grew`), String(nr));
  });

  it('a part that nobody would scroll through comes as a file', async () => {
    const bear = Array.from({ length: 60 }, (_, nr) => ({
      statement: `${nr}: ${'x '.repeat(290)}`,
      claim_ids: [],
    }));
    const id = await store({ report: { bear } });
    const head = await ask(asha, `/research ${id} cases`);
    assert.match(head.text, /The full reply is in the file\.$/);
    const { document } = await asha.reply();
    assert.match(document?.bytes.toString() ?? '', /• 59: x x/);
  });

  it('plain words: what research says of a share is its latest report; asking for research asks first', async () => {
    const id = await store();
    await store({ status: 'FAILED', report: null, error: 'No evidence was found.' });
    const { portfolio } = fixture.core;
    await portfolio.transactions.create(
      fixture.ownerId,
      {
        portfolio: 'Main',
        symbol: 'KAVERI',
        date: '2026-02-02',
        type: 'BUY',
        quantity: 1,
        price: 10,
        currency: 'INR',
      },
      { actor: 'test' },
    );
    const said = await ask(asha, 'what does the research say about kaveri');
    assert.match(
      said.text,
      new RegExp(`^/research KAVERI latest\nResearch of Kaveri Flowtech Limited\n${id}, `),
    );
    assert.match((await ask(asha, 'research kaveri')).text, /^\/research KAVERI\nResearch KAVERI\?/);
    const file = await ask(asha, 'kaveri dossier as pdf');
    assert.equal(file.document?.name, `KAVERI-${id}.pdf`);
  });

  it('plain words: what research says of a company that is neither held, watched nor listed, and of one without any', async () => {
    const of = { symbol: 'TAPTI', name: 'Tapti Works Limited' };
    const { rows } = await fixture.core.database.systemPool.query<{ id: string }>(
      `insert into identity.users (login, name, created_at) values ('other', 'Other', now()) returning id`,
    );
    const words = async (text: string): Promise<string> => (await ask(asha, text)).text;
    await store(of, rows[0]?.id ?? '');
    // That of somebody else is nobody's here.
    const none =
      '/research TAPTI latest\nThere is no research of TAPTI yet. To ask for it, send /research TAPTI.';
    const said = await ask(asha, 'what does the research say about tapti');
    assert.equal(said.text, none);
    assert.deepEqual(labels(said), ['Research TAPTI…']);
    assert.equal(
      await words('what does the research say about tapti blacksmith foundry'),
      'There is no research of a company by that name yet. To ask for it, send /research and its symbol, such as /research TCS.',
    );
    assert.match(
      (await ask(ravi, 'what does the research say about tapti')).text,
      /There is no research of TAPTI yet\. Only the portfolio owner can start research\./,
    );
    const id = await store(of);
    for (const name of ['tapti', 'tapti works'])
      assert.match(
        await words(`what does the research say about ${name}`),
        new RegExp(`^/research TAPTI latest\nResearch of Tapti Works Limited\n${id}, `),
      );
    const running = await store({
      ...of,
      symbol: 'SINDHU',
      name: 'Sindhu Mills',
      status: 'FAILED',
      report: null,
    });
    assert.match(
      await words('what did the research find on sindhu mills'),
      new RegExp(`^/research SINDHU latest\nResearch of Sindhu Mills\n${running}, `),
    );
  });

  it('a run that is under way: its stage and cost; “Refresh” goes on with it, and a restart leaves it standing', async () => {
    const id = await store({
      status: 'running',
      report: null,
      stages: UNDER_WAY,
    });
    const card = await ask(asha, `/research ${id}`);
    assert.match(card.text, /under way\n/);
    assert.match(card.text, /\nCost so far: \$0\.05 of at most \$1\.00, at list prices\n/);
    assert.deepEqual(labels(card), ['↻ Refresh', 'Cancel it']);
    await fixture.restart();
    await press(asha, card, '↻ Refresh');
    await fixture.core.database.systemPool.query(
      `update research.ai_research_runs set status = 'CANCELLED', finished_at = updated_at`,
    );
    await press(asha, card, '↻ Refresh');
    await eventually('the end of the run', async () =>
      (await asha.messages()).find((one) => one.id === card.id && /: cancelled\n/.test(one.text)),
    );
  });
});
