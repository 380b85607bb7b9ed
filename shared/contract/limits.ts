import * as z from 'zod/mini';
import { type RouteId, routeIds } from '../protocol/route.ts';
import { identifier } from './connections.ts';
import { call, out } from './define.ts';

export const limitKinds = ['largest-body', 'unknown-parameter', 'unsupported-format', 'unknown-value'] as const;
export type LimitKind = (typeof limitKinds)[number];

/** A limit that no document names and a refusal did. */
export interface LearnedLimit {
  id: string;
  connectionId: string;
  routeId: RouteId;
  /** `null` when it applies to every model of the route. */
  model: string | null;
  kind: LimitKind;
  /** The field it is about, such as `temperature`, `voice` or `file`. */
  field: string | null;
  /** What was refused: a value, a format, a size in bytes as a whole number. */
  refused: string | null;
  /** What the gateway said would do, when it did: a size in bytes, or allowed values. */
  allowed: string[];
  /** The gateway's own words, redacted. */
  said: string;
  /** When it was seen last, milliseconds since 1970, and how often. */
  seenAt: number;
  times: number;
  exchangeId: string;
}

export const limits = {
  /** Newest first. With a model: those of that model and those that apply to all. */
  list: call(
    z.object({
      connectionId: identifier,
      routeId: z.optional(z.enum(routeIds)),
      model: z.optional(z.string().check(z.maxLength(300))),
    }),
    out<LearnedLimit[]>(),
  ),
  forget: call(z.object({ id: identifier }), out<void>()),
};
