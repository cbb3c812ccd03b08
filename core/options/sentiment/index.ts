export { createSentiment, type Sentiment } from './sentiment.ts';
export {
  sentimentLatestView,
  type SentimentLatest,
  sentimentPage,
  type SentimentPage,
  sentimentQuery,
  type SentimentQuery,
} from './sentiment-view.ts';
