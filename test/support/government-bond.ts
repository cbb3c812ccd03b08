/** A bond of the Government of India as a person enters it: 7.26 % a year on 100, paid twice, until February 2033. */
export const governmentBond = {
  portfolio: 'Main',
  symbol: '726GS2033',
  asset_class: 'Bond',
  currency: 'INR',
  isin: 'IN0020220151',
  quantity: 500,
  avg_buy_price: 101,
  face_value: 100,
  coupon_rate: 7.26,
  coupon_frequency: 2,
  maturity_date: '2033-02-06',
};
