import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { istInstant } from '../../core/platform/index.ts';
import type { TestApi } from '../support/api-client.ts';
import { gate } from '../support/gate.ts';
import { FIRST_AT, SECOND_AT, storeHistory } from '../support/dossier-history.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../support/scripted-evidence.ts';
import {
  endRun,
  OLD_REPORT,
  putStage,
  storeReport,
  storeRun,
  wholeReport,
} from '../support/stored-dossier.ts';
import { becomes, choose, closeMessages, counts, fits, go, shows, type Visit } from './browser.ts';
import { openSignedIn } from './opening.ts';

const RULES = 'research/Dossier view rules';

describe('dossiers in a browser', function () {
  let close: () => Promise<void>;
  let world: TestApi;
  let at: Visit;
  let page: Page;
  let owner: string;
  let instrumentId: string;
  /** The whole report, of a share whose baseline is `first`. */
  let second: string;
  let first: string;

  const store = async (given: Partial<Parameters<typeof storeRun>[1]> = {}): Promise<string> =>
    await storeRun(world.core, { owner, instrumentId, at: FIRST_AT, ...given });
  const withReport = async (
    payload: (run_id: string) => object,
    given: Partial<Parameters<typeof storeRun>[1]> = {},
  ): Promise<string> => {
    const id = await store(given);
    await storeReport(world.core, id, { owner, payload: payload(id), at: FIRST_AT });
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
        ({ first, second } = await storeHistory(world.core, { owner, instrumentId }));
        await withReport(() => OLD_REPORT);
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
    for (const width of [1440, 360]) {
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
    // A refusal is shown in the dialog, which stays open.
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
    const others = 5;
    await page.getByLabel('Search research').fill('');
    await counts(rows, others + 2);
    await choose(page.getByRole('combobox', { name: 'Rating' }), 'Hold');
    await counts(rows, 2);
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
    await endRun(world.core, id, 'FAILED', SECOND_AT);
    await told({ run_id: id, stage: 'run', event: 'failed', text: 'It failed.' });
    await page.getByRole('note', { name: /^Failed/ }).waitFor();
    await page.getByRole('button', { name: 'Run new research' }).waitFor();
  });

  it('without a socket a run under way is asked for again and again', async () => {
    const id = await underWay();
    // A page of its own: what is routed of sockets stays so.
    const apart = await at.context.newPage();
    await apart.routeWebSocket('**/ws/live', async (socket) => await socket.close());
    await apart.goto(`/research/ai/${id}`);
    await apart.getByText('2 of 4 stages').waitFor();
    await putStage(world.core, id, { stage: 'BULL_CASE', status: 'COMPLETED' });
    await apart.getByText('3 of 4 stages').waitFor();
    await apart.close();
  });

  it('nothing was complained about but what was refused on purpose', () => {
    assert.deepEqual(
      at.complaints.filter((one) => !/409/.test(one)),
      [],
    );
  });
});
