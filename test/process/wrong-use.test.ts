import assert from 'node:assert/strict';
import { COMMANDS } from '../../core/command-line/command-table.ts';
import type { Doors } from '../../core/command-line/index.ts';
import { MunimFamily } from '../support/munim-process.ts';

/** Words that a command refuses before it reads any setting. */
const WRONG: readonly (readonly [command: string, ...words: string[]])[] = [
  ['start', 'cook'],
  ['login-code', 'one', 'two'],
  ['add-person'],
  ['backup', '--check'],
  ['backup', '--list', 'x'],
  ['backup', '--all'],
  ['backup', 'a', 'b'],
  ['restore'],
  ['rotate-broker-key', 'now'],
  ['import-prices'],
  ['import-prices', 'a.csv', '--everything'],
  ['ingest'],
  ['ingest', 'a.jsonl', 'b.jsonl'],
  ['ingest-token'],
  ['evaluate'],
];

/** What the help of a command says beyond its usage. */
const HELP: Readonly<Record<string, readonly string[]>> = {
  backup: ['--list', '--check'],
  'import-prices': ['bhavcopies', '--symbol', '--register', '--replace', '--dry-run', 'PURPOSE'],
  ingest: ['--follow', 'ingest/schema'],
  evaluate: [
    ...'--left --right --tier --seed --output --judges institutional risk_balance'.split(' '),
    '3  there is no verdict',
  ],
};

describe('contract/Command line: wrong use of main.ts', function () {
  this.timeout(600_000);
  let family: MunimFamily;
  before(async () => {
    family = await MunimFamily.open();
  });
  after(() => family.close());

  it('a wrong setting ends with code 2, its name and what is allowed, and never its value', async () => {
    const { code, output, errors } = await family.run(['start'], {
      settings: { PORT: 'eighty', LOG_LEVEL: 'loud', PORTFOLIO_CHAT_BOT_TOKEN: 'my-secret-token' },
    });
    assert.equal(code, 2);
    assert.equal(output, '');
    assert.match(errors, /PORT must be a whole number from 0 to 65535\./);
    assert.match(errors, /LOG_LEVEL must be trace, debug, info, warn, error or silent\./);
    assert.match(errors, /PORTFOLIO_CHAT_BOT_TOKEN must be digits, a colon and the secret part/);
    assert.match(errors, /\.env\.example/);
    assert.doesNotMatch(errors, /eighty|loud|my-secret-token/);
  });

  it('an unknown command and too many arguments end with code 2 and the usage', async () => {
    const [command, words] = await Promise.all([
      family.run(['sell-everything']),
      family.run(['login-code', 'one', 'two']),
    ]);
    assert.deepEqual([command.code, command.output, words.code, words.output], [2, '', 2, '']);
    assert.match(command.errors, /There is no command "sell-everything"\./);
    for (const name of Object.keys(COMMANDS))
      assert.match(command.errors, new RegExp(`npm (run )?${name}\\b`));
    assert.match(words.errors, /^Usage: npm run login-code/);
  });

  it('every command refuses words that make no sense', async () => {
    const said: string[] = [];
    const says = { say: (text: string) => said.push(text), complain: (text: string) => said.push(text) };
    const doors = { roles: {}, chat: () => assert.fail('a chat was opened') } as unknown as Doors;
    // Whoever goes on to the settings all the same gets no further.
    const { PORT } = process.env;
    process.env['PORT'] = 'none';
    try {
      for (const [name, ...words] of WRONG)
        assert.equal(await COMMANDS[name]?.run(words, says, doors), null, [name, ...words].join(' '));
    } finally {
      if (PORT === undefined) Reflect.deleteProperty(process.env, 'PORT');
      else process.env['PORT'] = PORT;
    }
    assert.deepEqual(said, ['There is no role "cook". Roles are api, bot, jobs.', '--left is missing.']);
  });

  it('an option that is given twice is refused with its name', async () => {
    const twice = ['import-prices', 'a.csv', '--symbol', 'TCS', '--symbol=INFY'];
    const { code, output, errors } = await family.runHere(twice);
    assert.deepEqual([code, output], [2, '']);
    assert.match(errors, /^--symbol is given twice\.\nUsage: npm run import-prices/);
  });

  it('--help says what there is with code 0 and starts nothing', async () => {
    const [one, all] = await Promise.all([family.run(['backup', '--help']), family.run(['--help'])]);
    assert.deepEqual([one.code, one.errors, all.code, all.errors], [0, '', 0, '']);
    assert.match(one.output, /^npm run backup .*\n  \S[\s\S]*--check file {2}restores/);
    for (const name of Object.keys(COMMANDS)) assert.match(all.output, new RegExp(`npm (run )?${name}\\b`));
    for (const [name, words] of Object.entries(HELP)) {
      const text = (await COMMANDS[name]?.more?.())?.join('\n') ?? assert.fail(name);
      for (const word of words) assert.ok(text.includes(word), `${name}: ${word} in ${text}`);
    }
    assert.equal((await family.postmaster()).state, 'none');
  });

  it('a database that is not there is told in a sentence, with code 1 and without its password', async () => {
    const { code, errors } = await family.run(['start'], {
      settings: { DATABASE_URL: 'postgres://munim:hush-hush@127.0.0.1:1/munim' },
    });
    assert.equal(code, 1);
    assert.match(errors, /Cannot use the Postgres server of DATABASE_URL at 127\.0\.0\.1:1: /);
    assert.doesNotMatch(errors, /hush-hush|\n\s+at /);
  });
});
