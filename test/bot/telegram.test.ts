import assert from 'node:assert/strict';
import { createBot } from '../../bot/bot.ts';
import { startBot } from '../../bot/index.ts';
import { command } from '../../bot/command.ts';
import { createAccess } from '../../bot/access.ts';
import { holderOfBot } from '../support/bot-lock.ts';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';

describe('stack/grammY: Telegram over the wire', () => {
  let fixture: ChatFixture;
  let chat: LoopbackChat;
  beforeEach(async () => {
    fixture = await chatFixture({ isWired: true });
    chat = (await fixture.person('telegram')) as LoopbackChat;
    await chat.settled();
  });
  afterEach(() => fixture.close());
  const own = async () => (await chat.messages()).filter((message) => message.fromBot);

  it('publishes the menu and remembers the bot’s name for links', async () => {
    await eventually('the menu', () => fixture.api.commands.length > 0);
    assert.ok(fixture.api.commands.some(({ command: name }) => name === 'help'));
    await eventually('the name', async () => {
      const { deep_link } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId);
      return deep_link?.startsWith('https://t.me/munim_test_bot?start=');
    });
  });

  it('an update that is delivered again is handled once', async () => {
    const update = await chat.says('/help');
    await chat.reply();
    await chat.settled();
    const before = (await own()).length;
    await fixture.runtime.stop();
    fixture.api.redeliver(update);
    await fixture.restart();
    await chat.says('/cancel');
    assert.equal((await chat.reply()).text, 'There is nothing to cancel.');
    assert.equal((await own()).length, before + 1);
  });

  it('killed between the effect and its receipt, the press comes again and the effect has happened once', async () => {
    await chat.says('/add_transaction BUY TCS 10 3200 2024-01-05');
    await chat.reply();
    const press = await chat.presses('✓ Record');
    await chat.edited();
    await chat.settled();
    await fixture.runtime.stop();
    // As if the process had died right after the effect: no receipt, the button still open.
    await fixture.core.database.asSystem('undo what came after the effect', async (trx) => {
      await trx('chat.update_receipt').where({ update_id: press }).delete();
      await trx('chat.callback_record').update({ state: 'open', outcome: null });
    });
    fixture.api.redeliver(press);
    await fixture.restart();
    await chat.says('/cancel');
    assert.equal((await chat.reply()).text, 'There is nothing to cancel.');
    const { total } = await fixture.core.portfolio.transactions.list(fixture.ownerId, {});
    assert.equal(total, 1);
    assert.match((await own())[0]?.text ?? '', /^Recorded/);
  });

  it('another button of a message says nothing of what the first one did, and does nothing, whenever it is pressed', async () => {
    const reopened = async () =>
      await fixture.core.database.asSystem('as if killed right after the effect', (trx) =>
        trx('chat.callback_record').update({ state: 'open', outcome: null }),
      );
    const total = async () => (await fixture.core.portfolio.transactions.list(fixture.ownerId, {})).total;
    const toast = async () =>
      (await eventually('the press to be answered', () => fixture.api.answeredQueries.get(chat.lastQueryId)))
        .text;
    for (const [symbol, first, other, shown, recorded] of [
      ['TCS', '✓ Record', '✗ Cancel', /^Recorded/, 1],
      ['INFY', '✗ Cancel', '✓ Record', /^Not recorded/, 1],
    ] as const) {
      await chat.says(`/add_transaction BUY ${symbol} 10 3200 2024-01-05`);
      const question = await chat.reply();
      chat.pressesOn(question, first);
      assert.match((await chat.edited()).text, shown);
      await chat.settled();
      await reopened();
      chat.pressesOn(question, other);
      assert.match(await toast(), /Another button in this message was pressed first/);
      await chat.settled();
      const { text } = (await own()).find(({ id }) => id === question.id) ?? assert.fail();
      assert.match(text, shown);
      assert.equal(await total(), recorded);
    }
  });

  it('waits as long as the server asks, then sends', async () => {
    fixture.api.faults.plan('sendMessage', { kind: 'flood', retryAfter: 1 });
    const begun = performance.now();
    await chat.says('/cancel');
    assert.equal((await chat.reply()).text, 'There is nothing to cancel.');
    assert.ok(performance.now() - begun >= 990);
  });

  it('an edited command is answered anew, once for each edit; the moves of a shared location are no messages', async () => {
    await chat.says('/help frmat');
    assert.doesNotMatch((await chat.reply()).text, /^\/format /);
    const edit = chat.edits('/help format');
    assert.match((await chat.reply()).text, /^\/format /);
    await chat.settled();
    const before = (await own()).length;
    fixture.api.redeliver(edit);
    chat.movesLocation();
    await chat.settled();
    await chat.says('/cancel');
    assert.equal((await chat.reply()).text, 'There is nothing to cancel.');
    assert.equal((await own()).length, before + 1);
  });

  it('a file that Telegram no longer has is to be sent again', async () => {
    const GONE = 'Telegram no longer has this file. Send it again.';
    fixture.api.faults.plan('getFile', {
      kind: 'refused',
      description: 'Bad Request: wrong file_id or the file is temporarily unavailable',
    });
    await chat.sendsFile('trades.csv', Buffer.from('Symbol,Date\n'));
    assert.equal((await chat.reply()).text, GONE);
    // Its address is known, and there is nothing there any more.
    const { files } = fixture.api;
    const kept = files.set.bind(files);
    files.set = (id, file) => kept(id, { ...file, path: 'documents/gone' });
    const serve = files.values.bind(files);
    files.values = () => [].values() as ReturnType<typeof serve>;
    await chat.sendsFile('trades.csv', Buffer.from('Symbol,Date\n'));
    assert.equal((await chat.reply()).text, GONE);
  });

  it('a connection that breaks before the call is tried once more', async () => {
    fixture.api.faults.plan('sendMessage', { kind: 'drop' });
    await chat.says('/cancel');
    assert.equal((await chat.reply()).text, 'There is nothing to cancel.');
  });

  it('a connection that breaks after the call may tell a read twice, never an effect', async () => {
    await chat.says('/add_transaction BUY TCS 10 3200 2024-01-05');
    await chat.reply();
    fixture.api.faults.plan('editMessageText', { kind: 'accept_then_drop' });
    await chat.presses('✓ Record');
    await chat.edited();
    await chat.settled();
    assert.equal((await fixture.core.portfolio.transactions.list(fixture.ownerId, {})).total, 1);
    assert.equal((await own()).filter((message) => message.text.startsWith('Recorded')).length, 1);
  });

  it('a press that took too long to be answered still does its work', async () => {
    await chat.says('/format');
    const picker = await chat.reply();
    fixture.api.faults.plan('answerCallbackQuery', { kind: 'server_error' }, 10);
    fixture.api.openQueries.clear();
    chat.pressesOn(picker, 'compact');
    fixture.api.openQueries.clear();
    fixture.api.faults.clear();
    assert.match((await chat.edited()).text, /now short/);
  });

  it('polling survives server errors and dropped connections', async () => {
    fixture.api.faults.plan('getUpdates', { kind: 'drop' });
    await chat.says('/cancel');
    assert.equal((await chat.reply()).text, 'There is nothing to cancel.');
  });

  it('a second poller on the token is waited out, and the chat goes on', async () => {
    const response = await fetch(`${fixture.api.root}/bot${fixture.api.token}/getUpdates`, {
      method: 'POST',
      body: '{"timeout":1}',
      headers: { 'content-type': 'application/json' },
    });
    assert.ok(response.ok || response.status === 409);
    await chat.says('/cancel');
    assert.equal((await chat.reply()).text, 'There is nothing to cancel.');
  });

  it('stopping finishes the message in hand, and nothing is handled twice afterwards', async () => {
    await chat.says('/help');
    await eventually('the update to be taken', () =>
      fixture.api.calls.some((call) => call.method === 'getUpdates' && !fixture.api.polling),
    );
    await fixture.runtime.stop();
    const sent = (await own()).length;
    await fixture.restart();
    await chat.says('/cancel');
    await eventually('the answer', async () => (await own()).at(-1)?.text === 'There is nothing to cancel.');
    assert.ok((await own()).length <= sent + 2);
    assert.equal((await own()).filter((message) => message.text.startsWith('What I can do')).length, 1);
  });

  it('a second bot stands by, and takes over when the first is gone', async () => {
    const second = startBot(fixture.core, { pollSeconds: 20, backoffMs: 20 });
    await second.ready;
    assert.deepEqual(second.state(), { telegram: 'standby', local: 'standby' });
    assert.deepEqual(fixture.runtime.state(), { telegram: 'active', local: 'active' });
    await fixture.runtime.stop();
    await eventually(
      'the take-over',
      () => second.state().telegram === 'active' && second.state().local === 'active',
    );
    await chat.says('/cancel');
    assert.equal((await chat.reply()).text, 'There is nothing to cancel.');
    await second.stop();
  });

  it('the lock that is lost stops the bot, which then stands by and comes back', async () => {
    const pool = fixture.core.database.systemPool;
    const holder = holderOfBot('telegram');
    const { rows } = await pool.query<{ pid: number }>(`select pid, pg_terminate_backend(pid) ${holder}`);
    await eventually('another session to hold the lock', async () => {
      const now = await pool.query<{ pid: number }>(`select pid ${holder}`);
      return now.rows[0] !== undefined && now.rows[0].pid !== rows[0]?.pid;
    });
    await eventually(
      'the bot to come back',
      () => fixture.runtime.state().telegram === 'active' && fixture.api.polling,
    );
    await chat.says('/cancel');
    assert.equal((await chat.reply()).text, 'There is nothing to cancel.');
  });

  it('a command that fails is told in one sentence, without what only the log may know', async () => {
    await fixture.runtime.stop();
    const failing = command({
      name: 'fails',
      family: 'Chat',
      usage: '/fails',
      summary: 'Fails',
      examples: ['/fails'],
      arguments: {},
      changes: false,
      run: async () => {
        throw new Error('select secret from table');
      },
    });
    const bot = createBot({
      core: fixture.core,
      transport: 'telegram',
      access: createAccess(fixture.core.identity),
      token: fixture.api.token,
      client: { apiRoot: fixture.api.root },
      readFile: () => Promise.reject(new Error('no files here')),
      commands: [failing],
      paused: () => (paused ? 'The chat is switched off for the moment.' : null),
    });
    let paused = false;
    const running = bot.start({ timeout: 5 });
    await chat.says('/fails');
    const { text } = await chat.reply();
    assert.equal(text, 'Something went wrong on my side. Try again in a moment.');
    paused = true;
    await chat.says('/fails');
    assert.equal((await chat.reply()).text, 'The chat is switched off for the moment.');
    await bot.stop();
    await running;
  });

  it('a refused token is said once and tried no more; stopping does not wait for it', async () => {
    await fixture.runtime.stop();
    const config = { ...fixture.core.config, PORTFOLIO_CHAT_BOT_TOKEN: '1234567:another-token-entirely' };
    const before = fixture.api.refused;
    const bot = startBot({ ...fixture.core, config }, { pollSeconds: 1, backoffMs: 5 });
    await eventually('the refusal', () => fixture.api.refused > before);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.ok(fixture.api.refused - before <= 2);
    await bot.stop();
  });

  it('a server that hangs when the bot starts does not hold up the stop', async () => {
    await fixture.runtime.stop();
    fixture.api.faults.plan('getMe', { kind: 'hang' }, 5);
    const bot = startBot(fixture.core, { pollSeconds: 1, backoffMs: 5 });
    await eventually('the question', () => fixture.api.faults.pending < 5);
    await bot.stop();
    fixture.api.faults.clear();
  });
});
