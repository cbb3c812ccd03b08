/** Address of the page of a holding, whichever portfolios it is in. */
export const holdingLink = (symbol: string): string => `/holdings/${encodeURIComponent(symbol)}`;
