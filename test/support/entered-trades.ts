import type { TestCore } from './core.ts';

/** Enters trades in rupees as a person would: a sale where the quantity is below zero. */
export const tradesOf =
  (world: () => Pick<TestCore, 'core' | 'owner'>) =>
  async (symbol: string, date: string, quantity: number, price: number, portfolio = 'Main') => {
    const { core, owner } = world();
    const type = quantity > 0 ? 'BUY' : 'SELL';
    const row = { portfolio, symbol, date, type, quantity: Math.abs(quantity), price, currency: 'INR' };
    return await core.portfolio.transactions.create(owner, row, { actor: 'test' });
  };
