/** Bonds: the days and amounts of their coupons. */
export { couponDays, couponPerUnit, type CouponTerms } from './coupons.ts';
