import { addMonths } from '../../platform/index.ts';
/** Whether units bought on one day and sold on another were held for more than so many months: the same day is not more. */
export function isHeldLonger(bought: string, sold: string, months: number): boolean {
  return sold > addMonths(bought, months);
}
