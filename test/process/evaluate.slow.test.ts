import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { eventually } from '../support/chat-driver.ts';
import { opinion, scorecardOf } from '../support/evaluations.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { MunimFamily } from '../support/munim-process.ts';
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
  const exists = async (name: string): Promise<boolean> => (await readdir(folder)).includes(name);

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
    const judged = async (): Promise<number> =>
      (await client.query('select from research.ai_research_evaluation_judgements')).rowCount ?? 0;

    it('SIGTERM or SIGKILL in the middle gives no verdict and no file; the next run pays for no judgement twice', async () => {
      for (const [how, first] of [
        ['SIGTERM', 4],
        ['SIGKILL', 1],
      ] as const) {
        const [kept, start] = [await judged(), server.requests.length];
        hangs = start + first;
        const asking = family.spawn(['evaluate', ...words('killed.json')], { settings });
        // All but the one that does not come; the judge who is asked it may have another one ahead.
        await eventually(
          'every other judgement',
          async () => {
            const asked = server.requests.length - start;
            return asked >= first && (await judged()) === kept + asked - 1;
          },
          120_000,
        );
        const { code, signal, errors } = await asking.stop(how);
        if (how === 'SIGTERM')
          assert.match(errors, /^The judging was stopped\. The answers so far are kept/m);
        assert.ok(how === 'SIGKILL' ? signal === 'SIGKILL' : code === 3, `${code} ${signal}`);
        assert.equal(await exists('killed.json'), false);
        assert.ok((await judged()) < 6);
      }
      const kept = await judged();
      const before = server.requests.length;
      const ended = await family.runHere(['evaluate', ...words('killed.json')], settings);
      assert.equal(ended.code, 0, ended.output + ended.errors);
      assert.equal(server.requests.length - before, 6 - kept);
      assert.equal(await judged(), 6);
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

  // Comes after them: of what it asks, its answers are kept as well.
  describe('without a model', () => {
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
      const args = command.replaceAll('\\\n', ' ').trim().split(/\s+/);
      const ended = await family.runHere(['evaluate', ...args]);
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
  });
});
