import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { eventually } from '../support/chat-driver.ts';
import {
  opinion,
  PANELS,
  recorded,
  type RecordedAnswers,
  scorecardOf,
  scores,
} from '../support/evaluations.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type Ended, MunimFamily, type ProcessOptions } from '../support/munim-process.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { publication } from '../support/publication.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
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
  const evaluate = async (args: readonly string[], options: ProcessOptions = {}): Promise<Ended> =>
    await family.run(['evaluate', ...args], options);
  const judges = async (name: string, answers: readonly RecordedAnswers[]): Promise<string> =>
    await file(name, { judges: answers });
  const exists = async (name: string): Promise<boolean> => (await readdir(folder)).includes(name);

  describe('exit codes', () => {
    const low = { left: scores(4, { risk_balance: 2 }) };
    for (const [code, verdict, what, answers, said] of [
      [
        0,
        'PASS',
        'three judges find it good',
        PANELS.PASS,
        /^PASS: the candidate meets every limit of the tier standard\.$/m,
      ],
      [
        1,
        'FAIL',
        'it is below the least total',
        PANELS.FAIL,
        /^FAIL: The candidate’s total is 3; at least 3\.5 is needed\.$/m,
      ],
      [
        1,
        'FAIL',
        'it is below a critical minimum',
        ['a', 'b', 'c'].map((judge) => recorded(judge, low)),
        /^FAIL: The candidate reaches 2 on balance of risks; at least 3 is needed\.$/m,
      ],
      [
        1,
        'FAIL',
        'it falls too far behind',
        ['a', 'b', 'c'].map((judge) => recorded(judge, { right: scores(5) })),
        /^FAIL: The candidate’s total is 1 below the reference’s; at most 0\.25 is allowed\.$/m,
      ],
      [
        2,
        'REVIEW_REQUIRED',
        'two judges are too few',
        PANELS.REVIEW_REQUIRED,
        /^REVIEW_REQUIRED: 2 judges gave a valid scorecard in both orders; at least 3 are needed\.$/m,
      ],
      [
        2,
        'REVIEW_REQUIRED',
        'judges lie too far apart',
        ['a', 'b', 'c'].map((judge, nr) =>
          recorded(judge, nr === 0 ? { left: scores(4, { source_integrity: 1 }) } : {}),
        ),
        /^REVIEW_REQUIRED: The judges are 3 points apart on source integrity of the candidate; at most 1\.5 are allowed\.$/m,
      ],
      [
        2,
        'REVIEW_REQUIRED',
        'there is no majority',
        ['a', 'b', 'c'].map((judge) => recorded(judge, { prefers: 'FIRST' })),
        /^REVIEW_REQUIRED: No majority: 0 prefer the candidate, 0 the reference, 0 neither\.$/m,
      ],
    ] as const)
      it(`${code}: ${what}`, async () => {
        const output = `${code} ${what}.json`;
        const ended = await evaluate(words(output, { judges: await judges('judges.json', answers) }));
        assert.equal(ended.code, code, ended.output + ended.errors);
        assert.equal(ended.errors, '');
        assert.match(ended.output, said);
        const written = JSON.parse(await readFile(at(output), 'utf8')) as Record<string, unknown>;
        assert.deepEqual([written['verdict'], written['exit_code']], [verdict, code]);
      });

    it('1: the gate is closed, and nobody is asked', async () => {
      const left = await file('failed.json', publication({ qa: { status: 'FAIL', blocking_defects: [] } }));
      const ended = await evaluate(
        words('gate.json', { left, judges: await judges('judges.json', PANELS.PASS) }),
      );
      assert.equal(ended.code, 1, ended.output + ended.errors);
      assert.match(ended.output, /Candidate: QA_FAILED at qa\.status: The report failed its quality check\./);
      assert.match(ended.output, /No judge was asked, so the judging cost nothing\./);
    });

    it('3: nothing can be decided, nothing is written, and no case is made', async () => {
      const panel = await judges('judges.json', PANELS.PASS);
      const before = await client.query('select count(*) from research.ai_research_evaluation_cases');
      const cases: readonly (readonly [
        what: string,
        args: readonly string[],
        said: RegExp,
        settings?: Record<string, string>,
      ])[] = [
        ['no words', [], /^--left is missing\.\nUsage: npm run evaluate/],
        ['an unknown option', words('x.json', { fast: 'yes' }), /^There is no option --fast\.\nUsage: /],
        [
          'an unknown tier',
          words('x.json', { tier: 'gold' }),
          /There is no tier gold\. Tiers are screening, standard, institutional\./,
        ],
        ['a seed in words', words('x.json', { seed: 'seven' }), /--seed must be a whole number\./],
        [
          'a path without a file',
          words('x.json', { left: at('nowhere.json') }),
          /nowhere\.json cannot be read \(ENOENT\)\./,
        ],
        [
          'no JSON',
          words('x.json', { right: await file('text.json', 'Buy it.') }),
          /text\.json is not valid JSON/,
        ],
        [
          'a report that cannot be adapted',
          words('x.json', { right: await file('other.json', { rating: 'BUY' }) }),
          /other\.json is neither a publication of version 2\.0 nor a report of the first version/,
        ],
        [
          'judges that are none',
          words('x.json', { judges: await file('none.json', {}) }),
          /none\.json holds no recorded judges/,
        ],
        ['no place to write', words('no/where.json', { judges: panel }), /There is no folder /],
        ['no model', words('x.json'), /No model can be asked to judge\./],
        [
          'a wrong setting',
          words('x.json', { judges: panel }),
          /PORT must be a whole number/,
          { PORT: 'eighty' },
        ],
        [
          'no database',
          words('x.json', { judges: panel }),
          /Cannot use the Postgres server/,
          { DATABASE_URL: 'postgres://munim:hush@127.0.0.1:1/munim' },
        ],
      ];
      for (const [what, args, said, settings] of cases) {
        const { code, output, errors } = await evaluate(args, settings === undefined ? {} : { settings });
        assert.equal(code, 3, `${what}: ${output}${errors}`);
        assert.match(errors, said, what);
        assert.equal(output, '', what);
      }
      assert.equal(await exists('x.json'), false);
      const after = await client.query('select count(*) from research.ai_research_evaluation_cases');
      assert.deepEqual(after.rows, before.rows);
    });
  });

  it('--help says what there is and starts nothing', async () => {
    const { code, output, errors } = await evaluate(['--help']);
    assert.deepEqual([code, errors], [0, '']);
    for (const word of [
      '--left',
      '--right',
      '--tier',
      '--seed',
      '--output',
      '--judges',
      'institutional',
      'risk_balance',
    ])
      assert.ok(output.includes(word), word);
    assert.match(output, /3 {2}there is no verdict/);
  });

  it('the same seed gives the same bytes; the summary has the medians and the cost apart', async () => {
    const panel = await judges('judges.json', [...PANELS.PASS, recorded('dave', { prefers: 'SECOND' })]);
    const first = await evaluate(words('one.json', { judges: panel, seed: '11' }));
    const second = await evaluate(words('two.json', { judges: panel, seed: '11' }));
    assert.deepEqual([first.code, second.code], [0, 0], first.errors + second.errors);
    const text = await readFile(at('one.json'), 'utf8');
    assert.equal(await readFile(at('two.json'), 'utf8'), text);
    const { reasons, excluded_judge_ids, totals } = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual([reasons, excluded_judge_ids, totals], [[], ['dave'], { left: 4, right: 4 }]);
    assert.doesNotMatch(text, /latency|created_at|cost|munim-evaluation/);
    assert.match(first.output, /^Factual accuracy +4 +4 +3 +0\.25$/m);
    assert.match(first.output, /^Judge dave has no vote/m);
    assert.match(first.output, /^The cost of the judging \(8 answers\) is unknown\.$/m);
    assert.match(second.output, /already judged with this tier and seed/);
  });

  describe('with a model', () => {
    let server: ModelServer;
    let hangs: number;
    let settings: Record<string, string>;
    before(async () => {
      server = await startModelServer();
      let calls = 0;
      server.always((seen) => {
        calls += 1;
        if (calls === hangs) return { kind: 'hang' };
        const prompt = JSON.stringify(seen.body);
        const isForward = prompt.indexOf(LEFT.thesis) < prompt.indexOf(RIGHT.thesis);
        return {
          kind: 'answer',
          text: JSON.stringify(scorecardOf(opinion(), isForward ? 'FORWARD' : 'REVERSE')),
        };
      });
      settings = {
        LLM_PROVIDER_DEFAULT: 'provider_a',
        LLM_FAILOVER_DEFAULT: 'provider_a',
        LLM_PROVIDERA_BASE_URL: server.baseUrl,
        LLM_PROVIDERA_DEFAULT_MODEL: 'gpt-5.4',
      };
    });
    after(() => server.close());
    const judged = async (seed: number): Promise<number> =>
      (
        await client.query(
          `select from research.ai_research_evaluation_judgements as judgement
             join research.ai_research_evaluation_cases as one on one.id = case_id where seed = $1`,
          [seed],
        )
      ).rowCount ?? 0;

    for (const [how, seed] of [
      ['SIGKILL', 21],
      ['SIGTERM', 22],
    ] as const)
      it(`${how} in the middle gives no verdict and no file; the next run pays for no judgement twice`, async () => {
        hangs = server.requests.length + 4;
        const start = server.requests.length;
        const asking = family.spawn(['evaluate', ...words(`${seed}.json`, { seed: String(seed) })], {
          settings,
        });
        // All but the one that does not come; the judge who is asked it may have another one ahead.
        await eventually(
          'every other judgement',
          async () => {
            const count = await judged(seed);
            return count >= 4 && server.requests.length - start === count + 1;
          },
          120_000,
        );
        const { code, signal, errors } = await asking.stop(how);
        if (how === 'SIGTERM')
          assert.match(errors, /^The judging was stopped\. The answers so far are kept/m);
        assert.ok(how === 'SIGKILL' ? signal === 'SIGKILL' : code === 3, `${code} ${signal}`);
        assert.equal(await exists(`${seed}.json`), false);
        const kept = await judged(seed);
        const before = server.requests.length;
        const ended = await evaluate(words(`${seed}.json`, { seed: String(seed) }), { settings });
        assert.equal(ended.code, 0, ended.output + ended.errors);
        assert.equal(server.requests.length - before, 6 - kept);
        assert.equal(await judged(seed), 6);
        assert.match(ended.output, new RegExp(`^Asking \\d judges? ${6 - kept} questions?: `, 'm'));
        // Six calls of 1,000 and 200 tokens at 2.50 and 15.00 a million: 6 × .0055.
        assert.match(
          ended.output,
          /^The judging \(6 answers\) took 6,000 tokens in and 1,200 out: \$0\.0330 at list prices\. This is not part of the cost of either report\.$/m,
        );
        const leftovers = (await readdir(folder)).filter((name) => name.endsWith('.part'));
        assert.deepEqual(leftovers, []);
      });
  });

  it('the example of the guide ends as it says', async () => {
    const guide = await readFile(path.join(ROOT, 'api/docs/research.md'), 'utf8');
    const section = guide.slice(guide.indexOf('## Comparing two reports'));
    const example = /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? assert.fail('no example');
    const place = at('example');
    await mkdir(place);
    const script = example.replaceAll('/tmp/evaluation', place);
    assert.ok(script.includes('npm run evaluate -- '));
    // The files by the shell as they stand there; the command by the program of this run.
    const [files = '', command = ''] = script.split('npm run evaluate -- ');
    await new Promise<void>((resolve, reject) => {
      const shell = spawn('sh', ['-eu'], { stdio: ['pipe', 'ignore', 'inherit'] });
      shell.once('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`the shell ended with ${code}`)),
      );
      shell.stdin.end(files);
    });
    const ended = await evaluate(command.replaceAll('\\\n', ' ').trim().split(/\s+/));
    assert.equal(ended.code, 0, ended.output + ended.errors);
    assert.match(ended.output, /^PASS: /m);
    const { totals, medians } = JSON.parse(await readFile(path.join(place, 'result.json'), 'utf8')) as {
      totals: { left: number };
      medians: { left: Record<string, number> };
    };
    assert.equal(totals.left, 3.95);
    assert.deepEqual(medians.left, {
      factual_accuracy: 4,
      source_integrity: 4,
      risk_balance: 4,
      reasoning: 4,
      completeness: 3,
      clarity: 5,
    });
  });

  it('it needs no database of its own: the embedded one serves', async () => {
    const own = await MunimFamily.open();
    try {
      const ended = await own.run([
        'evaluate',
        ...words('embedded.json', { judges: await judges('judges.json', PANELS.PASS) }),
      ]);
      assert.equal(ended.code, 0, ended.output + ended.errors);
      assert.equal((await own.postmaster()).state, 'none');
    } finally {
      await own.close();
    }
  });
});
