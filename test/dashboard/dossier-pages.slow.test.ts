import assert from 'node:assert/strict';
import { istInstant } from '../../core/platform/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { FIRST_AT, storeHistory } from '../support/dossier-history.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';
import { BLOCKED_QA, OLD_REPORT, storeReport, storeRun, wholeReport } from '../support/stored-dossier.ts';
import { dashboardRenderer, type Shown, shownOf } from './rendering.ts';
import { movableClock } from './showcase.ts';

const RULES = 'research/Dossier view rules';

interface Given extends Partial<Parameters<typeof storeRun>[1]> {
  qa?: string;
  struck?: unknown;
}

describe('dossiers without a browser', () => {
  let world: TestApi;
  let client: ApiClient;
  let owner: string;
  let instrumentId: string;
  let render: (address: string) => Promise<string>;
  /** The whole report, compared with the baseline of `first`. */
  let second: Shown;
  let first: string;

  const store = async (payload: (run_id: string) => object, given: Given = {}): Promise<string> => {
    const { qa = 'PASS', struck, ...run } = given;
    const id = await storeRun(world.core, { owner, instrumentId, at: FIRST_AT, ...run });
    await storeReport(world.core, id, { owner, payload: payload(id), qa, struck, at: FIRST_AT });
    return id;
  };
  const pageWith = async (payload: (run_id: string) => object, given?: Given): Promise<Shown> =>
    shownOf(await render(`/research/ai/${await store(payload, given)}`));
  /** Changes the server's answer before the page reads it, as a newer or broken server might. */
  const pageWhere = async (
    id: string,
    change: (dossier: Record<string, object[]>) => void,
  ): Promise<Shown> => {
    const plain = globalThis.fetch;
    const changed: typeof fetch = async (address, given) => {
      const answer = await plain(address, given);
      if (!(address instanceof URL && address.pathname.endsWith(`/runs/${id}`))) return answer;
      const dossier = (await answer.json()) as Record<string, object[]>;
      change(dossier);
      return Response.json(dossier);
    };
    return shownOf(await (await dashboardRenderer(client, changed))(`/research/ai/${id}`));
  };

  before(async () => {
    const clock = movableClock();
    clock.put(istInstant('2026-10-05', '11:30'));
    world = await testApi({ clock, environment: { ...RESEARCH_ON } });
    owner = (await world.core.identity.users.ensureOwner()).id;
    instrumentId = (await registerForResearch(world.core))['KAVERI'] ?? '';
    client = await world.signedIn();
    render = await dashboardRenderer(client);
    const runs = await storeHistory(world.core, { owner, instrumentId });
    ({ first } = runs);
    second = shownOf(await render(`/research/ai/${runs.second}`));
  });
  after(() => world?.close());

  it(`${RULES} 2: the summary is why_this_rating, and of a report without one the first sentence of its thesis`, async () => {
    second.part('Decision', /Why this rating Revenue grew 17\.9% in FY2026\. This is advice only\./);
    const without = await pageWith((run_id) => wholeReport({ run_id, why_this_rating: null }));
    without.part(
      'Decision',
      /Why this rating Kaveri sells pumps to farms and cities, and orders grow faster than its rivals’\. This is/,
    );
  });

  it(`${RULES} 3: the banner names the pinned run and when, or a dash; the pin button is hidden then`, async () => {
    second.part('Active baseline', new RegExp(`^Baseline: ${first} , pinned 1 Oct 2026, 09:30\\. Unpin$`));
    assert.doesNotMatch(second.words, /Pin as baseline/);
    const undated = await pageWhere(first, ({ thesis_baselines }) => {
      for (const one of thesis_baselines ?? []) Reflect.deleteProperty(one, 'created_at');
    });
    undated.part('Active baseline', /, this run, pinned —\./);
  });

  it(`${RULES} 5: catalysts stand by date with TBD for the others, as a plain list, or as a message`, async () => {
    second.part(
      'Catalysts',
      /^Catalysts Aug 2026 New plant.* Q2 FY2027 Results .*TBD Demand .*TBD The tender/,
    );
    const old = await pageWith(() => OLD_REPORT);
    old.part('Catalysts', /^Catalysts A new product A larger plant$/);
    const none = await pageWith((run_id) => wholeReport({ run_id, catalysts: [] }));
    none.part('Catalysts', /^Catalysts The report names no catalysts\.$/);
  });

  it(`${RULES} 6: a segment has its share only where it is known, and the lists that it has`, () => {
    second.part(
      'Agricultural pumps',
      /68% of revenue.*Catalysts The irrigation programme of two states.*Risks A weak monsoon/,
    );
    second.part('City water', /^(?!.*(of revenue|Catalysts)).*Working capital/);
  });

  it(`${RULES} 7: peers have five columns, with a dash for a return that is not known`, () => {
    second.row('Peers', /^Symbol Name Rating 1Y return Rationale$/);
    second.row('Peers', /^DEEP Deep Pumps Hold −12\.40% Same customers/);
    second.row('Peers', /^NARMADA Narmada Engineering Underweight —.* Listed last year/);
  });

  it(`${RULES} 6, 7 and 8: without segments, peers or a basis their sections are left out`, async () => {
    const { part, words } = await pageWith((run_id) =>
      wholeReport({ run_id, segment_views: [], peer_set: [], valuation_basis: null }),
    );
    part('Bull case', /./);
    assert.doesNotMatch(words, /Segments|Peers|Valuation basis/);
    assert.match(second.words, /Segments.*Peers.*Valuation basis: Cyclical P\/E band/);
  });

  it('this run stands against its baseline with the reasons, and its outcomes beside an index', () => {
    second.part('Baselines', /Strengthening.*Against the baseline/);
    second.part('Reasons', /rose from Hold/);
    second.part('Baselines', /1 Oct 2026, 09:30 Active/);
    second.row('Outcomes', /5 sessions.*\+3\.20%.*−0\.40%/);
    second.row('Outcomes', /20 sessions.*The share was not traded on 31 Oct 2026\./);
  });

  it('a report that is not approved says so with its coverage and every blocking defect', async () => {
    const { part } = await pageWith(
      (run_id) =>
        wholeReport({ run_id, qa: BLOCKED_QA, coverage: { required_pct: 75, verdict: 'REVIEW_REQUIRED' } }),
      { status: 'REVIEW_REQUIRED', requiredPct: 75, qa: 'FAIL' },
    );
    part('DRAFT - NOT APPROVED FOR PUBLICATION', /Coverage 75%/);
    part(
      'Not QA approved',
      /QA: FAIL.*2 blocking defects.*UNSUPPORTED_NUMBER, at sections\.0\.paragraphs\.0.*MISSING_SECTION, the whole report/,
    );
  });

  it('research/Evidence, claims and facts 2: what was removed before publication is folded, by place and reason, without its words', async () => {
    const id = await store((run_id) => wholeReport({ run_id }), {
      struck: [
        { path: 'EDITOR.sections.balance_sheet.0', code: 'UNSUPPORTED_NUMBER', detail: 'It prints 98,765.' },
        { path: 'BEAR_CASE.statements.1', code: 'UNKNOWN_FACT', detail: 'There is no fact <b>made.up</b>.' },
        ...Array.from({ length: 58 }, () => ({ path: 'thesis', code: 'EMPTY', detail: '' })),
      ],
    });
    const html = await render(`/research/ai/${id}`);
    const { part, words } = shownOf(html);
    assert.ok(html.includes(`href="/api/portfolio/ai-research/runs/${id}/pdf"`));
    part(
      'Removed before publication',
      /\(60\).*Balance sheet: A sentence gave a number that its evidence does not contain\. UNSUPPORTED_NUMBER The case against it: It cited a fact.* and 10 more$/,
    );
    assert.match(html, /<details><summary>Removed before publication/);
    assert.doesNotMatch(words, /98,765|made\.up/);
    assert.doesNotMatch(second.words, /Removed before publication/);
  });

  it(`${RULES} 9: a report that does not keep to its form is a red alert, with none of it and the evidence below`, async () => {
    const unread = await pageWith(() => ({ ...OLD_REPORT, note: 'x' }));
    assert.match(unread.words, /This report cannot be shown .*stored report cannot be read.* Facts \(/);
    assert.doesNotMatch(unread.words, /Why this rating/);
    const id = await store((run_id) => wholeReport({ run_id }));
    const { words } = await pageWhere(id, ({ segment_views }) => {
      for (const one of segment_views ?? []) Object.assign(one, { revenue_share_pct: 140 });
    });
    assert.match(
      words,
      /This report cannot be shown .*segment_views\.0\.revenue_share_pct must be from 0 to 100.* Evidence \(/,
    );
    assert.doesNotMatch(words, /Segments|Why this rating|Download PDF/);
  });
});
