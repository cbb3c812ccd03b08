import assert from 'node:assert/strict';
import { Problem } from '../../../../core/platform/index.ts';
import {
  createReportPrinter,
  type PrintedReport,
  UnprintedReport,
} from '../../../../core/research/pdf/index.ts';
import { type Publication, sealPublication } from '../../../../core/research/publication/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { LEGACY } from '../../../support/legacy-report.ts';
import { longReport } from '../../../support/long-report.ts';
import { linesOf, pagesOf } from '../../../support/pdf-pages.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../../../support/scripted-evidence.ts';

const NEVER = new AbortController().signal;
const REPORT = longReport({ words: 60, claims: 2, facts: 25, sources: 1 });

const refused = (status: number, code: string, words: RegExp) => (error: unknown) =>
  error instanceof Problem && error.status === status && error.code === code && words.test(error.detail);

describe('research/pdf: the report of a run as a file', function limited(this: Mocha.Suite) {
  this.timeout(300_000);
  const told = script();
  const printer = createReportPrinter();
  /** What was printed, in place of the printer where a test says how. */
  let asked: PrintedReport[] = [];
  let print: (report: PrintedReport) => Promise<Uint8Array> = printer.print;
  const fresh = sharedCore({
    research: {
      ...scriptedResearch(told),
      print: async (report) => {
        asked.push(report);
        return await print(report);
      },
    },
    environment: { ...RESEARCH_ON },
  });
  let world: TestCore;
  let id: string;
  after(async () => await printer.close());
  beforeEach(async () => {
    Object.assign(told, script());
    world = await fresh();
    await registerForResearch(world.core);
    print = () => Promise.resolve(new Uint8Array(Buffer.from(`file ${asked.length}`)));
    const share = { symbol: 'KAVERI', mode: 'CURRENT' };
    ({ run_id: id } = await runs().create(world.owner, 'V2', share, { actor: 'test' }));
  });
  const runs = () => world.core.research.runs;
  const pdf = async () => await runs().pdf(world.owner, id);
  const done = async () => {
    await world.core.research.worker.next(NEVER);
    asked = [];
  };
  const write = async (sql: string, ...values: (string | number)[]) =>
    await world.core.database.asSystem('rows for a test', (trx) =>
      trx.raw(sql, [...values, id.slice('ai-'.length)]),
    );
  const store = async (payload: unknown, hash = REPORT.payload_hash) =>
    await write(
      'update research.ai_research_reports set payload_json = ?::jsonb, payload_hash = ? where run_id = ?',
      JSON.stringify(payload),
      hash,
    );

  it('a run that ended with a report is downloaded under the name of its share, with its own status and moment', async () => {
    print = printer.print;
    await done();
    const { run } = await runs().dossier(world.owner, id);
    assert.equal(run.status, 'REVIEW_REQUIRED');
    const { filename, bytes } = await pdf();
    assert.equal(filename, `KAVERI-${id}.pdf`);
    const [first] = pagesOf(bytes);
    const lines = linesOf(first ?? []);
    assert.ok(lines.includes('DRAFT - NOT APPROVED FOR PUBLICATION'), lines.join('\n'));
    assert.deepEqual(
      asked.map(({ run_id, status, as_of, required_pct }) => [run_id, status, as_of, required_pct]),
      [[id, run.status, run.as_of, run.required_pct]],
    );
  });

  it('research/Versioning 1: a report of the first version is printed too', async () => {
    print = printer.print;
    await done();
    await store(LEGACY);
    const text = pagesOf((await pdf()).bytes)
      .flatMap(linesOf)
      .join('\n');
    assert.ok(text.includes(LEGACY.thesis));
  });

  it('before the end, and for a run that ended without a report, there is none, with what to do', async () => {
    await assert.rejects(
      pdf,
      refused(409, 'NO_REPORT', /has not ended yet\. Download its report once it has\./),
    );
    await runs().cancel(world.owner, id, { actor: 'test' });
    await assert.rejects(pdf, refused(409, 'NO_REPORT', /without a report.*Retry it to get one\./));
    await assert.rejects(runs().pdf(world.stranger, id), refused(404, 'RUN_NOT_FOUND', /./));
    await assert.rejects(runs().pdf(world.owner, 'ai-999999'), refused(404, 'RUN_NOT_FOUND', /./));
    await assert.rejects(runs().pdf(world.owner, '../ai-1'), refused(404, 'RUN_NOT_FOUND', /./));
  });

  it('research/Evidence acquisition rules 12: only a missing required section or a broken payload keeps a file back', async () => {
    await done();
    const { payload_hash: _hash, ...open } = REPORT;
    const without: Publication = sealPublication({
      ...open,
      sections: REPORT.sections.filter(({ id: section }) => section !== 'catalysts'),
    });
    await store(without, without.payload_hash);
    await assert.rejects(pdf, refused(409, 'REPORT_NOT_PRINTABLE', /lacks the required section Catalysts/));
    await store({ ...REPORT, surprise: 1 }, 'sha256:other');
    await assert.rejects(
      pdf,
      refused(409, 'REPORT_NOT_PRINTABLE', /The stored report cannot be read\. Retry the run\./),
    );
    assert.deepEqual(asked, [], 'nothing of them is printed');
    await store({ ...REPORT, qa: { status: 'FAIL', blocking_defects: [] } }, 'sha256:failed');
    for (const status of ['COMPLETED', 'PARTIAL', 'REVIEW_REQUIRED', 'FAILED', 'CANCELLED']) {
      await write('update research.ai_research_runs set status = ? where id = ?', status);
      assert.ok((await pdf()).bytes.length > 0, status);
    }
  });

  it('many who ask at once wait for one printing, and it is kept until the run or its report is another', async () => {
    await done();
    const answers = await Promise.all(Array.from({ length: 8 }, pdf));
    assert.equal(asked.length, 1);
    assert.equal(new Set(answers.map(({ bytes }) => bytes)).size, 1);
    await pdf();
    assert.equal(asked.length, 1);
    await write('update research.ai_research_runs set required_pct = ? where id = ?', 75);
    assert.equal(Buffer.from((await pdf()).bytes).toString(), 'file 2');
    await store(REPORT, REPORT.payload_hash);
    assert.equal(Buffer.from((await pdf()).bytes).toString(), 'file 3');
    assert.equal(asked.at(-1)?.required_pct, 75);
  });

  it('a failure of printing is 503 with its reason, and is not kept', async () => {
    await done();
    print = () =>
      Promise.reject(new UnprintedReport('BUSY', 'Too many reports are waiting. Try again in a moment.'));
    await assert.rejects(pdf, refused(503, 'UNAVAILABLE', /^Too many reports are waiting/));
    print = () => Promise.resolve(new Uint8Array([1]));
    assert.equal((await pdf()).bytes.length, 1);
  });
});
