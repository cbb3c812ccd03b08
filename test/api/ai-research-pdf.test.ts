import assert from 'node:assert/strict';
import type { ResearchRunView } from '../../core/research/index.ts';
import { createReportPrinter } from '../../core/research/pdf/index.ts';
import { type ApiClient, signedInApi, type TestApi } from '../support/api-client.ts';
import { pagesOf } from '../support/pdf-pages.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../support/scripted-evidence.ts';

const RUNS = '/api/portfolio/ai-research/runs';
const NEVER = new AbortController().signal;

interface Refusal {
  code: string;
  detail: string;
}

describe('AI research over HTTP: the report as PDF', function limited(this: Mocha.Suite) {
  this.timeout(300_000);
  const printer = createReportPrinter();
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => {
    ({ world, client } = await signedInApi({
      environment: { ...RESEARCH_ON },
      research: { ...scriptedResearch(script()), print: printer.print },
    }));
    await registerForResearch(world.core);
  });
  after(async () => {
    await world.close();
    await printer.close();
  });

  it('research/Evidence acquisition rules 12: a run is downloaded as PDF by its owner alone, the same bytes each time', async () => {
    const { body } = await client.post<ResearchRunView>(RUNS, { symbol: 'KAVERI', mode: 'CURRENT' });
    const path = `${RUNS}/${body.run_id}/pdf`;
    const early = await client.get<Refusal>(path);
    assert.deepEqual([early.status, early.body.code], [409, 'NO_REPORT'], early.text);
    assert.match(early.body.detail, /Download its report once it has/);
    await world.core.research.worker.next(NEVER);

    const fetched = async () => {
      const answer = await fetch(`${client.url}${path}`, { headers: { cookie: client.cookie ?? '' } });
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const { answer, bytes } = await fetched();
    assert.equal(answer.status, 200, bytes.toString());
    assert.equal(answer.headers.get('content-type'), 'application/pdf');
    assert.equal(
      answer.headers.get('content-disposition'),
      `attachment; filename="KAVERI-${body.run_id}.pdf"`,
    );
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    const pages = pagesOf(bytes);
    assert.ok(
      pages.every((page) => page.some(({ text }) => text === 'DRAFT - NOT APPROVED FOR PUBLICATION')),
    );
    assert.ok((await fetched()).bytes.equals(bytes));

    const ravi = await world.signedIn('ravi');
    for (const other of [path, `${RUNS}/ai-99999/pdf`, `${RUNS}/7/pdf`]) {
      const foreign = await ravi.get<Refusal>(other);
      assert.deepEqual([foreign.status, foreign.body.code], [404, 'RUN_NOT_FOUND']);
    }
    const nobody = await fetch(`${client.url}${path}`);
    assert.equal(nobody.status, 401);
  });
});
