import { classes } from '../base/class-names.ts';
import { type PlacedSocket, placeSockets, type SocketRow } from './socket-layout.ts';
import s from './socket-panel.module.css';

export interface SocketPanelProps {
  /** What the picture shows, for those who cannot see it. */
  label: string;
  rows: readonly SocketRow[];
  /** The socket that the live cord comes from. */
  cordFrom?: string | undefined;
  /** Where it is plugged in; without it the cord hangs free. */
  cordTo?: string | undefined;
  /** A few words under the free end. */
  hint?: string | undefined;
}

/** The rack of sockets of the first run: one socket per route, and a cord that waits for somewhere to go. */
export function SocketPanel({ label, rows, cordFrom, cordTo, hint }: SocketPanelProps) {
  const { sockets, groups, rules, width, height } = placeSockets(rows);
  const from = sockets.find((socket) => socket.id === cordFrom);
  const to = sockets.find((socket) => socket.id === cordTo);
  const screws = [
    [16, 16],
    [width - 16, 16],
    [16, height - 16],
    [width - 16, height - 16],
  ] as const;
  return (
    <svg className={s.panel} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <rect className={s.plate} x=".5" y=".5" width={width - 1} height={height - 1} rx="14" />
      {screws.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <circle className={s.screw} cx={x} cy={y} r="4" />
          <path className={s.slot} d={`M${x - 2.5} ${y - 2.5}l5 5`} />
        </g>
      ))}
      {groups.map((group) => (
        <text key={group.name} className={s.group} x="28" y={group.y + 4}>
          {group.name}
        </text>
      ))}
      {rules.map((y) => (
        <path key={y} className={s.rule} d={`M28 ${y}H${width - 28}`} />
      ))}
      {sockets.map((socket) => (
        <Socket key={socket.id} socket={socket} />
      ))}
      {from && <LiveCord from={from} to={to} foot={height - 122} />}
      {from && !to && hint !== undefined && (
        <text className={s.label} x="490" y={height - 40}>
          {hint}
        </text>
      )}
    </svg>
  );
}

function Socket({ socket: { x, y, label, state = 'empty' } }: { socket: PlacedSocket }) {
  return (
    <g>
      <text className={s.label} x={x} y={y - 20}>
        {label}
      </text>
      <circle className={s.rim} cx={x} cy={y} r="12" />
      <circle className={classes(s.hole, s[state])} cx={x} cy={y} r="6" />
    </g>
  );
}

function LiveCord({ from, to, foot }: { from: PlacedSocket; to: PlacedSocket | undefined; foot: number }) {
  const path = to
    ? `M${from.x} ${from.y}C${from.x + 10} ${(from.y + to.y) / 2 + 90},${to.x - 10} ${(from.y + to.y) / 2 + 110},${to.x} ${to.y}`
    : `M${from.x} ${from.y}C${from.x + 18} ${from.y + 180},412 ${foot - 148},470 ${foot}`;
  return (
    <>
      <path className={s.shadow} d={path} />
      <path className={s.cord} d={path} />
      <circle className={s.cap} cx={from.x} cy={from.y} r="6.5" />
      {to ? (
        <circle className={s.cap} cx={to.x} cy={to.y} r="6.5" />
      ) : (
        <g transform={`translate(470 ${foot - 2}) rotate(-20)`}>
          <rect className={s.plug} x="-8" y="-4" width="16" height="40" rx="5" />
          <path className={s.grip} d="M-8 6h16M-8 11h16" />
          <rect className={s.tip} x="-4.5" y="36" width="9" height="20" rx="2.5" />
          <path className={s.groove} d="M-4.5 46h9" />
        </g>
      )}
    </>
  );
}
