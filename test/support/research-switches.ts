import assert from 'node:assert/strict';
import { startAiResearch } from '../../jobs/ai-research.ts';
import { testApi } from './api-client.ts';
import { registerForResearch } from './research-world.ts';
import { script, scriptedResearch } from './scripted-evidence.ts';

export const RESEARCH_SWITCHES = [
  'ENABLED',
  'WORKER_ENABLED',
  'SCHEDULE_ENABLED',
  'OUTCOME_ENABLED',
] as const;

/** Starts Munim with these switches of research on and all sources dead, and expects its other pages to answer. */
export async function startsWith(on: readonly (typeof RESEARCH_SWITCHES)[number][]): Promise<void> {
  const told = script();
  // Every source is dead.
  for (const name of ['nse_filings', 'nse_archive', 'yahoo'] as const)
    told.answers[name] = new Error('nobody answers');
  told.ledgerFails = 'no facts either';
  const world = await testApi({
    research: scriptedResearch(told),
    environment: Object.fromEntries(on.map((name) => [`PORTFOLIO_AI_RESEARCH_${name}`, '1'])),
  });
  const jobs = startAiResearch(world.core);
  try {
    const client = await world.signedIn();
    const isOn = on.includes('ENABLED');
    await registerForResearch(world.core);
    const asked = await client.post('/api/portfolio/ai-research/runs', {
      symbol: 'KAVERI',
      mode: 'CURRENT',
    });
    assert.equal(asked.status, isOn ? 202 : 409);
    for (const path of [
      '/readyz',
      '/api/portfolio/holdings',
      '/api/portfolio/watchlist',
      '/api/policies',
      '/api/research/runs',
    ])
      assert.equal((await client.get(path)).status, 200, path);
  } finally {
    await jobs.stop();
    await world.close();
  }
}
