import type { Core } from '../../core/assembly/index.ts';
import type { Publication } from '../../core/research/publication/index.ts';
import type { ApiClient, TestApi } from '../support/api-client.ts';
import { packetOf } from '../support/evidence-packets.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';
import { storeReport, storeRun, wholeReport } from '../support/stored-dossier.ts';
import type { Benchmark, BenchmarkResult } from './benchmark.ts';
import { watched } from './blocked.ts';
import { load } from './http-load.ts';
import { TODAY, withApi } from './report-routes.bench.ts';

const SIZE = { facts: 300, claims: 200, sources: 100, ledgerFacts: 5000, packets: 200 };
const CLIENTS = 20;
const SECONDS = 4;
const GOAL_MS = { p99: 50, block: 50 };

const round = (value: number) => Math.round(value * 100) / 100;
const many = <T>(count: number, of: (nr: number) => T): T[] =>
  Array.from({ length: count }, (_, nr) => of(nr));

function largeReport(run_id: string): Publication {
  const base = wholeReport({ run_id });
  const [fact] = base.facts;
  const [source] = base.sources;
  const [section] = base.sections;
  if (fact === undefined || source === undefined || section === undefined) throw new Error('an empty report');
  const sourceOf = (nr: number): string => `nse_filings:${nr % SIZE.sources}`;
  const factOf = (nr: number): string => `revenue.consolidated.fy${1700 + (nr % SIZE.facts)}`;
  const claims = many(SIZE.claims, (nr) => ({
    claim_id: `c${nr + 1}`,
    text: `Revenue was ₹${nr},120 crore in the year, which is more than its rivals had in any of the three before.`,
    label: 'VERIFIED_FACT' as const,
    fact_ids: [factOf(nr), factOf(nr + 1)],
    source_ids: [sourceOf(nr)],
  }));
  return wholeReport({
    run_id,
    facts: many(SIZE.facts, (nr) => ({
      ...fact,
      fact_id: factOf(nr),
      value: `${nr}200000000`,
      source_ids: [sourceOf(nr)],
    })),
    sources: many(SIZE.sources, (nr) => ({
      ...source,
      source_id: sourceOf(nr),
      title: `Results number ${nr}`,
    })),
    claims,
    conflicts: [],
    sections: base.sections.map((one) => ({
      ...one,
      paragraphs: many(6, (nr) => ({
        text: 'The company makes pumps and sells them to farms and mines in many states. '.repeat(10).trim(),
        claim_ids: [`c${nr + 1}`, `c${nr + 2}`],
      })),
    })),
  });
}

/** The ledger and the packets that the report was written from. */
async function fillRun({ database }: Core, owner: string, run_id: string): Promise<void> {
  const packet = packetOf('FILING', [], { source_id: 'nse_filings:results' });
  const of = { run_id, owner_user_id: owner };
  const { authority, source_class, provider, publisher, title, url, published_at, fetched_at } = packet;
  const named = { authority, source_class, provider, publisher, title, url, published_at, fetched_at };
  await database.asSystem('the ledger of a benchmark', async (trx) => {
    await trx('research.ai_research_packets').insert(
      many(SIZE.packets, (nr) => ({
        ...of,
        ...named,
        source_id: `nse_filings:${nr}`,
        published_precision: 'INSTANT',
        origin: 'NETWORK',
        evidence_hash: packet.evidence_hash,
        content: JSON.stringify(packet),
      })),
    );
    await trx.raw(
      `insert into research.ai_research_facts (run_id, owner_user_id, nr, fact_id, metric, scope, period, unit, value,
         authority, label, is_validated, source_ids, locator, notes)
       select :run_id, :owner_user_id, nr, 'close.market.' || nr, 'close', 'market',
         jsonb_build_object('key', day, 'start', null, 'end', day), 'INR/share', nr::text,
         'OFFICIAL', 'VERIFIED_FACT', true, jsonb_build_array('nse_filings:' || nr % ${SIZE.packets}), 'row', '[]'
       from (select nr, ('2026-03-01'::date - nr)::text as day from generate_series(1, ${SIZE.ledgerFacts}) as nr) as days`,
      of,
    );
  });
}

async function measure(world: TestApi): Promise<BenchmarkResult[]> {
  const { core } = world;
  const instrumentId = (await registerForResearch(core))['KAVERI'] ?? '';
  const at = new Date(TODAY);
  const people: { client: ApiClient; path: string }[] = [];
  for (let nr = 0; nr < CLIENTS; nr += 1) {
    const client = await world.signedIn(`person${nr}`);
    const owner = client.userId;
    const id = await storeRun(core, { owner, instrumentId, at });
    await storeReport(core, id, { owner, payload: largeReport(id), at });
    await fillRun(core, owner, id.slice('ai-'.length));
    people.push({ client, path: `/api/portfolio/ai-research/runs/${id}` });
  }
  await core.database.systemPool.query('analyze research.ai_research_facts, research.ai_research_packets');
  const health = await load({
    targets: [{ url: `${world.url}/healthz`, headers: {} }],
    connections: CLIENTS,
    seconds: 1,
  });
  const bare = health[0]?.p99_ms ?? Number.NaN;
  const results: BenchmarkResult[] = [];
  for (const [what, query] of [
    ['as the page asks for it', '?first=0'],
    ['with the first 200 of each list', ''],
  ] as const) {
    const first: number[] = [];
    let bytes = 0;
    for (const { client, path } of people) {
      const begun = performance.now();
      const answer = await client.get(path + query);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      first.push(performance.now() - begun);
      bytes = answer.text.length;
    }
    const targets = [
      {
        url: '',
        headers: {},
        people: people.map(({ client, path }) => ({
          url: world.url + path + query,
          headers: { cookie: client.cookie ?? '' },
        })),
      },
    ];
    const cpu = process.cpuUsage();
    const { result, block_ms } = await watched(() =>
      load({ targets, connections: CLIENTS, seconds: SECONDS }),
    );
    const { user, system } = process.cpuUsage(cpu);
    const [measured] = result;
    const p99 = measured?.p99_ms ?? Number.NaN;
    const perSecond = measured?.per_second ?? Number.NaN;
    const cpuMs = (user + system) / 1000 / (perSecond * SECONDS);
    process.stderr.write(
      `${what}: ${Math.round(bytes / 1000)} kB, first ${round(Math.max(...first))} ms at most, median ${round(measured?.median_ms ?? Number.NaN)} ms, ${Math.round(perSecond)}/s, ${round(cpuMs)} ms of processor each, block ${round(block_ms)} ms\n`,
    );
    results.push(
      {
        name: `dossier route p99 with ${CLIENTS} clients, ${what}`,
        value: round(p99),
        unit: 'ms',
        peer: '/healthz, asked in the same way',
        peer_value: round(bare),
        ratio: round(p99 / bare),
        goal: `value under ${GOAL_MS.p99}`,
        met: p99 < GOAL_MS.p99,
      },
      {
        name: `longest block of the event loop meanwhile, ${what}`,
        value: round(block_ms),
        unit: 'ms',
        peer: null,
        peer_value: null,
        ratio: null,
        goal: `value under ${GOAL_MS.block}`,
        met: block_ms < GOAL_MS.block,
      },
    );
  }
  return results;
}

export const bench: Benchmark = {
  name: 'dossier',
  run: () => withApi(measure, { environment: { ...RESEARCH_ON } }),
};
