import assert from 'node:assert/strict';
import { endNotice } from '../../../../core/research/runs/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import { RESEARCH_ON } from '../../../support/scripted-evidence.ts';
import { storeBaseline } from '../../../support/stored-dossier.ts';
import { LEGACY_REPORT, storeResearch, type StoredResearch } from '../../../support/stored-research.ts';

type Ended = 'COMPLETED' | 'PARTIAL' | 'REVIEW_REQUIRED' | 'FAILED' | 'CANCELLED';

describe('what a person is told when a run of research ends', () => {
  const fresh = sharedCore({ environment: { ...RESEARCH_ON } });
  let world: TestCore;
  let share: string;
  beforeEach(async () => {
    world = await fresh();
    share = (await registerForResearch(world.core))['KAVERI'] ?? '';
  });
  const notice = async (status: Ended, given: StoredResearch = {}, error: string | null = null) => {
    const id = await storeResearch(world.core, world.owner, share, {
      status,
      ...(error === null ? {} : { error }),
      ...given,
    });
    const found = await world.core.database.asSystem('a notice for a test', (trx) =>
      endNotice(trx, id.replace('ai-', ''), { status, error }),
    );
    assert.ok(found !== null);
    return { id, ...found, lines: found.body.split('\n') };
  };

  it('COMPLETED: rating, action, coverage and the summary, and where to read it', async () => {
    const { id, title, lines, ...rest } = await notice('COMPLETED');
    assert.equal(title, 'Research of Kaveri Flowtech Limited: the report is ready');
    assert.deepEqual(lines, [
      'Rating: Overweight. Action: Add, confidence 60%.',
      'Coverage: 100% of what a report needs, from 0 sources and 0 facts.',
      'Revenue grew 17.9% in FY2026.',
      `Next: read it with /research ${id}.`,
      'Advisory only; not advice to trade.',
    ]);
    assert.deepEqual(
      [rest.run_id, rest.symbol, rest.status, rest.verdict],
      [id, 'KAVERI', 'COMPLETED', 'SUFFICIENT'],
    );
  });

  it('PARTIAL: the report is there, and why it could not be printed', async () => {
    const { id, title, lines } = await notice(
      'PARTIAL',
      {},
      'The PDF could not be made: a font has no such character.',
    );
    assert.equal(title, 'Research of Kaveri Flowtech Limited: the report is ready, but not as a PDF');
    assert.deepEqual(lines.slice(2), [
      'Revenue grew 17.9% in FY2026.',
      'The PDF could not be made: a font has no such character.',
      `Next: read it with /research ${id}, and try its PDF again later.`,
      'Advisory only; not advice to trade.',
    ]);
  });

  it('REVIEW_REQUIRED: the report is a draft since its evidence is too weak, with the gaps and what to do', async () => {
    const gap = (nr: number) => ({
      obligation: `o${nr}`,
      title: `Gap ${nr}`,
      detail: 'Import the company’s results.',
    });
    const { title, lines } = await notice('REVIEW_REQUIRED', {
      required_pct: 62.4,
      coverage: [1, 2, 3, 4, 5].map(gap),
      report: { coverage: { required_pct: 62.4, verdict: 'REVIEW_REQUIRED' } },
    });
    assert.equal(title, 'Research of Kaveri Flowtech Limited: the report is not approved');
    assert.deepEqual(lines, [
      'The report is complete but not approved: the evidence for a required section is too weak.',
      'Rating of the draft: Overweight. Action: Add, confidence 60%.',
      'Coverage: 62% of what a report needs, from 0 sources and 0 facts.',
      'Revenue grew 17.9% in FY2026.',
      '• Gap 1: Import the company’s results.',
      '• Gap 2: Import the company’s results.',
      '• Gap 3: Import the company’s results.',
      '• Gap 4: Import the company’s results.',
      'and 1 more gap',
      'Next: add the missing evidence named above, then ask again with /research KAVERI.',
      'Advisory only; not advice to trade.',
    ]);
  });

  it('QA that did not pass is told with its first defect; so is a thesis that changed', async () => {
    const before = await storeResearch(world.core, world.owner, share, {
      created_at: '2026-02-01T06:00:00.000Z',
    });
    const baseline = await storeBaseline(world.core, before, {
      owner: world.owner,
      instrumentId: share,
      at: new Date('2026-02-01T06:00:00.000Z'),
    });
    const { lines } = await notice('COMPLETED', {
      report: {
        qa: {
          status: 'UNAVAILABLE',
          blocking_defects: [
            { code: 'STAGE_FAILED', path: 'stages.NEWS', message: 'News did not\ncome to an end.' },
            { code: 'X', path: '', message: 'Another.' },
          ],
        },
      },
      compared: { baseline, classification: 'WEAKENING', reasons: ['The rating fell.'] },
    });
    assert.deepEqual(lines.slice(3, 5), [
      `Against the baseline ${before}: weakening.`,
      'Not QA approved (UNAVAILABLE): News did not come to an end. (and 1 more)',
    ]);
  });

  it('a report of the first version is told by its first sentence; one without a form says so', async () => {
    const older = await notice('COMPLETED', { report: { payload: LEGACY_REPORT } });
    assert.equal(older.lines[0], 'Rating: Hold. Action: Watch, confidence 40%.');
    assert.equal(older.lines[2], 'Growth at Kaveri Ltd. slows to 3.5% next year.');
    const broken = await notice('COMPLETED', { report: { payload: { schema_version: '2.0', x: 1 } } });
    assert.match(broken.lines[0] ?? '', /stored report cannot be read/);
  });

  it('FAILED and CANCELLED: the reason, and how to ask again; nothing is said of a report', async () => {
    const failed = await notice('FAILED', { report: null }, 'No evidence was found.');
    assert.equal(failed.title, 'Research of Kaveri Flowtech Limited: it failed');
    assert.deepEqual(failed.lines, ['No evidence was found.', 'Next: ask again with /research KAVERI.']);
    const cancelled = await notice('CANCELLED', { report: null });
    assert.deepEqual(cancelled.lines, ['To ask again, send /research KAVERI.']);
  });

  it('a summary without end is cut, on one line, without addresses and never within a character', async () => {
    const thesis = `See https://evil.example/x now\n${'😀'.repeat(3_000)}`;
    const { lines } = await notice('COMPLETED', { report: { thesis, why_this_rating: null } });
    const [, , summary = ''] = lines;
    assert.match(summary, /^See now 😀/);
    assert.ok(summary.length <= 500, String(summary.length));
    assert.doesNotMatch(summary, /\p{Cs}|https/u);
  });
});
