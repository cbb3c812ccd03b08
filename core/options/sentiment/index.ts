export { createSentiment, type Sentiment } from './sentiment.ts';
export { sentimentLatestView, sentimentPage, sentimentQuery } from './sentiment-view.ts';
