import type { Deadlines } from './route.ts';

const seconds = (connect: number, headers: number, idle: number, total: number | null): Deadlines => ({
  connectMs: connect * 1000,
  headersMs: headers * 1000,
  idleMs: idle * 1000,
  totalMs: total === null ? null : total * 1000,
});

/** Deadlines follow what the gateway's backends need: a listing is quick, an unstreamed response may take minutes. */
export const usual = {
  listing: seconds(10, 20, 20, 30),
  unary: seconds(10, 600, 60, 1800),
  streamed: seconds(10, 300, 90, null),
  vectors: seconds(10, 60, 30, 120),
  pictures: seconds(10, 600, 120, 600),
  uploads: seconds(10, 600, 60, 900),
  submit: seconds(10, 120, 30, 180),
  poll: seconds(10, 30, 30, 60),
  download: seconds(10, 60, 60, null),
  session: seconds(15, 15, 30, null),
} as const;
