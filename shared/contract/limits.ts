import * as z from 'zod/mini';
import { type RouteId, routeIds } from '../protocol/route.ts';
import { identifier } from './connections.ts';
import { call, out } from './define.ts';

export const limitKinds = ['largest-body', 'unknown-parameter', 'unsupported-format', 'unknown-value'] as const;
export type LimitKind = (typeof limitKinds)[number];

/** An undocumented limit, learned from a refusal. */
export interface LearnedLimit {
  id: string;
  connectionId: string;
  routeId: RouteId;
  /** `null` when it applies to every model of the route. */
  model: string | null;
  kind: LimitKind;
  /** The field that is limited, such as `temperature`, `voice` or `file`. */
  field: string | null;
  /** What was refused: a value, a format, or a size in bytes as an integer. */
  refused: string | null;
  /** What the gateway said it accepts, if it did: a size in bytes, or the allowed values. */
  allowed: string[];
  /** The gateway's own words, redacted. */
  said: string;
  /** When it was last seen, in milliseconds since 1970, and how often. */
  seenAt: number;
  times: number;
  exchangeId: string;
}

export const limits = {
  /** Newest first. With a model: that model's limits, and those that apply to all. */
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
