import type * as z from 'zod/mini';
import type { compareInput } from '#shared/contract/compare.ts';

export type Input = z.input<typeof compareInput>;

/** Returns the function that makes lanes of a connection. */
export const laneOf =
  (connectionId: string) =>
  (id: string, model: string, change: Partial<Input['lanes'][number]> = {}) => ({
    id,
    connectionId,
    routeId: 'chat.completions' as const,
    model,
    fields: { stream: true },
    ...change,
  });
