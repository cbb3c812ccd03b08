export { createNetWorth } from './networth-report.ts';
export { netWorthQuery, type NetWorthView, netWorthView } from './view.ts';
