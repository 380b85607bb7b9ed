import type { Buffer } from 'node:buffer';
import type { Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';
import { failureFromBody } from './classify.ts';
import type { OpenDialect } from './dialect.ts';
import { openEmbeddings } from './embeddings.ts';
import { headerOf, requestIdFromHeaders } from './failures/headers.ts';
import { emptyBody } from './failures/response-failures.ts';
import { openEdits, openImages } from './images.ts';
import { ArraySplitter } from './intake/array-splitter.ts';
import { createBodyIntake } from './intake/body-intake.ts';
import { asBuffer } from './intake/growing.ts';
import type { Intake, IntakeContext } from './intake/intake.ts';
import { MediaDecision } from './intake/media-signature.ts';
import { audioLabelOf, createMediaIntake, createSpeechIntake, MediaStream } from './intake/media-stream.ts';
import { type BodyForm, Sniffer } from './intake/sniffer.ts';
import { createStreamIntake } from './intake/stream-intake.ts';
import { openSpeech, openVideo } from './media-documents.ts';
import { openModels, openNativeModels } from './models.ts';
import { warning } from './parts/compose.ts';
import { openAnything, openJson } from './pass-through.ts';
import type { Ending, OpenReader } from './reader.ts';
import { openRerank } from './rerank.ts';
import { openCompact } from './responses.ts';
import { openFramesReader } from './session/frames-reader.ts';
import { EventDecoder } from './sse.ts';
import { openTask } from './task.ts';
import { textDialects } from './text-dialects.ts';
import { openTranscript } from './transcript.ts';

const mebibyte = 1024 * 1024;
const OPEN_ARRAY = 91;
/** After this much whitespace the body is read as text. */
const blankBytes = mebibyte;

const streamForJson = warning(
  'stream-for-json',
  'The gateway streamed its response although no stream was requested. It was read completely.',
);
const jsonForStream = warning(
  'json-for-stream',
  'The gateway returned one document although a stream was requested. The model or route may not support streaming.',
);

/**
 * Opens the reader for one response. Its first non-whitespace bytes decide whether it is a stream, one JSON document, a
 * page or text, because the content type is often wrong: errors on streaming requests are JSON labelled
 * `text/event-stream`, streams come as `text/plain`, and a model that cannot stream returns plain JSON. The content
 * type only decides for bytes that are inconclusive.
 *
 * The same bytes tell audio and video from errors before anything else.
 *
 * The first part is always `answer-start`. An error status fails the response whatever its body is.
 */
export const openReader: OpenReader = (kind, head, options = {}) => {
  if (kind === 'frames') return openFramesReader(head, options);
  const { status, headers, fixedPath, reasoningTags, asked } = head;
  const facts = { status, headers, fixedPath, reasoningTags, asked };
  const context: IntakeContext = {
    dialect: (dialects[kind] ?? openJson)(facts),
    facts,
    onEvent: options.onEvent,
    maxEventBytes: options.maxEventBytes ?? 32 * mebibyte,
    maxBodyBytes: options.maxBodyBytes ?? 128 * mebibyte,
  };
  const label = headerOf(head.headers, 'content-type');
  const isVideoRequested = kind === 'video' || (kind === 'anything' && !/^audio\//i.test(label ?? ''));
  const media =
    // Some services answer the submission of a task with the finished file.
    (kind === 'speech' || kind === 'video' || kind === 'task' || kind === 'anything') && head.status < 300
      ? new MediaStream({ isVideo: isVideoRequested, label: audioLabelOf(label, headers), onMedia: options.onMedia })
      : null;
  const expected = kind === 'anything' ? 'any' : isVideoRequested ? 'video' : 'audio';
  /** Holds the first bytes of possible media; `null` once it is decided. */
  let decision = media && new MediaDecision({ label, expected });
  const sniffer = new Sniffer();
  let intake: Intake | null = null;
  let opening: Part[] = [];
  let announced = false;

  function announce(streamed: boolean, form: BodyForm | null): void {
    announced = true;
    const requestId = requestIdFromHeaders(head.headers);
    opening.push({ type: 'answer-start', status: head.status, streamed, requestId });
    // A speech request names a format rather than a stream, so the response may come either way.
    if (head.status >= 300 || media !== null || streamed === head.streamAsked) return;
    if (streamed) opening.push(streamForJson);
    else if (form === 'json') opening.push(jsonForStream);
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
    const labelled = label?.toLowerCase().startsWith('text/event-stream') === true;
    if (form === 'events' || (form === 'text' && labelled && kind !== 'transcript')) return openEvents();
    const isArray = form === 'json' && sniffer.firstByte === OPEN_ARRAY && head.status < 400;
    // A spoken transcript may begin with a bracket: "[Music] And then ...".
    if (isArray && kind === 'transcript') return createBodyIntake(context, 'text', openEvents);
    if (isArray && kind === 'native') return openArray();
    return createBodyIntake(context, form, openEvents);
  }

  function withOpening(parts: Part[]): Part[] {
    if (opening.length === 0) return parts;
    const all = [...opening, ...parts];
    opening = [];
    return all;
  }

  /** Returns the bytes to be read as text; `null` while undecided, and for media, which is read right away. */
  function textBytes(bytes: Buffer, last: boolean): Buffer | null {
    if (decision === null || media === null) return bytes;
    const isMedia = decision.push(bytes, last);
    if (isMedia === null) return null;
    const { held } = decision;
    decision = null;
    if (!isMedia) return held;
    announce(false, null);
    intake = createMediaIntake(context, media);
    opening.push(...intake.push(held));
    return null;
  }

  function take(bytes: Uint8Array, last: boolean): Part[] {
    if (intake !== null) return withOpening(intake.push(bytes));
    const text = textBytes(asBuffer(bytes), last);
    if (text === null) return withOpening([]);
    const sniffed = sniffer.push(text, last);
    const form = sniffed ?? (sniffer.held.length > Math.min(blankBytes, context.maxBodyBytes) ? 'text' : null);
    if (form === null) return [];
    const documents = choose(form);
    intake = media && kind === 'speech' ? createSpeechIntake(documents, media) : documents;
    return withOpening(intake.push(sniffer.held));
  }

  function endOfEmptyBody(): Ending {
    // A DELETE may return an empty body.
    if (kind === 'anything' && head.status < 300)
      return { parts: [], verdict: 'complete', finishReason: null, error: null };
    const error = head.status >= 400 ? failureFromBody('', facts) : emptyBody(facts);
    return { parts: [], verdict: head.status >= 400 ? 'failed' : 'empty', finishReason: null, error };
  }

  return {
    read: (bytes) => take(bytes, false),
    get finished() {
      return intake?.isFinished() ?? false;
    },
    get activity() {
      return intake?.activity() ?? decision?.held.length ?? 0;
    },
    get media() {
      return media?.file ?? null;
    },
    takeLarge: () => intake?.takeLarge?.() ?? null,
    end() {
      const before = intake === null ? take(new Uint8Array(0), true) : [];
      const ending = intake === null ? endOfEmptyBody() : intake.end();
      if (!announced) announce(false, sniffer.form);
      return { ...ending, parts: withOpening([...before, ...ending.parts]) };
    },
  };
};

/** Kinds with a dialect of their own; every other kind is passed on as JSON. */
const dialects: Readonly<Partial<Record<ReaderKind, OpenDialect>>> = {
  ...textDialects,
  compact: openCompact,
  models: openModels,
  'native-models': openNativeModels,
  embeddings: openEmbeddings,
  rerank: openRerank,
  images: openImages,
  edits: openEdits,
  transcript: openTranscript,
  speech: openSpeech,
  video: openVideo,
  task: openTask,
  anything: openAnything,
};
