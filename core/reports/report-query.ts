import * as yup from 'yup';
import { portfolioFilter, portfolioQuery } from '../portfolio/index.ts';

export { portfolioFilter, portfolioQuery };
export type PortfolioQuery = yup.InferType<typeof portfolioQuery>;

/** What most reports may be asked: whose, and why its figures are what they are. */
export const reportQueryFields = { portfolio: portfolioFilter, explain: yup.boolean().optional() };
export const reportQuery = yup.object(reportQueryFields).noUnknown();
export type ReportQuery = yup.InferType<typeof reportQuery>;
