export { createMarketAnalysis, type MarketAnalysisParts, type MarketFacts } from './market-analysis.ts';
