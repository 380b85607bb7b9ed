import { cornersOf, type Mark } from './marks.ts';

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
