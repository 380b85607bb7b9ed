import * as z from 'zod/mini';
import { out, stream } from '#shared/contract/define.ts';
import { joinParts, type Part } from '#shared/protocol/part.ts';

/** `rate` in parts per second; 0 is as fast as possible. */
export interface Order {
  rate: number;
  count: number;
}

export const contract = {
  bench: { parts: stream(z.object({ rate: z.number(), count: z.number() }), out<Part>(), joinParts) },
};
