export interface SocketRow {
  group: string;
  /** Five fit on a line; the two lines at the foot leave the right free for the hanging plug (three). */
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

/** Puts sockets on a plate of 580 wide, group by group; the height follows from the lines. */
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
