import type { Context } from '../platform/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { PortfolioArea, ReadUndecided } from '../portfolio/index.ts';
import { createGoalService } from './goal-service.ts';
import { createLinkService } from './link-service.ts';
import { createSipService } from './sip-service.ts';
import type { ReadVolatilitySeries } from './volatility-series.ts';

export type Goals = ReturnType<typeof createGoals>;

/**
 * Goals, SIP plans and the links between them (spec: Goal and SIP rules 1 to 5).
 * @param readDays the days that the band of what is likely is measured on.
 */
export function createGoals(
  context: Context,
  portfolio: Pick<PortfolioArea, 'worth' | 'rates'>,
  notifications: Pick<Notifications, 'notify'>,
  readDays: ReadVolatilitySeries,
  readUndecided: ReadUndecided,
) {
  return {
    goals: createGoalService(context, portfolio, readDays, readUndecided),
    links: createLinkService(context),
    sips: createSipService(context, notifications),
  };
}
