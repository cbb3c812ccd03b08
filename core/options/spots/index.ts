export { createSpots, type Spots } from './spots.ts';
