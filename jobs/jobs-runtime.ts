import { hostname } from 'node:os';
import type { Core } from '../core/assembly/index.ts';
import { startAiResearch } from './ai-research.ts';
import { startBootEnrichment } from './boot-sector-enrichment.ts';
import { startIncomeCatchUp } from './income-catch-up.ts';
import { startMarketCatchUp } from './market-catch-up.ts';
import { startPositionRenewal } from './position-renewal.ts';
import { startResearchRuns } from './research-runs.ts';
import { startTradingReport } from './trading-report.ts';
import { timedSchedule } from './timed-schedule.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';

/** Starts the jobs role: does what is due and not done, and everything of the schedule from then on. */
export async function startJobs(core: Core): Promise<Pick<Scheduler, 'stop' | 'worker'>> {
  const scheduler = createScheduler(core, {
    schedule: timedSchedule(core.config, core.calendar),
    workerName: hostname(),
  });
  await scheduler.start();
  const renewal = startPositionRenewal(core);
  const income = startIncomeCatchUp(core);
  const market = startMarketCatchUp(core);
  const research = startResearchRuns(core);
  const dossiers = startAiResearch(core);
  const boot = startBootEnrichment(core, core.config.PORTFOLIO_SECTOR_BOOT_DELAY_MIN);
  const trading = startTradingReport(core);
  return {
    worker: scheduler.worker,
    async stop() {
      await renewal.stop();
      await dossiers.stop();
      await research.stop();
      await market.stop();
      await income.stop();
      await boot.stop();
      await trading.stop();
      await scheduler.stop();
    },
  };
}
