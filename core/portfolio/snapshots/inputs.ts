import * as yup from 'yup';

/** Networth where no portfolio is named, or an empty one. */
export const portfolioFilter = yup.string().max(80).optional();
export const portfolioQuery = yup.object({ portfolio: portfolioFilter }).noUnknown();
