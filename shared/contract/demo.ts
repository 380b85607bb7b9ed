import * as z from 'zod/mini';
import type { SimulatedFailure } from '../protocol/simulated-failure.ts';
import { call, out } from './define.ts';

export interface DemoState {
  running: boolean;
  address: string | null;
  /** The connection to it. */
  connectionId: string | null;
  /** Tokens per second; 0 is as fast as possible. */
  pace: number;
  /** The fault injected into every request, or `null`. */
  scenario: string | null;
  /** Empty where another Patchbay runs it. */
  scenarios: SimulatedFailure[];
}

export const demo = {
  state: call(z.object({}), out<DemoState>()),
  /** Starts it, and creates or finds its connection and key. */
  start: call(z.object({}), out<DemoState>()),
  stop: call(z.object({}), out<DemoState>()),
  set: call(
    z.object({
      pace: z.optional(z.number().check(z.minimum(0), z.maximum(100_000))),
      scenario: z.optional(z.nullable(z.string())),
    }),
    out<DemoState>(),
  ),
};
