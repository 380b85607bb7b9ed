import * as z from 'zod/mini';
import { identifier } from './connections.ts';
import { call, out } from './define.ts';

/** One of the many parts of a long document, such as a turn. It is stored, read and replaced on its own. */
export const documentPart = z.object({
  /** Unique in its document. */
  id: z.string().check(z.maxLength(100)),
  /** The part as JSON. */
  content: z.string().check(z.maxLength(50_000_000)),
});
export type DocumentPart = z.output<typeof documentPart>;

/**
 * A conversation as one document. Its inner format belongs to the panel that made it: the core stores, searches and
 * returns it, and reads only the fields named here.
 */
export const conversationDocument = z.object({
  id: identifier,
  panel: z.string().check(z.maxLength(40)),
  title: z.string().check(z.maxLength(300)),
  starred: z._default(z.boolean(), false),
  model: z.nullable(z.string().check(z.maxLength(200))),
  /** Short text for the list: turns, state. */
  note: z._default(z.string().check(z.maxLength(120)), ''),
  /** The document as JSON, without its parts. */
  content: z.string().check(z.maxLength(50_000_000)),
  /** What a search looks through, one entry per message. With parts, those of the given parts. */
  passages: z._default(z.array(z.object({ messageId: z.string(), text: z.string() })), []),
  /** The parts that are new or changed; all others stay as they are stored. */
  parts: z._default(z.array(documentPart), []),
  /**
   * The revision the page started from; a save that is not based on the newest is refused, so no window overwrites
   * another.
   */
  revision: z.number(),
});
export type ConversationDocument = z.output<typeof conversationDocument>;

export interface ConversationRow {
  id: string;
  panel: string;
  title: string;
  starred: boolean;
  model: string | null;
  note: string;
  createdAt: number;
  updatedAt: number;
}

export interface SearchHit {
  conversationId: string;
  title: string;
  messageId: string;
  /** Text around the hit; the hit itself is between U+0002 and U+0003. */
  excerpt: string;
  updatedAt: number;
}

export const library = {
  conversations: call(z.object({ panel: z.string() }), out<ConversationRow[]>()),
  open: call(
    z.object({ id: identifier }),
    out<(Omit<ConversationDocument, 'passages' | 'parts'> & { updatedAt: number; partCount: number }) | null>(),
  ),
  /** Returns those of these parts that are stored. Fails with `conflict` when another revision is stored. */
  parts: call(
    z.object({ id: identifier, revision: z.number(), ids: z.array(z.string()).check(z.maxLength(1000)) }),
    out<DocumentPart[]>(),
  ),
  /**
   * Returns the parts that were written after the revision `since`, in the order of their ids from the one after `after`
   * on, up to about 256 KB; none when there are no more. Fails with `conflict` when another revision is stored.
   */
  partsAfter: call(
    z.object({ id: identifier, revision: z.number(), since: z.number(), after: z.string() }),
    out<DocumentPart[]>(),
  ),
  /**
   * Creates or replaces; returns the new revision. Fails with `conflict`, changing nothing, when a newer revision is
   * stored.
   */
  save: call(conversationDocument, out<number>()),
  remove: call(z.object({ id: identifier }), out<void>()),
  /**
   * Finds documents of several panels by their titles, newest first: those whose title contains every word, anywhere and
   * in any letter case; without words, the newest.
   */
  find: call(
    z.object({
      panels: z.array(z.string()).check(z.maxLength(20)),
      text: z.string().check(z.maxLength(500)),
      limit: z.number().check(z.int(), z.minimum(1), z.maximum(100)),
    }),
    out<ConversationRow[]>(),
  ),
  search: call(z.object({ panel: z.string(), text: z.string().check(z.maxLength(500)) }), out<SearchHit[]>()),
};
