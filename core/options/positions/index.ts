export {
  createPositions,
  positionPage,
  positionQuery,
  type Positions,
  type PositionView,
} from './positions.ts';
