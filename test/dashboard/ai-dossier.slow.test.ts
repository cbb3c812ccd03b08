import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { gate } from '../support/gate.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../support/scripted-evidence.ts';
import {
  BLOCKED_QA,
  endRun,
  OLD_REPORT,
  putStage,
  storeBaseline,
  storeComparison,
  storeOutcomes,
  storeReport,
  storeRun,
  wholeReport,
} from '../support/stored-dossier.ts';
import { becomes, choose, closeMessages, counts, fits, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

const RULES = 'research/Dossier view rules';
const AT = istInstant('2026-10-01', '09:30');
const LATER = istInstant('2026-10-03', '09:30');

describe('dossiers in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;
  let instrumentId: string;
  /** The whole report, compared with the baseline of `first`. */
  let second: string;
  let first: string;

  const store = async (given: Partial<Parameters<typeof storeRun>[1]> = {}): Promise<string> =>
    await storeRun(world.core, { owner, instrumentId, at: AT, ...given });
  const withReport = async (
    payload: (run_id: string) => object,
    { qa = 'PASS', ...given }: Partial<Parameters<typeof storeRun>[1]> & { qa?: string } = {},
  ): Promise<string> => {
    const id = await store(given);
    await storeReport(world.core, id, { owner, payload: payload(id), qa, at: AT });
    return id;
  };
  const open = async (id: string): Promise<void> => {
    await go(page, `/research/ai/${id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const region = (name: string): Locator => page.getByRole('region', { name, exact: true });

  before(async function () {
    ({ at, page, close } = await openSignedIn(this, {
      now: istInstant('2026-10-05', '11:30'),
      height: 1400,
      address: '/definitions',
      environment: { ...RESEARCH_ON },
      research: scriptedResearch(script()),
      async prepare(dashboard) {
        ({ world, owner } = dashboard);
        instrumentId = (await registerForResearch(world.core))['KAVERI'] ?? '';
        first = await withReport((run_id) => wholeReport({ run_id }));
        second = await withReport((run_id) => wholeReport({ run_id }), { at: LATER });
        const baselineId = await storeBaseline(world.core, first, { owner, instrumentId, at: AT });
        await storeComparison(world.core, second, {
          owner,
          baselineId,
          classification: 'STRENGTHENING',
          reasons: ['The rating rose from Hold to Overweight.'],
          at: LATER,
        });
        await storeOutcomes(world.core, second, {
          owner,
          at: LATER,
          outcomes: [
            {
              horizon_days: 5,
              from_day: '2026-10-03',
              to_day: '2026-10-10',
              return_pct: 3.2,
              reason: null,
              benchmark: 'NIFTY 50',
              benchmark_return_pct: -0.4,
              benchmark_reason: null,
            },
            {
              horizon_days: 20,
              from_day: '2026-10-03',
              to_day: '2026-10-31',
              return_pct: null,
              reason: 'The share was not traded on 31 Oct 2026.',
              benchmark: null,
              benchmark_return_pct: null,
              benchmark_reason: 'No index belongs to it.',
            },
          ],
        });
      },
    }));
  });
  after(() => close?.());

  it(`${RULES} 1: the layers of a report stand in their order, on a phone as on a wide screen`, async () => {
    await open(second);
    const layers = [
      page.getByRole('note', { name: /^Rating: Overweight/ }),
      page.getByRole('note', { name: 'Active baseline' }),
      region('Segments'),
      region('Peers'),
      page.getByText('Valuation basis: Cyclical P/E band', { exact: true }),
      region('Bull case'),
      region('Bear case'),
      region('Catalysts').first(),
      region('Risks'),
      region('Invalidation'),
      region('Claims and sources'),
      region('Stages'),
      region('Baselines'),
      region('Outcomes'),
      page.getByRole('tab', { name: /^Coverage/ }),
    ];
    for (const layer of layers) await layer.waitFor();
    for (const width of [1440, 390, 360]) {
      await page.setViewportSize({ width, height: 1400 });
      await fits(page);
      const places: { x: number; y: number }[] = [];
      for (const layer of layers)
        places.push((await layer.boundingBox()) ?? assert.fail('a layer without a place'));
      for (const [nr, { x, y }] of places.entries()) {
        const before = places[nr - 1];
        assert.ok(
          before === undefined || y > before.y || (y === before.y && x > before.x),
          `layer ${nr} at ${width} pixels`,
        );
      }
    }
    await page.setViewportSize({ width: 1280, height: 1400 });
    await page.getByRole('note', { name: /^Action: Add/ }).waitFor();
    const meter = page.getByRole('meter', { name: 'Confidence' });
    assert.equal(await meter.getAttribute('aria-valuenow'), '60');
    await page.getByText(/^This is advice only/).waitFor();
  });

  it(`${RULES} 2: the summary is why_this_rating, and of a report without one the first sentence of its thesis`, async () => {
    const summary = page.getByRole('region', { name: 'Decision' });
    await summary.getByText('Revenue grew 17.9% in FY2026.', { exact: true }).waitFor();
    await open(await withReport((run_id) => wholeReport({ run_id, why_this_rating: null })));
    await summary
      .getByText('Kaveri sells pumps to farms and cities, and orders grow faster than its rivals’.', {
        exact: true,
      })
      .waitFor();
  });

  it(`${RULES} 3: the banner names the pinned run and when, or a dash; the pin button is hidden then`, async () => {
    await open(second);
    const banner = page.getByRole('note', { name: 'Active baseline' });
    await shows(banner, new RegExp(`^Baseline: ${first}, pinned 1 Oct 2026, 09:30\\.\\s+Unpin$`));
    await counts(page.getByRole('button', { name: 'Pin as baseline' }), 0);
    await page.route('**/runs/ai-*?first=0', async (route) => {
      const response = await route.fetch();
      const dossier = (await response.json()) as { thesis_baselines: { created_at?: string }[] };
      for (const one of dossier.thesis_baselines) delete one.created_at;
      await route.fulfill({ response, json: dossier });
    });
    await open(first);
    await shows(banner, /, this run, pinned —\./);
    await page.unroute('**/runs/ai-*?first=0');
  });

  it(`${RULES} 5: catalysts stand by date with TBD for the others, as a plain list, or as a message`, async () => {
    await open(second);
    const lines = region('Catalysts').first().getByRole('listitem');
    await counts(lines, 4);
    assert.deepEqual(
      await Promise.all([0, 1, 2].map(async (nr) => (await lines.nth(nr).innerText()).split('\n')[0])),
      ['Aug 2026', 'Q2 FY2027', 'TBD'],
    );
    await open(await withReport(() => OLD_REPORT));
    await counts(region('Catalysts').getByRole('listitem'), 2);
    await counts(region('Catalysts').getByText('TBD'), 0);
    await open(await withReport((run_id) => wholeReport({ run_id, catalysts: [] })));
    await region('Catalysts').first().getByText('The report names no catalysts.').waitFor();
  });

  it(`${RULES} 6: a segment has its share only where it is known, and the lists that it has`, async () => {
    await open(second);
    const farms = page.getByRole('article', { name: 'Agricultural pumps' });
    await farms.getByText('68% of revenue').waitFor();
    await farms.getByText('The irrigation programme of two states').waitFor();
    await farms.getByText('A weak monsoon').waitFor();
    const city = page.getByRole('article', { name: 'City water' });
    await city.getByText('Working capital').waitFor();
    await counts(city.getByText(/of revenue|Catalysts/), 0);
  });

  it(`${RULES} 7: peers have five columns, with a dash for a return that is not known`, async () => {
    const peers = page.getByRole('table', { name: 'Peers' });
    assert.deepEqual(await peers.getByRole('columnheader').allInnerTexts(), [
      'Symbol',
      'Name',
      'Rating',
      '1Y return',
      'Rationale',
    ]);
    await peers.getByRole('row', { name: /DEEP Deep Pumps Hold.*−12\.40%/ }).waitFor();
    await shows(
      peers
        .getByRole('row', { name: /NARMADA/ })
        .getByRole('cell')
        .nth(3),
      /—/,
    );
  });

  it(`${RULES} 6, 7 and 8: without segments, peers or a basis nothing stands there`, async () => {
    await open(
      await withReport((run_id) =>
        wholeReport({ run_id, segment_views: [], peer_set: [], valuation_basis: null }),
      ),
    );
    await region('Bull case').waitFor();
    await counts(region('Segments'), 0);
    await counts(region('Peers'), 0);
    await counts(page.getByText(/^Valuation basis/), 0);
  });

  it('a claim opens its facts, exact figures, formula, inputs and sources; only web addresses are links', async () => {
    await open(second);
    await page.getByRole('button', { name: 'Open claim c2' }).first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Calculated from figures in the sources.', { exact: true }).waitFor();
    await drawer.getByText('Exact value: 17.8947368421053 pct').waitFor();
    await drawer.getByText('Calculated: this year over the year before').waitFor();
    await drawer.getByRole('button', { name: 'Revenue from operations, FY2026: ₹1,120 crore' }).click();
    const input = drawer.getByRole('region', { name: 'Revenue from operations' });
    await input.getByText('Exact value: 11,20,00,00,000 INR').waitFor();
    const link = input.getByRole('link').first();
    assert.equal(await link.getAttribute('href'), 'https://example.com/results');
    assert.match((await link.getAttribute('rel')) ?? '', /noopener/);
    const differ = input.getByRole('region', { name: 'Sources differ' });
    await shows(
      differ,
      /✓ ₹1,120 crore[\s\S]*₹1,119 crore[\s\S]*The stronger publisher is used\. The list is rounded\./,
    );
    await page.getByRole('button', { name: 'Close the claim' }).click();
    await region('Claims and sources')
      .getByRole('button', { name: /^c6 Steel may become dearer/ })
      .click();
    await drawer.getByText('It is not based on any figure.').waitFor();
    await page.getByRole('button', { name: 'Close the claim' }).click();
    await region('Claims and sources').getByText('Sources (4)').click();
    await counts(region('Claims and sources').getByRole('row'), 5);
    await counts(region('Claims and sources').getByRole('link'), 1);
  });

  it('this run stands against its baseline with the reasons, and its outcomes beside an index', async () => {
    const history = region('Baselines');
    await history
      .getByRole('note', { name: /^Strengthening/ })
      .first()
      .waitFor();
    await history
      .getByRole('list', { name: 'Reasons' })
      .getByText(/rose from Hold/)
      .waitFor();
    await history.getByRole('table', { name: 'Baselines' }).getByText('Active').waitFor();
    const outcomes = page.getByRole('table', { name: 'Outcomes' });
    await outcomes.getByRole('row', { name: /5 sessions.*\+3\.20%.*−0\.40%/ }).waitFor();
    await outcomes.getByText('The share was not traded on 31 Oct 2026.').waitFor();
    const pdf = page.getByRole('link', { name: 'Download PDF' });
    assert.equal(await pdf.getAttribute('href'), `/api/portfolio/ai-research/runs/${second}/pdf`);
  });

  it('a report that is not approved says so with its coverage and every blocking defect', async () => {
    const payload = (run_id: string): object =>
      wholeReport({ run_id, qa: BLOCKED_QA, coverage: { required_pct: 75, verdict: 'REVIEW_REQUIRED' } });
    await open(await withReport(payload, { status: 'REVIEW_REQUIRED', requiredPct: 75, qa: 'FAIL' }));
    const draft = page.getByRole('note', { name: 'DRAFT - NOT APPROVED FOR PUBLICATION' });
    await shows(draft, /Coverage 75%/);
    const qa = page.getByRole('note', { name: 'Not QA approved' });
    await shows(qa, /QA: FAIL/);
    await shows(qa, /2 blocking defects/);
    await shows(qa, /UNSUPPORTED_NUMBER, at sections\.0\.paragraphs\.0/);
    await shows(qa, /MISSING_SECTION, the whole report/);
  });

  it('research/Evidence, claims and facts 2: what was removed before publication is folded, by place and reason, without its words', async () => {
    const id = await store();
    await storeReport(world.core, id, {
      owner,
      payload: wholeReport({ run_id: id }),
      struck: [
        { path: 'EDITOR.sections.balance_sheet.0', code: 'UNSUPPORTED_NUMBER', detail: 'It prints 98,765.' },
        { path: 'BEAR_CASE.statements.1', code: 'UNKNOWN_FACT', detail: 'There is no fact <b>made.up</b>.' },
        ...Array.from({ length: 58 }, () => ({ path: 'thesis', code: 'EMPTY', detail: '' })),
      ],
      at: AT,
    });
    await open(id);
    const removed = region('Removed before publication');
    const fold = removed.getByText('Removed before publication (60)', { exact: true });
    const first = removed.getByRole('listitem').first();
    await fold.waitFor();
    assert.equal(await first.isVisible(), false);
    await fold.click();
    await shows(
      first,
      /^Balance sheet: A sentence gave a number that its evidence does not contain\.\s+UNSUPPORTED_NUMBER$/,
    );
    await shows(removed.getByRole('listitem').nth(1), /^The case against it: It cited a fact/);
    await removed.getByText('and 10 more', { exact: true }).waitFor();
    await counts(page.getByText(/98,765|made\.up/), 0);
    await fits(page);
    await open(second);
    await region('Bull case').waitFor();
    await counts(removed, 0);
  });

  it(`${RULES} 9: a report that does not keep to its form is a red alert, with none of it and the evidence below`, async () => {
    const alert = page.getByRole('alert').filter({ hasText: 'This report cannot be shown' });
    await open(await withReport(() => ({ ...OLD_REPORT, note: 'x' })));
    await alert.getByText(/stored report cannot be read/).waitFor();
    await counts(page.getByText('Why this rating'), 0);
    await page.getByRole('tab', { name: /^Facts/ }).waitFor();
    // The server itself may be newer or broken: what it sends is held to the form as well.
    await page.route('**/runs/ai-*?first=0', async (route) => {
      const response = await route.fetch();
      const dossier = (await response.json()) as { segment_views: { revenue_share_pct?: number }[] };
      for (const one of dossier.segment_views) one.revenue_share_pct = 140;
      await route.fulfill({ response, json: dossier });
    });
    await open(await withReport((run_id) => wholeReport({ run_id })));
    await alert.getByText(/segment_views\.0\.revenue_share_pct must be from 0 to 100/).waitFor();
    await counts(region('Segments'), 0);
    await counts(page.getByText('Why this rating'), 0);
    await counts(page.getByRole('link', { name: 'Download PDF' }), 0);
    await page.getByRole('tab', { name: /^Evidence/ }).waitFor();
    await page.unroute('**/runs/ai-*?first=0');
  });

  it(`${RULES} 4: the first click arms the pin, another place disarms it, and a refusal is told in the server’s words`, async () => {
    // Another share, which has no baseline.
    const other = (await world.core.database.asSystem('an instrument', async (trx) => {
      const [row] = (await trx('market.instruments')
        .insert({ exchange: 'NSE', symbol: 'NARMADA', asset_class: 'Indian Equity', name: 'Narmada' })
        .returning('id')) as { id: string }[];
      return row?.id ?? '';
    })) as string;
    const of = { instrumentId: other, symbol: 'NARMADA', name: 'Narmada Engineering' };
    const partial = await withReport((run_id) => wholeReport({ run_id }), { ...of, status: 'PARTIAL' });
    const id = await withReport((run_id) => wholeReport({ run_id }), of);
    const asked: string[] = [];
    const held = gate();
    await page.route('**/set-baseline', async (route) => {
      asked.push(`${route.request().method()} ${new URL(route.request().url()).pathname}`);
      await held.pass();
      await route.continue();
    });
    await open(partial);
    await counts(page.getByRole('note', { name: 'Active baseline' }), 0);
    const pin = page.getByRole('button', { name: 'Pin as baseline' });
    const confirm = page.getByRole('button', { name: 'Confirm pin' });
    await pin.click();
    await confirm.waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await pin.click();
    await confirm.press('Escape');
    await pin.waitFor();
    assert.deepEqual(asked, []);
    await pin.press('Enter');
    await confirm.press('Enter');
    await held.reached;
    const again = page.getByRole('button', { name: 'Run new research' });
    await becomes(async () => await again.isDisabled(), true);
    held.open();
    await page.getByText(/^Run is PARTIAL; only COMPLETED runs can be pinned as a baseline/).waitFor();
    await pin.waitFor();
    assert.equal(await again.isEnabled(), true);
    await closeMessages(page);
    await open(id);
    await pin.click();
    await confirm.click();
    await shows(
      page.getByRole('note', { name: 'Active baseline' }),
      new RegExp(`${id}, this run, pinned 5 Oct 2026`),
    );
    await counts(pin, 0);
    await counts(confirm, 0);
    assert.deepEqual(asked, [
      `POST /api/portfolio/ai-research/runs/${partial}/set-baseline`,
      `POST /api/portfolio/ai-research/runs/${id}/set-baseline`,
    ]);
    await page.unroute('**/set-baseline');
  });

  it(`${RULES} 3: a baseline is unpinned once that is confirmed, and what was unpinned elsewhere is told`, async () => {
    const gone = (await world.core.database.asSystem('an instrument', async (trx) => {
      const [row] = (await trx('market.instruments')
        .insert({ exchange: 'NSE', symbol: 'TAPTI', asset_class: 'Indian Equity', name: 'Tapti' })
        .returning('id')) as { id: string }[];
      return row?.id ?? '';
    })) as string;
    const of = { instrumentId: gone, symbol: 'TAPTI', name: 'Tapti Works' };
    const id = await withReport((run_id) => wholeReport({ run_id }), of);
    const { thesis } = world.core.research;
    const by = { actor: 'test' };
    await thesis.setBaseline(owner, id, by);
    await open(id);
    const banner = page.getByRole('note', { name: 'Active baseline' });
    const pin = page.getByRole('button', { name: 'Pin as baseline' });
    const dialog = page.getByRole('dialog', { name: `Unpin ${id}?` });
    const unpin = async (): Promise<void> => {
      await banner.getByRole('button', { name: 'Unpin' }).click();
      await dialog.waitFor();
    };
    await unpin();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await unpin();
    await dialog.getByRole('button', { name: 'Unpin the baseline' }).click();
    await page.getByText(`${id} is no longer the baseline.`, { exact: true }).waitFor();
    await pin.waitFor();
    await counts(banner, 0);
    await counts(dialog, 0);
    await region('Baselines').getByRole('table', { name: 'Baselines' }).getByText('Former').waitFor();
    await closeMessages(page);
    // Pinned again, and unpinned elsewhere while this page asks.
    await pin.click();
    await page.getByRole('button', { name: 'Confirm pin' }).click();
    await unpin();
    await page.route('**/clear-baseline', async (route) => {
      await thesis.clearBaseline(owner, id, by);
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Unpin the baseline' }).click();
    await page
      .getByText(`${id} was replaced or unpinned before, 5 Oct 2026, 11:30. Nothing was changed.`, {
        exact: true,
      })
      .waitFor();
    await counts(banner, 0);
    await page.unroute('**/clear-baseline');
    await closeMessages(page);
    // What the server refuses stands in the question, which stays.
    await pin.click();
    await page.getByRole('button', { name: 'Confirm pin' }).click();
    await page.route('**/clear-baseline', async (route) => {
      await route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'NOT_A_BASELINE', detail: 'This run was never pinned.' }),
      });
    });
    await unpin();
    await dialog.getByRole('button', { name: 'Unpin the baseline' }).click();
    await dialog.getByText('This run was never pinned.').waitFor();
    await page.unroute('**/clear-baseline');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await thesis.clearBaseline(owner, id, by);
  });

  it('the list has ratings and coverage, and is searched and narrowed', async () => {
    await go(page, '/research/ai');
    const rows = page.getByRole('table', { name: 'Research' }).getByRole('row');
    await page.getByLabel('Search research').fill('narmada eng');
    await counts(rows, 3);
    await rows
      .nth(1)
      .getByRole('note', { name: /^Overweight/ })
      .waitFor();
    const others = 12;
    await page.getByLabel('Search research').fill('');
    await counts(rows, others + 2);
    await choose(page.getByRole('combobox', { name: 'Rating' }), 'Hold');
    await counts(rows, 3);
    await choose(page.getByRole('combobox', { name: 'Status' }), 'Failed');
    await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
  });

  const told = async (frame: object): Promise<void> => {
    const payload = JSON.stringify({ user_id: owner, ...frame });
    await world.core.database.systemPool.query("select pg_notify('research_progress', $1)", [payload]);
  };
  const underWay = async (): Promise<string> =>
    await store({
      status: 'running',
      stages: [
        { stage: 'LEDGER', status: 'COMPLETED' },
        { stage: 'BULL_CASE', status: 'RUNNING', model: 'a-model', costUsd: 0.0123 },
        { stage: 'BEAR_CASE', status: 'BLOCKED', detail: 'It needs Valuation.' },
        { stage: 'PUBLICATION_QA', status: 'PENDING' },
      ],
    });

  it('research/Progress envelope: a run under way shows its stages, its cost and what the model says', async () => {
    const id = await underWay();
    await open(id);
    const stage = (name: string) => region('Stages').getByRole('listitem').filter({ hasText: name });
    await stage('The case against it').getByText('Blocked').waitFor();
    await stage('Check of the report').getByText('Pending').waitFor();
    await shows(
      page.getByRole('region', { name: 'Progress' }),
      /2 of 4 stages[\s\S]*\$0\.01 of at most \$1\.00/,
    );
    let reads = 0;
    page.on('request', (request) => {
      if (request.url().includes(`/runs/${id}?`)) reads += 1;
    });
    // The socket may have opened a moment ago; until a frame arrives it is told again.
    const frame = { run_id: id, stage: 'BULL_CASE' };
    for (let nr = 0; nr < 20; nr += 1) await told({ ...frame, event: 'token', text: `Orders grow ${nr}. ` });
    await shows(stage('The case for it'), /Orders grow 0\. [\s\S]*Orders grow 19\./);
    assert.ok(reads <= 1, `${reads} reads for what a model said`);
    // Of another run nothing is shown.
    await told({ run_id: first, stage: 'BULL_CASE', event: 'token', text: 'Elsewhere' });
    await putStage(world.core, id, { stage: 'BULL_CASE', status: 'COMPLETED', detail: 'Four points.' });
    await told({ ...frame, event: 'done', text: 'Four points.' });
    await stage('The case for it').getByText('Completed').waitFor();
    await counts(page.getByText(/Orders grow|Elsewhere/), 0);
    await shows(page.locator('[aria-live="polite"].sr-only').last(), /The case for it: completed\./);
    await fits(page);
    await endRun(world.core, id, 'FAILED', LATER);
    await told({ run_id: id, stage: 'run', event: 'failed', text: 'It failed.' });
    await page.getByRole('note', { name: /^Failed/ }).waitFor();
    await page.getByRole('button', { name: 'Run new research' }).waitFor();
  });

  it('without a socket a run under way is asked for again and again', async () => {
    const id = await underWay();
    await page.routeWebSocket('**/ws/live', async (socket) => await socket.close());
    await page.goto(`/research/ai/${id}`);
    await page.getByText('2 of 4 stages').waitFor();
    await putStage(world.core, id, { stage: 'BULL_CASE', status: 'COMPLETED' });
    await page.getByText('3 of 4 stages').waitFor();
  });

  it('nothing was complained about but what was refused on purpose', () => {
    assert.deepEqual(
      at.complaints.filter((one) => !/409/.test(one)),
      [],
    );
  });
});
