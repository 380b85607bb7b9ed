import type { Part } from '#shared/routes/part.ts';
import { failureFromBody } from './classify.ts';
import { openDialect } from './dialects.ts';
import { emptyBody } from './failures/answers.ts';
import { headerOf, requestIdFromHeaders } from './failures/headers.ts';
import { ArraySplitter } from './intake/array-splitter.ts';
import { createBodyIntake } from './intake/body-intake.ts';
import { asBuffer } from './intake/growing-bytes.ts';
import type { Intake, IntakeContext } from './intake/intake.ts';
import { type BodyForm, Sniffer } from './intake/sniffer.ts';
import { createStreamIntake } from './intake/stream-intake.ts';
import type { Ending, OpenReader } from './reader.ts';
import { EventDecoder } from './sse.ts';

const mebibyte = 1024 * 1024;
const OPEN_ARRAY = 91;

const streamForJson =
  'The gateway streamed its answer although none was asked for. It was read as a stream; nothing is missing.';
const jsonForStream =
  'The gateway answered in one piece although a stream was asked for. The model or route may not be able to stream.';

/**
 * Opens the reader for one answer. Whether it is a stream, one JSON document, a page or text is decided by its first
 * bytes that are not blank, because the label is often wrong: errors on streaming requests are JSON labelled
 * `text/event-stream`, streams come as `text/plain`, and a model that can not stream answers with plain JSON. The label
 * only counts for bytes that tell nothing themselves.
 *
 * The first part is always `answer-start`. An error status fails the answer whatever its body is.
 */
export const openReader: OpenReader = (kind, head, options = {}) => {
  const facts = { status: head.status, headers: head.headers };
  const context: IntakeContext = {
    dialect: openDialect(kind, facts),
    facts,
    onEvent: options.onEvent,
    maxEventBytes: options.maxEventBytes ?? 32 * mebibyte,
    maxBodyBytes: options.maxBodyBytes ?? 64 * mebibyte,
  };
  const sniffer = new Sniffer();
  let intake: Intake | null = null;
  let opening: Part[] = [];
  let announced = false;

  function announce(streamed: boolean, form: BodyForm | null): void {
    announced = true;
    const requestId = requestIdFromHeaders(head.headers);
    opening.push({ type: 'answer-start', status: head.status, streamed, requestId });
    if (head.status >= 300 || streamed === head.streamAsked) return;
    if (streamed) opening.push({ type: 'warning', code: 'stream-for-json', message: streamForJson });
    else if (form === 'json') opening.push({ type: 'warning', code: 'json-for-stream', message: jsonForStream });
  }

  function openEvents(): Intake {
    announce(true, 'events');
    return createStreamIntake(context, (onEvent, maxBytes) => new EventDecoder(onEvent, maxBytes));
  }

  function openArray(): Intake {
    announce(true, 'json');
    return createStreamIntake(context, (onEvent, maxBytes) => new ArraySplitter(onEvent, maxBytes));
  }

  function choose(form: BodyForm): Intake {
    const labelled = headerOf(head.headers, 'content-type')?.toLowerCase().startsWith('text/event-stream') === true;
    if (form === 'events' || (form === 'text' && labelled)) return openEvents();
    if (form === 'json' && kind === 'native' && sniffer.firstByte === OPEN_ARRAY && head.status < 400)
      return openArray();
    return createBodyIntake(context, form, openEvents);
  }

  /** Parts of the opening come before anything that was read. */
  function withOpening(parts: Part[]): Part[] {
    if (opening.length === 0) return parts;
    const all = [...opening, ...parts];
    opening = [];
    return all;
  }

  function take(bytes: Uint8Array, last: boolean): Part[] {
    if (intake !== null) return withOpening(intake.push(bytes));
    const told = sniffer.push(asBuffer(bytes), last);
    const form = told ?? (sniffer.held.length > context.maxBodyBytes ? 'text' : null);
    if (form === null) return [];
    intake = choose(form);
    return withOpening(intake.push(sniffer.held));
  }

  function nothingCame(): Ending {
    const error = head.status >= 400 ? failureFromBody('', head.status, head.headers) : emptyBody(facts);
    return { parts: [], verdict: head.status >= 400 ? 'failed' : 'empty', finishReason: null, error };
  }

  return {
    read: (bytes) => take(bytes, false),
    get finished() {
      return intake?.finished ?? false;
    },
    end() {
      const before = intake === null ? take(new Uint8Array(0), true) : [];
      const ending = intake === null ? nothingCame() : intake.end();
      if (!announced) announce(false, sniffer.form);
      return { ...ending, parts: withOpening([...before, ...ending.parts]) };
    },
  };
};
