import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { PANELS, type RecordedAnswers } from '../support/evaluations.ts';
import { MunimFamily } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { publication } from '../support/publication.ts';

const LEFT = publication();
const RIGHT = publication({ run_id: 'ai-6', thesis: 'Orders may grow.' });

describe('research/Offline CLI: npm run evaluate', function () {
  this.timeout(600_000);
  let database: TestDatabase;
  let family: MunimFamily;
  let client: pg.Client;
  let folder: string;
  before(async () => {
    database = await testDatabase();
    family = await MunimFamily.open({ DATABASE_URL: database.url, DATABASE_APP_URL: database.appUrl });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    folder = await mkdtemp(path.join(tmpdir(), 'munim-evaluation-'));
    await file('left.json', LEFT);
    await file('right.json', RIGHT);
  });
  after(async () => {
    await client.end();
    await family.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const at = (name: string): string => path.join(folder, name);
  async function file(name: string, content: unknown): Promise<string> {
    await writeFile(at(name), typeof content === 'string' ? content : JSON.stringify(content));
    return at(name);
  }
  const words = (output: string, given: Readonly<Record<string, string | null>> = {}): string[] =>
    Object.entries({
      left: at('left.json'),
      right: at('right.json'),
      tier: 'standard',
      seed: '7',
      output: at(output),
      judges: null,
      ...given,
    }).flatMap(([name, value]) => (value === null ? [] : [`--${name}`, value]));
  const judges = async (name: string, answers: readonly RecordedAnswers[]): Promise<string> =>
    await file(name, { judges: answers });
  const exists = async (name: string): Promise<boolean> => (await readdir(folder)).includes(name);

  it('0: a candidate that passes; the verdict is written', async () => {
    const args = words('pass.json', { judges: await judges('judges.json', PANELS.PASS) });
    const ended = await family.run(['evaluate', ...args]);
    assert.equal(ended.code, 0, ended.output + ended.errors);
    assert.equal(ended.errors, '');
    assert.match(ended.output, /^PASS: /m);
    const written = JSON.parse(await readFile(at('pass.json'), 'utf8')) as Record<string, unknown>;
    assert.deepEqual([written['verdict'], written['exit_code']], ['PASS', 0]);
  });

  it('3: nothing can be decided, nothing is written, and no case is made', async () => {
    const args = words('x.json', { judges: await judges('judges.json', PANELS.PASS) });
    const before = await client.query('select count(*) from research.ai_research_evaluation_cases');
    const cases: readonly (readonly [
      what: string,
      args: readonly string[],
      said: RegExp,
      settings?: Record<string, string>,
    ])[] = [
      ['no words', [], /^--left is missing\.\nUsage: npm run evaluate/],
      ['a wrong setting', args, /PORT must be a whole number/, { PORT: 'eighty' }],
      [
        'no database',
        args,
        /Cannot use the Postgres server/,
        { DATABASE_URL: 'postgres://munim:hush@127.0.0.1:1/munim' },
      ],
    ];
    for (const [what, given, said, settings] of cases) {
      const { code, output, errors } = await family.runHere(['evaluate', ...given], settings);
      assert.equal(code, 3, `${what}: ${output}${errors}`);
      assert.match(errors, said, what);
      assert.equal(output, '', what);
    }
    assert.equal(await exists('x.json'), false);
    const after = await client.query('select count(*) from research.ai_research_evaluation_cases');
    assert.deepEqual(after.rows, before.rows);
  });
});
