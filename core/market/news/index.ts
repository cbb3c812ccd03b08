export { type FeedItem, NotAFeed, readFeed } from './news-feed.ts';
