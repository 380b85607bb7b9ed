import { Buffer } from 'node:buffer';
import type { Part } from '#shared/protocol/part.ts';
import { failureFromBody } from './classify.ts';
import { openDialect } from './dialects.ts';
import { emptyBody } from './failures/answers.ts';
import { headerOf, requestIdFromHeaders } from './failures/headers.ts';
import { ArraySplitter } from './intake/array-splitter.ts';
import { createBodyIntake } from './intake/body-intake.ts';
import { asBuffer } from './intake/growing-bytes.ts';
import type { Intake, IntakeContext } from './intake/intake.ts';
import { createMediaIntake, createSpokenIntake, isFile, isMedia } from './intake/media-intake.ts';
import { signatureBytes } from './intake/media-signature.ts';
import { MediaStream } from './intake/media-stream.ts';
import { type BodyForm, Sniffer } from './intake/sniffer.ts';
import { createStreamIntake } from './intake/stream-intake.ts';
import type { Ending, OpenReader } from './reader.ts';
import { openFramesReader } from './session/frames-reader.ts';
import { EventDecoder } from './sse.ts';

const mebibyte = 1024 * 1024;
const OPEN_ARRAY = 91;
/** Blanks without end are no answer that something else follows. */
const blankBytes = mebibyte;

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
 * Sound and films are told from errors by the same bytes before anything else.
 *
 * The first part is always `answer-start`. An error status fails the answer whatever its body is.
 */
export const openReader: OpenReader = (kind, head, options = {}) => {
  if (kind === 'frames') return openFramesReader(head, options);
  const facts = { status: head.status, headers: head.headers, fixedPath: head.fixedPath };
  const context: IntakeContext = {
    dialect: openDialect(kind, facts),
    facts,
    onEvent: options.onEvent,
    maxEventBytes: options.maxEventBytes ?? 32 * mebibyte,
    maxBodyBytes: options.maxBodyBytes ?? 128 * mebibyte,
  };
  const label = headerOf(head.headers, 'content-type');
  const isVideoRequested = kind === 'video' || (kind === 'anything' && !/^audio\//i.test(label ?? ''));
  const media =
    (kind === 'speech' || kind === 'video' || kind === 'anything') && head.status < 300
      ? new MediaStream({ isFilm: isVideoRequested, label, onMedia: options.onMedia })
      : null;
  /** The first bytes of what may be media; `null` once it is decided. */
  let telltale: Buffer | null = media && Buffer.alloc(0);
  const sniffer = new Sniffer();
  let intake: Intake | null = null;
  let opening: Part[] = [];
  let announced = false;

  function announce(streamed: boolean, form: BodyForm | null): void {
    announced = true;
    const requestId = requestIdFromHeaders(head.headers);
    opening.push({ type: 'answer-start', status: head.status, streamed, requestId });
    // Sound is asked for by a format and not as a stream: it may come either way.
    if (head.status >= 300 || media !== null || streamed === head.streamAsked) return;
    if (streamed) opening.push({ type: 'warning', code: 'stream-for-json', message: streamForJson });
    else if (form === 'json') opening.push({ type: 'warning', code: 'json-for-stream', message: jsonForStream });
  }

  function openEvents(): Intake {
    announce(true, 'events');
    const events = createStreamIntake(context, (onEvent, maxBytes) => new EventDecoder(onEvent, maxBytes));
    return media && kind === 'speech' ? createSpokenIntake(events, media) : events;
  }

  function openArray(): Intake {
    announce(true, 'json');
    return createStreamIntake(context, (onEvent, maxBytes) => new ArraySplitter(onEvent, maxBytes));
  }

  function choose(form: BodyForm): Intake {
    const labelled = label?.toLowerCase().startsWith('text/event-stream') === true;
    if (form === 'events' || (form === 'text' && labelled)) return openEvents();
    const isArray = form === 'json' && sniffer.firstByte === OPEN_ARRAY && head.status < 400;
    // Spoken words may begin with a bracket: "[Music] And then ...".
    if (isArray && kind === 'transcript') return createBodyIntake(context, 'text', openEvents);
    if (isArray && kind === 'native') return openArray();
    return createBodyIntake(context, form, openEvents);
  }

  /** Parts of the opening come before anything that was read. */
  function withOpening(parts: Part[]): Part[] {
    if (opening.length === 0) return parts;
    const all = [...opening, ...parts];
    opening = [];
    return all;
  }

  /** The bytes that are to be read as text; `null` while nothing tells, and for media, which are read at once. */
  function passGuard(bytes: Buffer, last: boolean): Buffer | null {
    if (telltale === null || media === null) return bytes;
    telltale = Buffer.concat([telltale, bytes]);
    if (telltale.length < signatureBytes && !last) return null;
    const held = telltale;
    telltale = null;
    if (kind === 'anything' ? !isFile(held, label) : !isMedia(held, label, isVideoRequested)) return held;
    announce(false, null);
    intake = createMediaIntake(context, media);
    opening.push(...intake.push(held));
    return null;
  }

  function take(bytes: Uint8Array, last: boolean): Part[] {
    if (intake !== null) return withOpening(intake.push(bytes));
    const text = passGuard(asBuffer(bytes), last);
    if (text === null) return withOpening([]);
    const told = sniffer.push(text, last);
    const form = told ?? (sniffer.held.length > Math.min(blankBytes, context.maxBodyBytes) ? 'text' : null);
    if (form === null) return [];
    intake = choose(form);
    return withOpening(intake.push(sniffer.held));
  }

  function nothingCame(): Ending {
    // Deleting something is answered with nothing.
    if (kind === 'anything' && head.status < 300)
      return { parts: [], verdict: 'complete', finishReason: null, error: null };
    const error = head.status >= 400 ? failureFromBody('', facts) : emptyBody(facts);
    return { parts: [], verdict: head.status >= 400 ? 'failed' : 'empty', finishReason: null, error };
  }

  return {
    read: (bytes) => take(bytes, false),
    get finished() {
      return intake?.finished ?? false;
    },
    get heard() {
      return intake?.heard ?? telltale?.length ?? 0;
    },
    get media() {
      return media?.file ?? null;
    },
    takeLarge: () => intake?.takeLarge?.() ?? null,
    end() {
      const before = intake === null ? take(new Uint8Array(0), true) : [];
      const ending = intake === null ? nothingCame() : intake.end();
      if (!announced) announce(false, sniffer.form);
      return { ...ending, parts: withOpening([...before, ...ending.parts]) };
    },
  };
};
