import type { Buffer } from 'node:buffer';
import type { Failure } from '#shared/routes/failure.ts';
import type { Part } from '#shared/routes/part.ts';
import { failureFromBody } from '../classify.ts';
import {
  badJson,
  cutAnswer,
  emptyBody,
  htmlAnswer,
  nothingSaid,
  plainAnswer,
  tooLarge,
  wrongType,
} from '../failures/answers.ts';
import { holdsError } from '../failures/holds-error.ts';
import { looksLike } from '../failures/looks-like.ts';
import { pageTitle } from '../failures/markup.ts';
import type { Ending } from '../reader.ts';
import { createDocumentScanner } from './document-scanner.ts';
import { asBuffer, GrowingBytes } from './growing-bytes.ts';
import { type Intake, type IntakeContext, invalidUtf8Warning } from './intake.ts';
import type { BodyForm } from './sniffer.ts';
import { countInvalidUtf8 } from './utf8.ts';

const blank = /^[\s\0]*$/;

/** Collects an answer that is read as one piece. */
export function createBodyIntake(context: IntakeContext, form: Exclude<BodyForm, 'events'>, openLines: () => Intake): Intake {
  const { dialect, facts, onEvent, maxBodyBytes } = context;
  const body = new GrowingBytes();
  const scanner = createDocumentScanner();
  let documentEnd = -1;
  let overflow = false;
  /** A second document or an end mark came: this is a stream of lines without any framing. */
  let lines: Intake | null = null;

  function takeLines(): Part[] {
    lines = openLines();
    const parts = lines.push(body.view);
    body.clear();
    return parts;
  }

  function failed(error: Failure, parts: Part[] = []): Ending {
    return { parts, verdict: 'failed', finishReason: null, error };
  }

  function readValue(value: unknown): Ending {
    if (facts.status >= 400) return failed(failureFromBody(value, facts.status, facts.headers));
    const isError = holdsError(value);
    const parts = dialect.whole(value);
    const end = dialect.end(true);
    const all = [...(parts ?? []), ...end.parts];
    if (isError) return failed(failureFromBody(value, facts.status, facts.headers), all);
    if (parts === null) {
      const error = wrongType(facts, dialect.name, looksLike(value));
      return failed(error, [{ type: 'raw-event', name: null, data: body.view.toString('utf8') }]);
    }
    const said = { parts: all, finishReason: end.finishReason };
    if (dialect.failure) return { ...said, verdict: 'failed', error: dialect.failure };
    if (!end.ended) return { ...said, verdict: 'truncated', error: unfinished(facts, end.finishReason) };
    if (!end.holds) return { ...said, verdict: 'empty', error: nothingSaid(facts, end.finishReason, end.usage) };
    return { ...said, verdict: 'complete', error: null };
  }

  function readJson(text: string): { ending: Ending; malformed: boolean } {
    try {
      return { ending: readValue(JSON.parse(text)), malformed: false };
    } catch (thrown) {
      if (facts.status >= 400) return { ending: failed(failureFromBody(text, facts.status, facts.headers)), malformed: true };
      const error = documentEnd === -1 ? cutAnswer(facts, body.length) : badJson(facts, placeOf(thrown, text));
      return { ending: failed(error), malformed: true };
    }
  }
}
