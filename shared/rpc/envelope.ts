import type { CallMessage } from './transport.ts';

/**
 * Reads what claims to be a message of the asking side. The page is untrusted, so anything may stand here: `undefined`
 * for a message without a usable id or of no known kind, which nobody could be answered about.
 */
export function readCallMessage(message: unknown): CallMessage | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { kind, id, name, input, value, count } = message as Record<string, unknown>;
  if (!Number.isSafeInteger(id) || (id as number) < 1) return undefined;
  const asked = id as number;
  switch (kind) {
    case 'open':
      return { kind, id: asked, name: typeof name === 'string' ? name : '', input };
    case 'push':
      return { kind, id: asked, value };
    case 'credit':
      return Number.isSafeInteger(count) && (count as number) > 0
        ? { kind, id: asked, count: count as number }
        : undefined;
    case 'push-end':
    case 'cancel':
      return { kind, id: asked };
    default:
      return undefined;
  }
}
