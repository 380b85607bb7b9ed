/**
 * Aligns one 2D map with another: moved, rotated, mirrored and scaled so that the same points are as near to each other
 * as possible, nothing else.
 *
 * @param target and `moved`: x and y of each point, one after the other; both of the same points.
 * @returns the moved map, and the share of the target's variance that is left between the two, from 0 (they coincide)
 * to 1.
 */
export function procrustes(target: Float32Array, moved: Float32Array): { map: Float32Array; rest: number } {
  const points = target.length / 2;
  const [ax, ay] = centerOf(target);
  const [bx, by] = centerOf(moved);
  let xx = 0;
  let xy = 0;
  let yx = 0;
  let yy = 0;
  let spread = 0;
  let own = 0;
  for (let at = 0; at < points; at++) {
    const [x, y] = [(target[at * 2] as number) - ax, (target[at * 2 + 1] as number) - ay];
    const [u, v] = [(moved[at * 2] as number) - bx, (moved[at * 2 + 1] as number) - by];
    xx += u * x;
    xy += u * y;
    yx += v * x;
    yy += v * y;
    spread += x * x + y * y;
    own += u * u + v * v;
  }
  // The best rotation, once without and once with mirroring; the better of the two is used.
  const plain = Math.hypot(xx + yy, xy - yx);
  const mirrored = Math.hypot(xx - yy, xy + yx);
  const isMirrored = mirrored > plain;
  const fit = Math.max(plain, mirrored);
  const angle = isMirrored ? Math.atan2(xy + yx, xx - yy) : Math.atan2(xy - yx, xx + yy);
  const scale = own > 0 ? fit / own : 0;
  const c = Math.cos(angle) * scale;
  const s = Math.sin(angle) * scale;
  const sign = isMirrored ? -1 : 1;
  const map = new Float32Array(moved.length);
  for (let at = 0; at < points; at++) {
    const u = (moved[at * 2] as number) - bx;
    const v = ((moved[at * 2 + 1] as number) - by) * sign;
    map[at * 2] = c * u - s * v + ax;
    map[at * 2 + 1] = s * u + c * v + ay;
  }
  const covered = own > 0 && spread > 0 ? (fit * fit) / (own * spread) : 1;
  return { map, rest: Math.max(0, 1 - covered) };
}

function centerOf(map: Float32Array): [number, number] {
  let x = 0;
  let y = 0;
  for (let at = 0; at < map.length; at += 2) {
    x += map[at] as number;
    y += map[at + 1] as number;
  }
  const points = Math.max(1, map.length / 2);
  return [x / points, y / points];
}
