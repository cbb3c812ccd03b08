import assert from 'node:assert/strict';
import { createLiveEdits } from '../../bot/live-edits.ts';
import { readsAsQuestion } from '../../bot/assistant-reply.ts';
import { answerText, shielded } from '../../bot/text/assistant.ts';
import { labels, type SeenMessage } from '../support/bot-api-messages.ts';
import { type ChatDriver, eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { says, scriptedLlm, type Step } from '../support/scripted-chain.ts';

describe('contract/Chat: /ask and plain words', () => {
  let llm = scriptedLlm();
  let fixture: ChatFixture;
  let chat: ChatDriver;
  before(async () => {
    fixture = await chatFixture({ llm: { chainFor: (owner, feature) => llm.chainFor(owner, feature) } });
    chat = await fixture.person('telegram');
    await fixture.core.portfolio.transactions.create(
      fixture.ownerId,
      {
        portfolio: 'Main',
        symbol: 'TCS',
        date: '2026-02-02',
        type: 'BUY',
        quantity: 10,
        price: 3000,
        currency: 'INR',
        asset_class: 'Indian Equity',
      },
      { actor: 'test' },
    );
  });
  after(() => fixture.close());
  const script = (...steps: Step[]) => (llm = scriptedLlm(...steps));
  const seen = new Set<number>();
  const shown = async (text: RegExp): Promise<SeenMessage> => {
    const message = await eventually(`a message like ${text}`, async () =>
      (await chat.messages()).find((one) => one.fromBot && !seen.has(one.id) && text.test(one.text)),
    );
    seen.add(message.id);
    return message;
  };

  it('research/What the service does 8: answers with sources and what it took; a suggestion is a button that runs the command', async () => {
    script(says('You paid ₹30,000 for TCS, and expect 99% [holdings].\nSUGGEST: /holding TCS'));
    await chat.says('/ask What did I pay for TCS?');
    const { text } = await shown(/You paid/);
    assert.match(text, /^You paid ₹30,000 for TCS, and expect 99% ⚠\.\n/);
    assert.match(text, /Not found in your records: 99%\./);
    assert.match(text, /Sources: Holdings \(\/holding\)/);
    // two calls of 1,050 tokens, the second for the repair
    assert.match(text, /scripted-1, 2,100 tokens, \$0\.0020/);
    await chat.presses('/holding TCS');
    await shown(/TCS[\s\S]*Main/);
  });

  it('research/Endpoints, ai-insight: /insight is one paragraph with sources, moment and cost, made once', async () => {
    script(says('TCS is all that you hold, for ₹30,000, up 99% [overview]. See https://evil.example'));
    await chat.says('/insight');
    const { text } = await shown(/^In words/);
    assert.match(text, /^In words\nTCS is all that you hold, for ₹30,000, up 99% ⚠\. See/);
    assert.match(text, /Not found in your records: 99%\./);
    assert.match(text, /Sources: Overview \(\/complete_status\)/);
    // two calls of 1,050 tokens, the second for the repair
    assert.match(text, /Written .* · scripted-1, 2,100 tokens, \$0\.0020/);
    const calls = llm.asked.length;
    await chat.says('explain my portfolio');
    await shown(/^In words/);
    assert.equal(llm.asked.length, calls);
  });

  it('/report offers the paragraph as a button, and asks nobody by itself', async () => {
    script(says('never'));
    await chat.says('/report');
    await shown(/^Report, /);
    assert.equal(llm.asked.length, 0);
    await chat.presses('In words');
    await shown(/^In words/);
  });

  it('/insight without a provider, with one that fails, and at the limit', async () => {
    script({ fails: 'COST_CAP', message: 'Today’s limit of $1.00 is reached.' });
    await fixture.core.portfolio.transactions.create(
      fixture.ownerId,
      {
        portfolio: 'Main',
        symbol: 'TCS',
        date: '2026-02-03',
        type: 'BUY',
        quantity: 1,
        price: 3000,
        currency: 'INR',
      },
      { actor: 'test' },
    );
    await chat.says('/insight');
    await shown(/limit of \$1\.00 is reached/);
    script({ fails: 'AUTH', message: 'provider_a: AUTH, the key was refused.' });
    await chat.says('/insight');
    await shown(/No AI provider answered.*the key was refused/);
    llm.isSetUp = false;
    await chat.says('/insight');
    await shown(/no AI provider is set up/);
    await chat.says('/report');
    assert.deepEqual(labels(await shown(/^Report, /)), []);
  });

  it('plain words that are a question go to the assistant; the chain is that of the linked user', async () => {
    script(says('Fine.'));
    await chat.says('what would an old friend say about my choices?');
    await shown(/^Fine\./);
    assert.deepEqual(llm.owners.at(-1)?.owner, { userId: fixture.ownerId });
    assert.equal(llm.asked.length, 1);
  });

  it('what may be a secret that came too late goes to no model', async () => {
    script(says('never'));
    for (const text of ['74829163', 'tTq8!kd0_Zx91-Lm+77aa/9Qe==', 'my pin is 4821']) {
      await chat.says(text);
      await shown(/^I did not understand that/);
    }
    assert.equal(llm.asked.length, 0);
    assert.equal(readsAsQuestion('the key is abcdef123456xyz'), false);
    assert.equal(readsAsQuestion('मेरा पोर्टफोलियो कैसा है'), true);
  });

  it('without a provider a friendly sentence offers the nearest commands', async () => {
    script(says('never'));
    llm.isSetUp = false;
    await chat.says('/ask How deep was my drawdown?');
    const { text } = await shown(/no AI provider/);
    assert.match(text, /settings/);
    await chat.says('what would an old friend say about my choices?');
    await shown(/^I did not understand that/);
  });

  it('an exhausted chain is told in the place of the answer', async () => {
    script({ fails: 'QUOTA', message: 'provider_a: QUOTA, the credit is used up.' });
    await chat.says('/ask Hello there?');
    await shown(/No AI provider answered.*the credit is used up/);
  });

  it('links, commands and names in an answer are text that nobody can tap', () => {
    const text = shielded(
      'See https://evil.example/x, evil.com, a@b.co, @bot, /sell_all now; ₹3,000.50 is fine.',
    );
    assert.deepEqual(
      text.rawEntities
        .filter(({ type }) => type === 'code')
        .map(({ offset, length }) => text.rawText.slice(offset, offset + length)),
      ['https://evil.example/x,', 'evil.com', 'a@b.co', '@bot', '/sell_all'],
    );
    assert.ok(!text.rawEntities.some(({ type }) => type !== 'code'));
  });

  it('what is unknown about the cost is said to be', () => {
    const usage = {
      provider: 'p',
      model: 'm',
      calls: 1,
      input_tokens: null,
      output_tokens: 1,
      cached_tokens: null,
      cost_usd: null,
    };
    const { rawText } = answerText({
      answer: 'Fine.',
      sources: [],
      suggestions: [],
      unverified: [],
      usage,
      degraded: null,
    });
    assert.equal(rawText, 'Fine.\n\nm, tokens unknown, cost unknown');
  });

  it('edits keep to a pace, are bounded, and a failed one does no harm', async () => {
    let at = 0;
    const edits: string[] = [];
    const live = createLiveEdits(
      async (text) => {
        edits.push(text);
        if (edits.length === 1) throw new Error('too many requests');
      },
      { everyMs: 1000, most: 2, now: () => at },
    );
    for (const piece of 'abcdefghij') {
      at += 300;
      live.tell(piece);
      await Promise.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await live.end();
    // due at 1,200 ms with the fourth piece, and 1,200 ms after that one
    assert.deepEqual(edits, ['abcd', 'abcdefgh']);
    live.tell('late');
    assert.equal(edits.length, 2);
  });
});
