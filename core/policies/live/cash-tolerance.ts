/** Rupees and part of an amount by which cash at the broker may lie beside the books: charges are estimates to the paisa. */
export const CASH_TOLERANCE = { rupees: 100, part: 0.001 };
