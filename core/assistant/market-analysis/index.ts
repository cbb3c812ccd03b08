export {
  createMarketAnalysis,
  type MarketAnalysisParts,
  type MarketFacts,
  type RefreshMarketAnalysis,
} from './market-analysis.ts';
