export { createSpots, type Spot, type Spots } from './spots.ts';
