export { createCollector } from './collector.ts';
export { foldDay } from './count-day.ts';
export { createFunnel, type Funnel } from './funnel.ts';
export { type FunnelQuery, funnelQuery, funnelView, type FunnelView } from './funnel-view.ts';
export { reasonWords } from './reason-words.ts';
