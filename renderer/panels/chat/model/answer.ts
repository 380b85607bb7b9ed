import type { Failure, RunState, SentFlag } from '#shared/protocol/failure.ts';
import type {
  FileRef,
  ImagePart,
  LogprobToken,
  Part,
  ReplyForm,
  Silence,
  Stage,
  Timeline,
  Usage,
} from '#shared/protocol/part.ts';
import { addToReply, type Reply } from '../../../lib/replies/fold-reply.ts';
import { foldFacts } from '../../../lib/runs/fold-run.ts';

export interface AnswerCall {
  index: number;
  id: string;
  name: string;
  arguments: string;
  /** Whether the arguments are complete, valid JSON; `null` while they still arrive. */
  valid: boolean | null;
}

export interface AnswerImage {
  mediaType: string;
  /** Set where no file is stored for it: the exchange leaves no record, or the conversation is from an earlier version. */
  base64: string | null;
  url: string | null;
  file?: FileRef;
  /** Position among the images of the reply, where the gateway reports it. */
  index?: number;
  /** The final image has yet to arrive and will replace this one. */
  isPreview?: true;
}

/**
 * One of several choices for one request (`n` above 1). The first one is the `Answer` itself. Earlier versions stored
 * only its text and its reasoning.
 */
export type OtherChoice = Partial<Reply>;

/** Audio of a reply. With neither `base64` nor a file, it is in the recorded response only: raw samples of a stream. */
export interface AnswerSound {
  mediaType: string;
  base64?: string;
  file?: FileRef;
}

/** Everything read from one run, in the form the thread shows. Plain data, as the library stores it. */
export interface Answer {
  state: 'preparing' | 'streaming' | RunState;
  stage: Stage;
  sentBytes: number;
  text: string;
  reasoning: string;
  refusal: string;
  /** When reasoning began and ended, milliseconds on the page's clock; only the difference is meaningful. */
  reasoningFromMs: number | null;
  reasoningToMs: number | null;
  calls: AnswerCall[];
  images: AnswerImage[];
  /** Absent where there is none, and in documents of earlier versions. */
  sounds?: AnswerSound[];
  citations: { url: string; title: string | null }[];
  items: { kind: string; item: Record<string, unknown> }[];
  /** What the provider demands back with it, besides text and calls; absent where there is nothing. */
  form?: ReplyForm;
  others: Record<number, OtherChoice>;
  usage: Usage | null;
  finishReason: string | null;
  /** The gateway's id of the reply; a later turn may refer to it. */
  answerId: string | null;
  answeredBy: string | null;
  requestId: string | null;
  status: number | null;
  warnings: { code: string; message: string }[];
  failure: Failure | null;
  sent: SentFlag | null;
  timeline: Timeline | null;
  parts: number;
  /** Events of the response on the wire. Absent in documents of earlier versions. */
  events?: number | null;
  /** Probabilities of the tokens of the first reply, where they were requested. At most `keptTokens`. */
  logprobs?: LogprobToken[];
  /** How long no part, and how long no byte, of the reply has arrived. Absent in documents of earlier versions. */
  silence?: Silence | null;
}

export const emptyAnswer: Answer = {
  state: 'preparing',
  stage: 'preparing',
  sentBytes: 0,
  text: '',
  reasoning: '',
  refusal: '',
  reasoningFromMs: null,
  reasoningToMs: null,
  calls: [],
  images: [],
  citations: [],
  items: [],
  others: {},
  usage: null,
  finishReason: null,
  answerId: null,
  answeredBy: null,
  requestId: null,
  status: null,
  warnings: [],
  failure: null,
  sent: null,
  timeline: null,
  parts: 0,
  events: null,
  silence: null,
};

/** Whether the reply has reached its final state. */
export const isSettled = (answer: Answer): boolean => answer.state !== 'preparing' && answer.state !== 'streaming';

/** Whether nothing useful arrived: no text, refusal, call, image, audio, item or further choice. */
export function isBlank(answer: Answer): boolean {
  return (
    !answer.text.trim() &&
    !answer.refusal &&
    answer.calls.length === 0 &&
    answer.images.length === 0 &&
    !answer.sounds?.length &&
    answer.items.length === 0 &&
    Object.keys(answer.others).length === 0
  );
}

function withCall(calls: AnswerCall[], index: number, change: (call: AnswerCall) => AnswerCall): AnswerCall[] {
  const at = calls.findIndex((call) => call.index === index);
  const call = at < 0 ? { index, id: '', name: '', arguments: '', valid: null } : (calls[at] as AnswerCall);
  const changed = change(call);
  return at < 0 ? [...calls, changed] : calls.map((other, place) => (place === at ? changed : other));
}

/** Replaces the preview of an image; any other image is appended. */
function withImage(images: AnswerImage[], part: ImagePart): AnswerImage[] {
  const image: AnswerImage = {
    mediaType: part.mediaType,
    base64: part.base64 ?? null,
    url: part.url ?? null,
    ...(part.ref ? { file: part.ref } : {}),
    ...(part.index === undefined ? {} : { index: part.index }),
    ...(part.partial === undefined ? {} : { isPreview: true }),
  };
  const at = images.findIndex(({ isPreview, index }) => isPreview && index === part.index);
  return at < 0 ? [...images, image] : images.with(at, image);
}

