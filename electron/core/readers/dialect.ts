import type { Buffer } from 'node:buffer';
import type { Failure } from '#shared/protocol/failure.ts';
import type { Part, Usage } from '#shared/protocol/part.ts';
import type { ResponseFacts } from './failures/response-failures.ts';
import type { JsonObject } from './intake/json-value.ts';
import type { UsageTotals } from './parts/response-facts.ts';

/** How the documents of a response ended, in the terms of their own dialect. */
export interface DialectEnd {
  /** Parts that only became complete now. */
  parts?: Part[];
  /** The response itself said that it is complete. */
  ended: boolean;
  /** There is something to show: text, reasoning, a call, an image, a list ... */
  holds: boolean;
  finishReason?: string | null;
  /** The response's own word for its progress, if it has one. */
  state?: string | null;
  usage?: Usage | null;
  /** Characters of text, to report how far a truncated response got. */
  characters?: number;
}

/**
 * Turns the JSON documents of one kind of response into parts. It never sees bytes and never throws for any document;
 * the stream and body readers around it handle framing, broken JSON and error documents.
 */
export interface Dialect {
  /** What it reads, as used in a sentence: "a chat completion". */
  readonly name: string;
  /** How to get a finished response at once, as a sentence, where the route can return an unfinished one. */
  readonly finishing?: string;
  /** What an empty response lacks, as used in a sentence: "no text". */
  readonly nothing: string;
  /** What should have arrived instead of plain text, as used in a sentence. Default: "JSON". */
  readonly expects?: string;
  /** Reads one document of a stream. `name`: of its event. `null`: not a document of this dialect. */
  event(document: JsonObject, name?: string | null): Part[] | null;
  /** This document of a stream carries nothing of the reply: it only keeps the connection alive. */
  isIdle?(document: JsonObject): boolean;
  /**
   * The error in this document is about the object that the response describes, not about the response itself: the
   * document is read anyway.
   */
  ownsError?(document: JsonObject): boolean;
  /**
   * Reads the single document of an unstreamed response; `text` is its JSON. `null`: not a response of this dialect.
   */
  whole(document: unknown, text: string): Part[] | null;
  /** Reads an unstreamed response that is plain text, for the kinds that may be text. */
  text?(text: string): Part[];
  /**
   * Reads a response that is no document but the result itself, such as the bytes of an image where JSON with its base64
   * was expected. `null`: it is something else.
   */
  bytes?(body: Buffer): Part[] | null;
  readonly takesPages?: true;
  /** The response is over: what follows is recorded and not read. */
  isFinished?(): boolean;
  /** The response reported its own failure. Parts read before are kept. */
  failure?(): Failure | null;
  /** Call once, after the last document. `endMark`: `[DONE]` arrived, or the response was one whole document. */
  end(endMark: boolean): DialectEnd;
}

export type OpenDialect = (facts: ResponseFacts) => Dialect;

interface OneDocument {
  name: string;
  nothing: string;
  read(document: unknown): Part[] | null;
  isContent(part: Part): boolean;
  usage?: UsageTotals;
}

/** Creates a dialect whose response is one document; a gateway that streams it anyway puts it into one event. */
export function openOneDocument({ name, nothing, read, isContent, usage }: OneDocument) {
  let ended = false;
  let holds = false;
  const take = (document: unknown): Part[] | null => {
    const parts = read(document);
    ended ||= parts !== null;
    holds ||= parts?.some(isContent) === true;
    return parts;
  };
  return {
    name,
    nothing,
    event: take,
    whole: take,
    isFinished: () => ended,
    end: (): DialectEnd => ({ ended, holds, usage: usage?.usage() ?? null }),
  } satisfies Dialect;
}
