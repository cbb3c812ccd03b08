import assert from 'node:assert/strict';
import { ROUTES } from '../../api/routes/index.ts';
import { sampleRule } from '../../api/sample-access.ts';
import { COMMANDS } from '../../bot/catalogue.ts';
import { mayUse, refusalOf } from '../../bot/roles.ts';
import { SAMPLE_SHOWN } from '../../core/identity/index.ts';

/** Answers of routes that ask a model or a push service, start research, or are the installation's. */
const NOT_OF_SAMPLE = /^(?:AI_NOT_CONFIGURED|DAILY_RUN_LIMIT|WEB_PUSH_OFF|OWNER_ONLY)$/;
/** Changes of these ask brokers or models, or are taken up by jobs that do. */
const OUTSIDE_TAGS = new Set(['Connections', 'Policies', 'Models']);
/** Routes that leave the machine, or work for the person, without such an answer. */
const OTHERS = [
  'GET /api/portfolio/watchlist/:id/news',
  'POST /api/portfolio/watchlist',
  'POST /api/portfolio/alerts',
  'POST /api/notifications/deliveries/:id/retry',
  'POST /api/portfolio/market-data/files',
];

describe('what a sample has no part in', () => {
  const named = ROUTES.map((one) => ({ ...one, name: `${one.method} ${one.path}`, rule: sampleRule(one) }));

  it('each route that spends money, leaves the machine or belongs to the owner is refused, or acts on the person', () => {
    const outside = named.filter(
      ({ auth, method, name, problems = {}, tag }) =>
        auth === 'session' &&
        (OTHERS.includes(name) ||
          Object.values(problems)
            .flat()
            .some((code) => NOT_OF_SAMPLE.test(code)) ||
          (method !== 'GET' && OUTSIDE_TAGS.has(tag))),
    );
    assert.deepEqual(
      outside.filter(({ rule }) => rule === 'shown').map(({ name }) => name),
      [],
    );
    const found = new Set(outside.map(({ name }) => name));
    for (const name of [
      ...OTHERS,
      'POST /api/ai/ask',
      'POST /api/ai/ask/stream',
      'GET /api/research/analytics/ai-insight',
      'POST /api/ai/refresh',
      'POST /api/portfolio/ai-research/runs',
      'POST /api/portfolio/ai-research/v3/runs',
      'POST /api/portfolio/ai-research/runs/:run_id/retry',
      'POST /api/portfolio/connections/:id/sync',
      'POST /api/policies',
      'POST /api/research/runs/:run_id/promote-to-paper',
      'GET /api/backups',
      'GET /api/server/capacity',
      'GET /api/server/check-up',
    ])
      assert.ok(found.has(name), name);
  });

  it('settings of the person are the person’s, and those of the books the sample’s', () => {
    const settings = named.filter(
      ({ path, tag }) => /\/(?:settings|parts|browsers)$/.test(path) && !['Options', 'Models'].includes(tag),
    );
    assert.deepEqual(Object.fromEntries(settings.map(({ name, rule }) => [name, rule])), {
      'GET /api/chat/settings': 'own',
      'PUT /api/chat/settings': 'own',
      'GET /api/notifications/browsers': 'own',
      'POST /api/notifications/browsers': 'own',
      'GET /api/notifications/settings': 'own',
      'PUT /api/notifications/settings': 'own',
      'GET /api/parts': 'own',
      'PUT /api/parts': 'own',
      'PUT /api/portfolio/corporate-actions/settings': 'shown',
      'GET /api/portfolio/reports/snapshots/settings': 'shown',
      'PUT /api/portfolio/reports/snapshots/settings': 'shown',
      'PUT /api/portfolio/reports/tax-lots/settings': 'shown',
    });
  });

  it('in its chat a command that asks a model or a source is refused, in the words of the dashboard', () => {
    const refused = COMMANDS.filter((row) => !row.changes && !mayUse('sample', row)).map(({ name }) => name);
    assert.deepEqual(refused.toSorted(), ['ask', 'insight', 'research', 'stock_news']);
    assert.ok(!COMMANDS.some((row) => row.changes && mayUse('sample', row)));
    assert.equal(refusalOf('sample', {}, 'use /ask'), SAMPLE_SHOWN);
    for (const role of ['owner', 'viewer'] as const)
      assert.ok(COMMANDS.every((row) => row.changes || mayUse(role, row)));
  });
});
