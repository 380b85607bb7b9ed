import { type RouteId, routeIds } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

/** A request as the gateway's own log names it. */
export interface LoggedRequest {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
}

/** One case that is tried on a gateway, and its expected result. */
export interface Case {
  title: string;
  routeId: RouteId;
  /** JSON body; with `files` the fields of a form. */
  body?: Record<string, unknown>;
  /** Fields that are files: name of the field to a name of `sampleFiles`. */
  files?: Record<string, keyof typeof sampleFiles>;
  params?: Record<string, string>;
  /** Default: the valid one. */
  key?: 'good' | 'wrong' | 'none';
  /** Failure codes or end states that are correct here. */
  truth: string;
}

/** A third-party gateway, started on this computer. */
export interface Gateway {
  name: string;
  version: string;
  url: string;
  key: string;
  cases: readonly Case[];
  /** Models for the check, under names that describe them; empty for those that it lists. */
  models: readonly string[];
  /** Routes of Patchbay's table that this gateway has, according to its own description or source. */
  has: ReadonlySet<RouteId>;
  /** Routes of these that are switched off as it is started. */
  off?: ReadonlySet<RouteId>;
  /** New log entries since the last call. */
  newRequests(): Promise<LoggedRequest[]>;
  stop(): Promise<void>;
}

/** Returns which routes of the table a list of path templates contains; parameter names do not count. */
export function routesIn(paths: readonly string[]): Set<RouteId> {
  const shape = (text: string) => text.replace(/\{[^}]*\}/g, '{}');
  const shapes = new Set(paths.map(shape));
  return new Set(routeIds.filter((id) => id !== 'custom' && shapes.has(shape(routes[id].path))));
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A second of silence: 8,000 samples of 16 bits. */
function silence(): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + 16_000, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(16_000, 40);
  return Buffer.concat([head, Buffer.alloc(16_000)]);
}

export const sampleFiles = {
  'pixel.png': { type: 'image/png', bytes: pixel },
  'second.wav': { type: 'audio/wav', bytes: silence() },
} as const;

/** A chat completions request that any model accepts. */
export const chat = (model: string, more: Record<string, unknown> = {}) => ({
  model,
  messages: [{ role: 'user', content: 'Say hello.' }],
  ...more,
});
