import type { DraftBody } from '#shared/contract/exchanges.ts';

/** Where the key is sent. A plan has `[redacted key]` in its place; only sending inserts the key. */
export type Credential = { in: 'header'; name: string; prefix: string } | { in: 'query'; name: string };

/** The body of a plan, its files not yet opened. */
export type BodyPlan =
  | { kind: 'none' }
  | { kind: 'json'; text: string; inline: Extract<DraftBody, { kind: 'json' }>['inline'] }
  | { kind: 'form'; fields: Extract<DraftBody, { kind: 'form' }>['fields']; boundary: string }
  | { kind: 'text'; text: string; mediaType: string };
