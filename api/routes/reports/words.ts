import { listOf } from '../../../core/platform/schema/index.ts';
import { coverageFields, usedRateView } from '../../../core/portfolio/index.ts';
import { reasonsOf } from '../../../core/reports/index.ts';

export { partialFigures } from '../../../core/portfolio/index.ts';
export { reportQuery, warnings } from '../../../core/reports/index.ts';

export const part = coverageFields;
export const reasons = reasonsOf();
export const usedRates = listOf(usedRateView);
