export {
  createPositions,
  positionPage,
  type PositionQuery,
  positionQuery,
  type Positions,
  type PositionView,
  positionView,
} from './positions.ts';
