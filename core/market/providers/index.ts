export { createFundDirectory, createHistoryProviders, createPublicProviders } from './public-providers.ts';
export { NotAChart, quotedIn, readYahooChartBody, withoutNoise, type YahooChartBody } from './yahoo-body.ts';
export { yahooHttp } from './yahoo-http.ts';
export { createYahooSeries, type SeriesProvider } from './yahoo-series.ts';
