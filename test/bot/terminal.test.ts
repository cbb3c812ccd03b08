import assert from 'node:assert/strict';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pathIn } from '../../bot/terminal-view.ts';
import { runTerminal } from '../../bot/terminal.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';

describe('contract/Command line: npm run chat', () => {
  let fixture: ChatFixture;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'munim-chat-'));
    fixture = await chatFixture({ environment: { DATA_DIR: folder } });
  });
  after(async () => {
    await fixture.close();
    await rm(folder, { recursive: true, force: true });
  });

  const talk = async (...lines: string[]): Promise<{ code: number; said: string }> => {
    const output = new PassThrough();
    const chunks: string[] = [];
    output.on('data', (chunk: Buffer) => chunks.push(chunk.toString('utf8')));
    const code = await runTerminal(fixture.core, {
      input: Readable.from(lines.map((line) => `${line}\n`)),
      output,
    });
    return { code, said: chunks.join('') };
  };

  it('piped lines are answered one after the other by the bot that runs', async () => {
    const { code, said } = await talk('/cancel', '/complete_status', '/quit', '/help');
    assert.equal(code, 0);
    assert.match(said, /There is nothing to cancel\.\n\nYou have no records yet\./);
    assert.doesNotMatch(said, /What I can do/);
  });

  it('buttons are numbered choices, and a pressed message is shown as it became', async () => {
    const { said } = await talk('/format', '1', '/format', '2');
    assert.match(said, /Which one\?.*\n1\) compact {3}2\) detailed/s);
    assert.match(said, /\(edited message\)\nAnswers in this chat are now short/);
    assert.match(said, /Answers in this chat are now detailed/);
  });

  it('a path sends the file, which is previewed and imported by a choice', async () => {
    const file = path.join(folder, 'my trades.csv');
    await writeFile(
      file,
      'Symbol,Date,Type,Quantity,Price,Currency,Asset_Class,Portfolio\nTCS,2024-01-05,BUY,10,3200,INR,Indian Equity,Growth\n',
    );
    const { code, said } = await talk(file.replaceAll(' ', '\\ '), '1');
    assert.match(said, /my trades\.csv\n.*1 row of transactions\n1 row can be imported/);
    assert.match(said, /Imported\n1 row/);
    assert.equal(code, 0);
    const { total } = await fixture.core.portfolio.transactions.list(fixture.ownerId, {});
    assert.equal(total, 1);
  });

  it('a picture is saved and its path printed', async () => {
    const row = {
      portfolio: 'Main',
      symbol: 'TCS',
      asset_class: 'Indian Equity',
      currency: 'INR',
      quantity: 10,
      avg_buy_price: 3000,
      current_price: 3300,
    };
    await fixture.core.portfolio.holdings.create(fixture.ownerId, row, { actor: 'test' });
    const { said } = await talk('/chart allocation');
    const saved = /\[picture\] (\S+\.png)/.exec(said)?.[1] ?? '';
    assert.ok(saved.startsWith(path.join(folder, 'chat')), said);
    await access(saved);
  });

  it('a file that is not there, and a login that nobody has, are said', async () => {
    const { code, said } = await talk('./nothing-here.csv');
    assert.equal(code, 1);
    assert.match(said, /There is no file \.\/nothing-here\.csv/);
    const output = new PassThrough();
    assert.equal(await runTerminal(fixture.core, { login: 'nobody', input: Readable.from([]), output }), 2);
  });

  it('answers by itself where no bot runs', async () => {
    await fixture.runtime.stop();
    const { code, said } = await talk('/cancel');
    assert.equal(code, 0);
    assert.match(said, /There is nothing to cancel\./);
  });

  it('paths are read as terminals give them; commands are no paths', () => {
    assert.equal(pathIn("'/home/asha/my trades.csv'", '/home/asha'), '/home/asha/my trades.csv');
    assert.equal(pathIn('/home/asha/my\\ trades.csv ', '/home/asha'), '/home/asha/my trades.csv');
    assert.equal(pathIn('file:///home/asha/my%20trades.csv', '/home/asha'), '/home/asha/my trades.csv');
    assert.equal(pathIn('~/trades.csv', '/home/asha'), '/home/asha/trades.csv');
    assert.equal(pathIn('trades.csv', '/home/asha'), 'trades.csv');
    assert.equal(pathIn('good morning', '/home/asha'), null);
    assert.equal(pathIn('/help holding', '/home/asha'), '/help holding');
  });
});
