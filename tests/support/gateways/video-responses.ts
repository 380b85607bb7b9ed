import { Buffer } from 'node:buffer';
import type { Received } from '../exchange/wire-server.ts';

/** 300 kB that begin like a video and are different at each position. */
export const video = Buffer.concat([
  Buffer.from('0000001866747970697336d0', 'hex'),
  Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31 + (at >> 8)) & 0xff)),
]);
video.write('ftypisom', 4, 'latin1');

export const tag = '"one"';

/** The head of a response, as lines. */
export const head = (status: number, headers: Record<string, string | number>): string =>
  `HTTP/1.1 ${status} Status\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

export const videoHeaders = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes', etag: tag };

/** Where a request wants to resume, and under which condition. */
export function askedOf({ headers }: Received): { from: number | null; ifRange: string | null } {
  const value = (wanted: string) => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
  const from = /^bytes=(\d+)-$/.exec(value('range') ?? '')?.[1];
  return { from: from === undefined ? null : Number(from), ifRange: value('if-range') };
}

/** Sends the whole video and breaks off after some bytes of it. */
export function breakOff(
  { socket }: Received,
  bytes: number,
  headers: Record<string, string | number> = videoHeaders,
): void {
  socket.write(head(200, { ...headers, 'content-length': video.length }));
  socket.write(video.subarray(0, bytes), () => socket.end());
}

/** Sends the rest of the video correctly. */
export function sendRest(
  { socket }: Received,
  from: number,
  headers: Record<string, string | number> = videoHeaders,
): void {
  const range = `bytes ${from}-${video.length - 1}/${video.length}`;
  socket.write(head(206, { ...headers, 'content-length': video.length - from, 'content-range': range }));
  socket.write(video.subarray(from));
}

export function sendAll({ socket }: Received, headers: Record<string, string | number> = videoHeaders): void {
  socket.write(head(200, { ...headers, 'content-length': video.length }));
  socket.write(video);
}