/** Adds audio. Chunks of raw samples are named once; a stored file takes the place of what it contains. */
function withSound(sounds: readonly AnswerSound[] = [], sound: AnswerSound): AnswerSound[] {
  const others = sounds.filter(({ base64, file }) => base64 !== undefined || file !== undefined);
  return [...others, sound];
}

/** Tokens whose probabilities are stored with a conversation; the recorded exchange has all of them. */
export const keptTokens = 1000;

/** Adds a part of a further choice. */
function withOther(answer: Answer, choice: number, part: Part): Answer {
  const other = addToReply(answer.others[choice], part);
  return other ? { ...answer, state: 'streaming', others: { ...answer.others, [choice]: other } } : answer;
}

/**
 * Adds one part to a reply; pure, so the same parts in the same order always give the same reply. `nowMs` is when the
 * part arrived, on the page's clock; it only times the reasoning, and `null` leaves that untimed.
 */
export function foldAnswer(before: Answer, part: Part, nowMs: number | null): Answer {
  // Silence is reported every second and is not part of the reply.
  if (part.type === 'progress' && part.silence) return { ...before, silence: part.silence };
  // Not every event has content.
  if (part.type === 'progress' && part.events !== undefined) return { ...before, events: part.events };
  const answer: Answer = { ...before, parts: before.parts + 1, silence: null };
  const choice = 'choice' in part ? (part.choice ?? 0) : 0;
  if (choice > 0) return withOther(answer, choice, part);
  switch (part.type) {
    case 'progress':
      return { ...answer, stage: part.stage, sentBytes: part.sentBytes ?? answer.sentBytes };
    case 'answer-start':
      return { ...answer, status: part.status, requestId: part.requestId, stage: 'receiving' };
    case 'answer-id':
      return { ...answer, answerId: part.id ?? answer.answerId, answeredBy: part.model ?? answer.answeredBy };
    case 'text-delta':
      return {
        ...answer,
        state: 'streaming',
        text: answer.text + part.text,
        reasoningToMs: answer.reasoningFromMs !== null ? (answer.reasoningToMs ?? nowMs) : null,
      };
    case 'reasoning-delta':
      return {
        ...answer,
        state: 'streaming',
        reasoning: answer.reasoning + part.text,
        reasoningFromMs: answer.reasoningFromMs ?? nowMs,
      };
    case 'text-final':
      return { ...answer, text: part.text };
    case 'refusal-delta':
      return { ...answer, state: 'streaming', refusal: answer.refusal + part.text };
    case 'tool-delta':
      return {
        ...answer,
        state: 'streaming',
        calls: withCall(answer.calls, part.index, (call) => ({
          ...call,
          id: part.id || call.id,
          name: part.name || call.name,
          arguments: call.arguments + (part.arguments ?? ''),
        })),
      };
    case 'tool-call':
      return {
        ...answer,
        calls: withCall(answer.calls, part.index, () => ({
          index: part.index,
          id: part.id,
          name: part.name,
          arguments: part.arguments,
          valid: part.valid,
        })),
      };
    case 'image':
      return { ...answer, state: 'streaming', images: withImage(answer.images, part) };
    case 'audio': {
      const { mediaType, base64, transcript = '' } = part;
      const isRaw = mediaType.startsWith('audio/pcm') || base64 === undefined;
      const sounds = withSound(answer.sounds, isRaw ? { mediaType } : { mediaType, base64 });
      return { ...answer, state: 'streaming', text: answer.text + transcript, sounds };
    }
    case 'file':
      if (!part.ref.type.startsWith('audio/')) return answer;
      return { ...answer, sounds: withSound(answer.sounds, { mediaType: part.ref.type, file: part.ref }) };
    case 'citation':
      return { ...answer, citations: [...answer.citations, { url: part.url, title: part.title }] };
    case 'logprobs':
      return { ...answer, logprobs: part.tokens.slice(0, keptTokens) };
    case 'item':
      return { ...answer, items: [...answer.items, { kind: part.kind, item: part.item }] };
    case 'reply-form': {
      const { type: _type, ...form } = part;
      return { ...answer, form };
    }
    case 'finish':
      return { ...answer, finishReason: part.reason };
    case 'run-end':
      return {
        ...foldFacts(answer, part),
        finishReason: part.finishReason ?? answer.finishReason,
        timeline: part.timeline,
        events: part.events ?? answer.events ?? null,
        reasoningToMs: answer.reasoningFromMs !== null ? (answer.reasoningToMs ?? nowMs) : null,
      };
    default:
      return foldFacts(answer, part);
  }
}

/** Returns output tokens per second between the first token and the end; `null` where the gateway reported no count. */
export function tokensPerSecond(answer: Answer): number | null {
  const { usage, timeline } = answer;
  if (!usage?.outputTokens || timeline?.firstTokenMs == null || timeline.endMs == null) return null;
  const seconds = (timeline.endMs - timeline.firstTokenMs) / 1000;
  return seconds > 0.02 ? usage.outputTokens / seconds : null;
}
