import type { Failure } from '#shared/protocol/failure.ts';
import type { Part, Usage } from '#shared/protocol/part.ts';
import type { ResponseFacts } from './failures/answers.ts';
import type { JsonObject } from './intake/json-value.ts';

/** How the documents of an answer ended, in the words of their own dialect. */
export interface DialectEnd {
  /** Parts that only became whole now. */
  parts: Part[];
  /** The answer itself said that it is whole. */
  ended: boolean;
  /** There is something to show: text, reasoning, a call, an image, a list ... */
  holds: boolean;
  finishReason: string | null;
  /** The answer's own word for how far it is, where it has one. */
  state?: string | null;
  usage: Usage | null;
  /** Characters of text, for telling how far a cut answer came. */
  characters: number;
}

/**
 * What one kind of answer makes of JSON documents. It never sees bytes and never throws for what a document holds; the
 * stream and body readers around it deal with framing, broken JSON and error documents.
 */
export interface Dialect {
  /** What it reads, for a sentence: "a chat completion". */
  readonly name: string;
  /** What an answer without content lacks, for a sentence: "no text". */
  readonly nothing: string;
  /** Reads one document of a stream. `null`: not a document of this dialect. */
  event(document: JsonObject): Part[] | null;
  /** This document of a stream carries nothing of the reply: it only shows that the connection is alive. */
  isIdle?(document: JsonObject): boolean;
  /** The error in this document is about what the answer tells of, and not about the answer: it is read all the same. */
  ownsError?(document: JsonObject): boolean;
  /** Reads the one document of an unstreamed answer; `text` is its JSON. `null`: not an answer of this dialect. */
  whole(document: unknown, text: string): Part[] | null;
  /** Reads an unstreamed answer that is plain text, for the kinds that may answer so. */
  text?(text: string): Part[];
  /** An HTML page is an answer, too. */
  readonly takesPages?: true;
  /** The answer has said its last word: what follows is recorded and not read. */
  readonly finished: boolean;
  /** The answer reported its own failure. Parts read before stay. */
  readonly failure: Failure | null;
  /** Call once, after the last document. `endMark`: `[DONE]` came, or the answer was one whole document. */
  end(endMark: boolean): DialectEnd;
}

export type OpenDialect = (facts: ResponseFacts) => Dialect;
