import * as yup from 'yup';

/** Networth where no portfolio is named, or an empty one. */
export const portfolioField = yup.string().max(80).optional();

export const portfolioQuery = yup.object({ portfolio: portfolioField }).noUnknown();
export type PortfolioQuery = yup.InferType<typeof portfolioQuery>;

/** What most reports may be asked: whose, and why its figures are what they are. */
export const reportQueryFields = { portfolio: portfolioField, explain: yup.boolean().optional() };
export const reportQuery = yup.object(reportQueryFields).noUnknown();
export type ReportQuery = yup.InferType<typeof reportQuery>;
