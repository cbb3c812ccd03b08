import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import type { LoopbackChat } from '../support/bot-api-chat.ts';
import { LocalDriver } from '../support/local-chat-driver.ts';
import { plainProcess } from '../support/program.ts';

const PROGRAM = path.join(import.meta.dirname, '../support/bot-process.mjs');

interface BotProcess {
  child: ChildProcess;
  state(): string;
}

describe('architecture/Processes: a bot is killed and another takes over', () => {
  let fixture: ChatFixture;
  let running: BotProcess;
  const children: ChildProcess[] = [];
  before(async () => {
    fixture = await chatFixture();
    await fixture.runtime.stop();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await fixture.close();
  });

  const start = (): BotProcess => {
    const child = spawn(process.execPath, [...plainProcess(), PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATABASE_URL: fixture.database.url,
        DATABASE_APP_URL: fixture.database.appUrl,
        PORTFOLIO_CHAT_ENABLED: '1',
        PORTFOLIO_CHAT_BOT_TOKEN: fixture.api.token,
        TELEGRAM_API_ROOT: fixture.api.root,
        BROKER_SECRET_KEY: 'a phrase of tests, long enough',
      },
    });
    children.push(child);
    let last = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      last = chunk.toString('utf8').trim().split('\n').at(-1) ?? last;
    });
    return { child, state: () => last };
  };

  it('kill -9 after the effect and before the answer: the next bot answers, the effect happened once', async () => {
    const first = start();
    await eventually('the first bot', () => first.state() === 'active active');
    const second = start();
    await eventually('the second bot to stand by', () => second.state() === 'standby standby');

    const chat = fixture.api.chat({ userId: 4242 }) as LoopbackChat;
    const { code } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId);
    await chat.says(`/start ${code}`);
    await chat.reply();
    await chat.says('/add_transaction BUY TCS 10 3200 2024-01-05');
    await chat.reply();
    fixture.api.faults.plan('editMessageText', { kind: 'hang' });
    await chat.presses('✓ Record');
    await eventually('the bot to be told of the effect', () => fixture.api.faults.pending === 0);
    assert.equal((await fixture.core.portfolio.transactions.list(fixture.ownerId, {})).total, 1);
    first.child.kill('SIGKILL');

    await eventually('the take-over', () => second.state() === 'active active');
    assert.match((await chat.edited()).text, /^(Recorded|Already)/);
    await chat.settled();
    assert.equal((await fixture.core.portfolio.transactions.list(fixture.ownerId, {})).total, 1);

    const local = new LocalDriver(fixture.core, fixture.ownerId);
    await local.says('/cancel');
    assert.equal((await local.reply()).text, 'There is nothing to cancel.');
    running = second;
  });

  it('kill -9 while Telegram wants a chat left alone: the next bot answers what it was sent, in order and once', async () => {
    const held = async () =>
      (await fixture.core.database.systemPool.query('select from chat.held_updates')).rowCount ?? 0;
    const chat = fixture.api.chat({ userId: 4242 }) as LoopbackChat;
    const other = fixture.api.chat({ userId: 4343 }) as LoopbackChat;
    const { code } = await fixture.core.identity.chats.createLinkCode(fixture.ownerId);
    await other.says(`/start ${code}`);
    await other.reply();
    const before = (await chat.messages()).filter(({ fromBot }) => fromBot).length;
    fixture.api.faults.plan('sendMessage', { kind: 'flood', retryAfter: 30 }, 1, 4242);
    await chat.says('/help holding');
    await chat.says('/cancel');
    await other.says('/cancel');
    assert.equal((await other.reply()).text, 'There is nothing to cancel.');
    await eventually('both to be written down', async () => (await held()) === 2);
    // Telegram has forgotten them by now.
    await eventually('polling to go on', () => fixture.api.polling);
    assert.equal((await chat.messages()).filter(({ fromBot }) => fromBot).length, before);
    running.child.kill('SIGKILL');

    const next = start();
    await eventually('the next bot', () => next.state() === 'active active');
    await chat.settled();
    const texts = (await chat.messages()).filter(({ fromBot }) => fromBot).slice(before);
    assert.deepEqual(
      texts.map(({ text }) => text.split(' ')[0]),
      ['/holding', 'There'],
    );
    const gone = new Promise((resolve) => next.child.once('exit', (status) => resolve(status)));
    next.child.kill('SIGTERM');
    assert.equal(await gone, 0);
  });
});
