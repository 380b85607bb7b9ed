import { type Coloring, scaleSteps } from './coloring.ts';
import { between, type Palette } from './palette.ts';

const shapes = ['disc', 'diamond', 'triangle'] as const;

/** How the points of one group look. `ring`: those that belong to no group. */
export interface Mark {
  color: string;
  shape: (typeof shapes)[number] | 'ring';
}

/** Returns the mark of each group, or of each step of a scale. */
export function marksOf({ groups, scale }: Coloring, { clusters, quiet }: Palette): Mark[] {
  const rest: Mark = { color: quiet, shape: 'ring' };
  const hue = (at: number) => clusters[at % clusters.length] ?? quiet;
  if (!scale)
    return groups.map(({ isRest }, at) =>
      isRest ? rest : { color: hue(at), shape: shapes[Math.floor(at / clusters.length) % shapes.length] ?? 'disc' },
    );
  // Orange over magenta to blue: they differ for any kind of color vision.
  const stops = [hue(1), hue(4), hue(2)] as const;
  const colorAt = (share: number) =>
    share < 0.5 ? between(stops[0], stops[1], share * 2) : between(stops[1], stops[2], share * 2 - 1);
  const steps = Array.from(
    { length: scaleSteps },
    (_, step): Mark => ({ color: colorAt(step / (scaleSteps - 1)), shape: 'disc' }),
  );
  return [...steps, rest];
}

/** Returns the names to draw beside the points of each mark; none for what belongs to no group. */
export const namesOf = ({ groups }: Coloring): string[] => groups.map(({ name, isRest }) => (isRest ? '' : name));

/** Corners of a mark of size 1, as x and y; none for a round one. The shapes have about the same area. */
export const cornersOf: Record<Mark['shape'], readonly (readonly [number, number])[]> = {
  disc: [],
  ring: [],
  diamond: [
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ],
  triangle: [
    [0, -1.25],
    [1.25, 1],
    [-1.25, 1],
  ],
};

/** Adds the outline of a mark to a path. @param half of its width, in pixels. */
export function traceMark(
  pen: Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'closePath' | 'arc'>,
  shape: Mark['shape'],
  x: number,
  y: number,
  half: number,
): void {
  const [first, ...others] = cornersOf[shape];
  if (!first) {
    const radius = shape === 'ring' ? half * 0.75 : half;
    pen.moveTo(x + radius, y);
    pen.arc(x, y, radius, 0, Math.PI * 2);
    return;
  }
  pen.moveTo(x + first[0] * half, y + first[1] * half);
  for (const [dx, dy] of others) pen.lineTo(x + dx * half, y + dy * half);
  pen.closePath();
}

/** A mark of the map beside its name. */
export function MarkSwatch({ mark: { color, shape } }: { mark: Mark }) {
  const corners = cornersOf[shape];
  return (
    <svg width={10} height={10} viewBox="-6 -6 12 12" aria-hidden style={{ flex: 'none' }}>
      {corners.length > 0 ? (
        <polygon fill={color} points={corners.map(([x, y]) => `${x * 4},${y * 4}`).join(' ')} />
      ) : (
        <circle
          r={shape === 'ring' ? 3.5 : 4.5}
          {...(shape === 'ring' ? { fill: 'none', stroke: color, strokeWidth: 1.6 } : { fill: color })}
        />
      )}
    </svg>
  );
}
