export { degiroAccount } from './degiro-account.ts';
export { degiroTransactions } from './degiro-transactions.ts';
export { tradeRepublic } from './trade-republic.ts';
export { trading212 } from './trading212.ts';
