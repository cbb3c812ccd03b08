/**
 * Where the parts of a whole lie as rectangles: areas in proportion to the weights, as near to squares as they go
 * (squarified treemap of Bruls, Huizing and van Wijk, 2000).
 */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The longest side over the shortest of the worst rectangle, were these areas one row along a side. */
function worst(areas: readonly number[], side: number): number {
  const sum = areas.reduce((all, area) => all + area, 0);
  const depth = sum / side;
  return Math.max(...areas.map((area) => Math.max(depth ** 2 / area, area / depth ** 2)));
}

/**
 * One box per weight, in the order given, filling `area` without gaps or overlap. Weights are more than zero and best
 * given largest first.
 */
export function squarified(weights: readonly number[], area: Box): Box[] {
  const boxes: Box[] = [];
  let free = { ...area };
  let at = 0;
  while (at < weights.length) {
    const side = Math.min(free.width, free.height);
    if (side <= 0) return [...boxes, ...weights.slice(at).map(() => ({ ...free, width: 0, height: 0 }))];
    const left = weights.slice(at).reduce((sum, weight) => sum + weight, 0);
    const scale = (free.width * free.height) / left;
    const row = [(weights[at] as number) * scale];
    for (let next = at + 1; next < weights.length; next++) {
      const longer = [...row, (weights[next] as number) * scale];
      if (worst(longer, side) > worst(row, side)) break;
      row.push(longer.at(-1) as number);
    }
    const sum = row.reduce((all, one) => all + one, 0);
    const isLast = at + row.length === weights.length;
    const stands = free.width >= free.height;
    const full = stands ? free.width : free.height;
    const depth = isLast ? full : Math.min(full, sum / side);
    let offset = 0;
    for (const one of row) {
      const length = side * (one / sum);
      boxes.push(
        stands
          ? { x: free.x, y: free.y + offset, width: depth, height: length }
          : { x: free.x + offset, y: free.y, width: length, height: depth },
      );
      offset += length;
    }
    free = stands
      ? { ...free, x: free.x + depth, width: free.width - depth }
      : { ...free, y: free.y + depth, height: free.height - depth };
    at += row.length;
  }
  return boxes;
}
