export { type BetaRound, type BetaService, createBetaService } from './beta-service.ts';
