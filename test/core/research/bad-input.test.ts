import assert from 'node:assert/strict';
import {
  createSecEvidence,
  type EvidencePacket,
  type EvidenceProvider,
  type EvidenceProviderName,
  type EvidenceRequest,
} from '../../../core/research/index.ts';
import { type TestCore, testCore } from '../../support/core.ts';
import { indian, packetOf, said } from '../../support/evidence-packets.ts';
import { keptDocuments } from '../../support/kept-documents.ts';
import { parsingHere } from '../../support/parsing-here.ts';
import { registerForResearch } from '../../support/research-world.ts';
import { RESEARCH_ON, UNPRINTED } from '../../support/scripted-evidence.ts';
import { edgarOf, subjectOf } from './evidence/sec/edgar.ts';
import { K24, LARKSPUR } from './evidence/sec/larkspur.ts';

const BY = { actor: 'test' };
const NEVER = new AbortController().signal;
const KAVERI = { symbol: 'KAVERI', isin: null, name: null, id: null };

describe('bad input to a run of research', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  let world: TestCore;
  /** What each source gives; the second one comes after the first was stored. */
  let first: () => EvidencePacket[];
  let second: () => Promise<EvidencePacket[]>;
  const source = (name: EvidenceProviderName, give: () => Promise<EvidencePacket[]>): EvidenceProvider => ({
    name,
    covers: () => true,
    acquire: async () => ({ packets: await give(), refused: [], failures: [] }),
  });

  before(async () => {
    world = await testCore({
      environment: { ...RESEARCH_ON },
      research: {
        ...UNPRINTED,
        providers: [source('nse_filings', () => Promise.resolve(first())), source('yahoo', () => second())],
      },
    });
    await registerForResearch(world.core);
  });
  after(() => world.close());
  beforeEach(() => {
    first = () => [];
    second = () => Promise.resolve([]);
  });

  async function run(input: object = {}) {
    const { runs, worker } = world.core.research;
    const asked = { symbol: 'KAVERI', mode: 'CURRENT', ...input } as Parameters<typeof runs.create>[2];
    const { run_id } = await runs.create(world.owner, 'V2', asked, BY);
    while (await worker.next(NEVER));
    return await runs.dossier(world.owner, run_id);
  }
  const filing = (source_id: string, amount: string | null, year: string, published_at: string) =>
    packetOf('FILING', [said('revenue', amount, indian(year), { published_at })], {
      source_id,
      published_at,
      entity: KAVERI,
    });

  it('research/Evidence, claims and facts rules 5: a packet that was altered after it was stored has no facts, and is counted', async () => {
    first = () => [
      filing('nse_filings:altered', '100', 'FY2024', '2025-06-01T10:00:00.000Z'),
      filing('nse_filings:whole', '200', 'FY2025', '2025-06-01T10:00:00.000Z'),
    ];
    second = async () => {
      const { rowCount } = await world.core.database.systemPool.query(
        `update research.ai_research_packets set content = jsonb_set(content, '{observations,0,value}', '"999"')
          where source_id = 'nse_filings:altered'`,
      );
      assert.equal(rowCount, 1);
      return [];
    };
    const { facts, hash_mismatch, refused, stages } = await run();
    assert.deepEqual(
      facts.filter(({ metric }) => metric === 'revenue').map(({ fact_id, value }) => [fact_id, value]),
      [['revenue.consolidated.fy2025', '200']],
    );
    assert.equal(hash_mismatch, 1);
    assert.deepEqual(
      refused.map(({ source_id, reason }) => [source_id, reason]),
      [['nse_filings:altered', 'HASH_MISMATCH']],
    );
    assert.match(
      stages.find(({ stage }) => stage === 'LEDGER')?.detail ?? '',
      /1 packets? refused because (?:its|their) hash did not match/,
    );
  });

  it('research/Historical mode rules 2: a source that lets through what is of after the cut-off is not believed', async () => {
    first = () => [
      filing('nse_filings:later', '100', 'FY2025', '2026-02-01T00:00:00.001Z'),
      // The same moment with another offset would sort before the cut-off as text.
      filing('nse_filings:offset', '150', 'FY2024', '2026-01-31T20:00:00.000-05:00'),
      filing('nse_filings:known', '200', 'FY2023', '2026-02-01T00:00:00.000Z'),
    ];
    const { facts, refused } = await run({ mode: 'HISTORICAL', cutoff: '2026-02-01T05:30:00+05:30' });
    assert.deepEqual(
      facts.filter(({ metric }) => metric === 'revenue').map(({ fact_id }) => fact_id),
      ['revenue.consolidated.fy2023'],
    );
    assert.deepEqual(refused.map(({ source_id, reason }) => `${source_id} ${reason}`).toSorted(), [
      'nse_filings:later AFTER_CUTOFF',
      'nse_filings:offset AFTER_CUTOFF',
    ]);
  });

  it('research/What the service does 9: words and nothing where a number belongs are no facts, and never 0', async () => {
    const texts = ['N/A', 'None', '', '-', 'Infinity', 'NaN', '1,000', '12e400'];
    first = () =>
      texts.map((text, at) =>
        filing(`nse_filings:text-${at}`, text, `FY${2015 + at}`, '2025-06-01T10:00:00.000Z'),
      );
    const { facts, unavailable } = await run();
    assert.deepEqual(facts, []);
    assert.equal(unavailable.length, texts.length);
  });

  it('research/Run creation rules 2: a placeholder of the exchange and a fund are refused before anybody is asked', async () => {
    let asked = 0;
    first = () => {
      asked += 1;
      return [];
    };
    for (const symbol of ['DUMMYREL', 'KAVERIBE', 'FUNDONE'])
      await assert.rejects(run({ symbol }), { status: 422 }, symbol);
    assert.equal(asked, 0);
  });

  it('decisions/The nineteen stages: two workers at once do a run once', async () => {
    let asked = 0;
    first = () => {
      asked += 1;
      return [filing('nse_filings:once', '100', 'FY2025', '2025-06-01T10:00:00.000Z')];
    };
    const { runs, worker } = world.core.research;
    const { run_id } = await runs.create(world.owner, 'V2', { symbol: 'KAVERI', mode: 'CURRENT' }, BY);
    const worked = await Promise.all([worker.next(NEVER), worker.next(NEVER)]);
    assert.equal(worked.filter((isDone) => isDone).length, 1);
    assert.equal(asked, 1);
    assert.equal((await runs.dossier(world.owner, run_id)).packets.length, 1);
  });
});

