import type { Part } from '#shared/protocol/part.ts';
import { openChat } from './chat.ts';
import type { Dialect, OpenDialect } from './dialect.ts';
import { hasContent, looksLike } from './failures/foreign-document.ts';
import { openNative } from './native.ts';
import { unexpectedShape } from './parts/compose.ts';
import { openResponses } from './responses.ts';

/**
 * Opens a text route's dialect that also reads a reply in the form of another text route: gateways forward to a service
 * without converting what it returns. The first document that only another dialect can read decides.
 */
function openText(openOwn: OpenDialect, others: readonly OpenDialect[]): OpenDialect {
  return (facts) => {
    const own = openOwn(facts);
    let current = own;
    /** The own dialect has read something, or another one was found. */
    let isDecided = false;

    function read(document: unknown, take: (dialect: Dialect) => Part[] | null): Part[] | null {
      const parts = take(current);
      isDecided ||= parts !== null;
      if (isDecided) return parts;
      for (const open of others) {
        const other = open(facts);
        const found = take(other);
        if (found === null || (looksLike(document) === null && !hasContent(found))) continue;
        current = other;
        isDecided = true;
        if (found.some((part) => part.type === 'warning' && part.code === 'unknown-shape')) return found;
        const message = `The response is ${other.name}, not ${own.name}. It was read anyway.`;
        return [...found, unexpectedShape(message)];
      }
      return null;
    }

    return {
      name: own.name,
      nothing: own.nothing,
      ...(own.finishing === undefined ? {} : { finishing: own.finishing }),
      event: (document, name) => read(document, (dialect) => dialect.event(document, name)),
      isIdle: (document) => current.isIdle?.(document) === true,
      whole: (value, text) => read(value, (dialect) => dialect.whole(value, text)),
      isFinished: () => current.isFinished?.() === true,
      failure: () => current.failure?.() ?? null,
      end: (endMark) => current.end(endMark),
    };
  };
}

/** The dialects of the text routes, each with what it reads besides its own. */
export const textDialects = {
  chat: openText(openChat, [openResponses, openNative]),
  responses: openText(openResponses, [openChat, openNative]),
  native: openText(openNative, [openChat, openResponses]),
} as const;
