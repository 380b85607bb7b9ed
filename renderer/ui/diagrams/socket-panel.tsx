import { classes } from '../base/class-names.ts';
import s from './socket-panel.module.css';

export interface SocketRow {
  group: string;
  /** Five fit on a line; the bottom two lines leave room at the right for the hanging plug (three). */
  sockets: readonly { id: string; label: string; state?: 'empty' | 'on' | 'bad' | undefined }[];
  perLine?: number | undefined;
}

export interface PlacedSocket {
  id: string;
  label: string;
  state?: 'empty' | 'on' | 'bad' | undefined;
  x: number;
  y: number;
}

export interface SocketLayout {
  sockets: PlacedSocket[];
  groups: { name: string; y: number }[];
  /** Heights of the lines between groups. */
  rules: number[];
  width: number;
  height: number;
}

const left = 142;
const stepX = 96;
const top = 70;
const stepY = 78;

/** Places sockets on a plate 580 wide, group by group; the height follows from the lines. */
export function placeSockets(rows: readonly SocketRow[]): SocketLayout {
  const layout: SocketLayout = { sockets: [], groups: [], rules: [], width: 580, height: 0 };
  let line = 0;
  for (const { group, sockets, perLine = 5 } of rows) {
    if (line > 0) layout.rules.push(top + line * stepY - 38);
    layout.groups.push({ name: group, y: top + line * stepY });
    for (const [index, socket] of sockets.entries()) {
      const y = top + (line + Math.floor(index / perLine)) * stepY;
      layout.sockets.push({ ...socket, x: left + (index % perLine) * stepX, y });
    }
    line += Math.max(1, Math.ceil(sockets.length / perLine));
  }
  layout.height = top + (line - 1) * stepY + 62;
  return layout;
}

export interface SocketPanelProps {
  /** Describes the diagram for screen readers. */
  label: string;
  rows: readonly SocketRow[];
  /** The socket that the live cord starts from. */
  cordFrom?: string | undefined;
  /** The cord leads off the plate; otherwise its other end hangs free. */
  isPluggedIn?: boolean | undefined;
  /** A number and what it counts, at the lower right. */
  figure?: readonly [count: number, label: string] | undefined;
  /** A short text under the free end. */
  hint?: string | undefined;
}

/** The rack of sockets of the first run: one socket per route, lit where a model is listed, and a cord. */
export function SocketPanel({ label, rows, cordFrom, isPluggedIn = false, figure, hint }: SocketPanelProps) {
  const { sockets, groups, rules, width, height } = placeSockets(rows);
  const from = sockets.find((socket) => socket.id === cordFrom);
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
      {from && (isPluggedIn ? <PluggedCord from={from} width={width} /> : <FreeCord from={from} foot={height - 122} />)}
      {figure && (
        <text className={s.label} x={width - 40} y={height - 54} style={{ textAnchor: 'end' }}>
          <tspan className={s.figure}>{figure[0].toLocaleString('en-US')}</tspan> {figure[1]}
        </text>
      )}
      {from && hint !== undefined && (
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
      <text className={classes(s.label, state === 'on' && s.listed)} x={x} y={y - 20}>
        {label}
      </text>
      {state === 'on' && <circle className={s.halo} cx={x} cy={y} r="17" />}
      <circle className={s.rim} cx={x} cy={y} r="12" />
      <circle className={classes(s.hole, s[state])} cx={x} cy={y} r="6" />
    </g>
  );
}

function PluggedCord({ from: { x, y }, width }: { from: PlacedSocket; width: number }) {
  const path = `M${x} ${y}C${x + 34} ${y + 120},${x - 56} ${y + 180},${x - 26} ${y + 302}C${x - 14} ${y + 354},${x + 14} ${y + 400},${width} ${y + 414}`;
  return (
    <>
      <path className={s.shadow} d={path} />
      <path className={s.cord} d={path} />
      <circle className={s.plug} cx={x} cy={y} r="9" />
      <circle className={s.pin} cx={x} cy={y} r="3.5" />
    </>
  );
}

function FreeCord({ from, foot }: { from: PlacedSocket; foot: number }) {
  const path = `M${from.x} ${from.y}C${from.x + 18} ${from.y + 180},412 ${foot - 148},470 ${foot}`;
  return (
    <>
      <path className={s.shadow} d={path} />
      <path className={s.cord} d={path} />
      <circle className={s.cap} cx={from.x} cy={from.y} r="6.5" />
      <g transform={`translate(470 ${foot - 2}) rotate(-20)`}>
        <rect className={s.plug} x="-8" y="-4" width="16" height="40" rx="5" />
        <path className={s.grip} d="M-8 6h16M-8 11h16" />
        <rect className={s.tip} x="-4.5" y="36" width="9" height="20" rx="2.5" />
        <path className={s.groove} d="M-4.5 46h9" />
      </g>
    </>
  );
}