describe('decisions/Evidence providers: the end of a filing date in New York, where no list tells the moment', () => {
  it('is four hours after that of UTC in summer, five in winter, and right on the days of the change', async () => {
    for (const [filed, ended] of [
      ['2025-07-03', '2025-07-04T03:59:59.999Z'],
      ['2025-12-05', '2025-12-06T04:59:59.999Z'],
      // On 8 March 2026 the clock goes forward, on 2 November 2025 back.
      ['2026-03-07', '2026-03-08T04:59:59.999Z'],
      ['2026-03-08', '2026-03-09T03:59:59.999Z'],
      ['2025-11-01', '2025-11-02T03:59:59.999Z'],
      ['2025-11-02', '2025-11-03T04:59:59.999Z'],
    ] as const) {
      const report = { ...K24, filed };
      const { 'sec_data /submissions/CIK0009990001.json': _, ...bodies } = edgarOf({
        ...LARKSPUR,
        filings: [report],
        facts: { 'us-gaap:Revenues USD': [['2024-02-04', '2025-02-01', 1_078_600_000, report]] },
      });
      const request: EvidenceRequest = {
        subject: subjectOf('LKSP'),
        mode: 'CURRENT',
        as_of: '2026-09-30T00:00:00.000Z',
        years: 5,
      };
      const { packets } = await createSecEvidence({ parsing: parsingHere }).acquire(
        request,
        keptDocuments(bodies),
      );
      assert.deepEqual(
        packets.map(({ published_at }) => published_at),
        [ended],
        filed,
      );
    }
  });
});
