import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Part } from '#shared/protocol/part.ts';
import { connect } from '#shared/rpc/connect.ts';
import { socketTransport } from '#shared/rpc/socket.ts';
import { perFrame } from '../../../../renderer/lib/runs/frames.ts';
import { contract, type Order } from '../contract.ts';

export interface Shown {
  ms: number;
  /** The longest time between two frames. */
  gapMs: number;
  /** Every part arrived, in order. */
  isWhole: boolean;
}

const shownChars = 2000;
let show: (text: string) => void = () => {};

/** The end of the received text: what a reply looks like to a reader who follows it. */
function Tail() {
  const [text, setText] = useState('');
  show = setText;
  return <p>{text}</p>;
}
createRoot(document.getElementById('root') as HTMLElement).render(<Tail />);

async function overWire(socket: WebSocket, order: Order, take: (text: string) => void): Promise<void> {
  const client = connect(contract, socketTransport(socket as never));
  const frames = perFrame<string>((batch) => take(batch.join('')));
  for await (const part of client.bench.parts(order)) if (part.type === 'text-delta') frames.push(part.text);
  frames.flush();
}

/** One message and one state for each part. */
function naively(socket: WebSocket, order: Order, take: (text: string) => void): Promise<void> {
  return new Promise((resolve) => {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data as string) as { kind: string; part: Part };
      if (message.kind !== 'part') resolve();
      else if (message.part.type === 'text-delta') take(message.part.text);
    };
    socket.send(JSON.stringify(order));
  });
}

async function bench(way: 'wire' | 'naive', order: Order, address: string): Promise<Shown> {
  const socket = new WebSocket(address);
  await new Promise((done) => {
    socket.onopen = done;
  });
  let [next, isWhole, tail, gapMs, last] = [0, true, '', 0, performance.now()];
  const began = last;
  const look = (now: number) => {
    gapMs = Math.max(gapMs, now - last);
    last = now;
    frame = requestAnimationFrame(look);
  };
  let frame = requestAnimationFrame(look);
  await (way === 'wire' ? overWire : naively)(socket, order, (text) => {
    for (const piece of text.trimEnd().split(' ')) {
      isWhole &&= Number(piece.slice(0, piece.indexOf('@'))) === next;
      next += 1;
    }
    tail = (tail + text).slice(-shownChars);
    show(tail);
  });
  cancelAnimationFrame(frame);
  const ms = performance.now() - began;
  socket.close();
  return { ms, gapMs, isWhole: isWhole && next === order.count };
}

export type BridgeBench = typeof bench;
Object.assign(window, { bench });
