import type { Failure, RunState, SentFlag } from '#shared/protocol/failure.ts';
import { retryOf } from '#shared/protocol/outcomes.ts';
import type { FileRef, ImagePart, Part, Stage, Usage } from '#shared/protocol/part.ts';
import { type PixelSize, readSize } from '../../../lib/generation/image-settings.ts';
import { type CallFacts, foldRun, newFacts } from '../../../lib/runs/fold-run.ts';
import { countRequested, type ImageSpec } from './image-spec.ts';

/** An image as it arrived. */
export interface MadeImage {
  /** Position among the images of its call. */
  index: number;
  /** `null` when it could not be stored; the recorded response still contains it. */
  file: FileRef | null;
  url: string | null;
  mediaType: string;
  /** Of the image itself, read from its bytes; `null` until they were inspected. */
  width: number | null;
  height: number | null;
  revisedPrompt: string | null;
  /** As reported by the service. */
  size: string | null;
  quality: string | null;
  background: string | null;
}

/** One preview of an image that was still being generated. */
interface Preview {
  index: number;
  partial: number;
  file: FileRef;
}

/** The task that a gateway made of a request: it generates the images asynchronously. */
export interface ImageTask {
  /** Of the gateway. */
  taskId: string;
  statusWord: string | null;
  /** Of the task monitor that follows it; `null` before it does. */
  rowId: string | null;
}

/** One exchange of a generation; there are several where the images were requested one by one. */
export interface Call extends CallFacts {
  startedAt: number;
  state: 'running' | RunState;
  stage: Stage | null;
  /** Bytes of the request sent so far, and the total; absent until the first report. */
  sending?: { sentBytes: number; totalBytes: number };
  pictures: MadeImage[];
  previews: Preview[];
  /** Set when the gateway generates the images asynchronously. */
  task?: ImageTask;
}

/** One press of Send: the request and its results. It is one document of the library. */
export interface Generation {
  id: string;
  createdAt: number;
  order: ImageSpec;
  /** The image that the first input came from. */
  parent: { generationId: string; picture: number } | null;
  calls: Call[];
  /** All generations of one Send to several models, in the order of the models; absent for one model. */
  together?: readonly string[];
  /** Its thumbnail in the gallery. */
  thumb: FileRef | null;
}

export const newCall = (startedAt: number): Call => ({
  ...newFacts,
  startedAt,
  state: 'running',
  stage: null,
  pictures: [],
  previews: [],
});

/** Worst first: a generation has the state of its worst call, unless one is still running. */
const order: readonly Call['state'][] = ['running', 'failed', 'interrupted', 'cancelled', 'done-with-warnings', 'done'];

export const stateOf = ({ calls }: Generation): Call['state'] =>
  order.find((state) => calls.some((call) => call.state === state)) ?? 'failed';

/** Returns the state of several together: that of the best, once none is running. */
export const stateOfAll = (generations: readonly Generation[]): Call['state'] | null => {
  const states = generations.map(stateOf);
  if (states.includes('running')) return 'running';
  return order.findLast((state) => states.includes(state)) ?? null;
};

export const isRunning = (generation: Generation): boolean => stateOf(generation) === 'running';

/** Returns all images in the order of their calls, numbered consecutively. */
export const imagesOf = ({ calls }: Pick<Generation, 'calls'>): MadeImage[] =>
  calls.flatMap(({ pictures }) => pictures).map((image, index) => ({ ...image, index }));

/** Returns the newest preview of each image of a call that never arrived completely. */
export function pendingPreviews({ pictures, previews }: Call): Preview[] {
  const newest = new Map<number, Preview>();
  for (const preview of previews) if (preview.index >= pictures.length) newest.set(preview.index, preview);
  return [...newest.values()];
}

/** The place of one requested image: the image itself, its newest preview, or nothing yet. */
export type Slot =
  | { kind: 'image'; image: MadeImage }
  | { kind: 'preview'; preview: Preview; call: Call }
  | { kind: 'waiting'; call: Call };

/** Returns the places of all requested images in the order of their calls; those that ended hold only what arrived. */
export function slotsOf(generation: Generation): Slot[] {
  const { calls, order } = generation;
  const perCall = calls.length > 1 ? 1 : countRequested(order);
  let index = 0;
  return calls.flatMap((call): Slot[] => {
    const images = call.pictures.map((image): Slot => ({ kind: 'image', image: { ...image, index: index++ } }));
    const previews = pendingPreviews(call).map((preview): Slot => ({ kind: 'preview', preview, call }));
    const open = call.state === 'running' ? perCall - images.length - previews.length : 0;
    const waiting = Array.from({ length: Math.max(0, open) }, (): Slot => ({ kind: 'waiting', call }));
    return [...images, ...previews, ...waiting];
  });
}

/**
 * Returns the size in which an image is expected, px: the requested one, else that of the edited image, else that of
 * an image of the same request, else square.
 */
export function expectedSize(generation: Generation): PixelSize {
  const { fields, inputs } = generation.order;
  const sized = (of: { width: number | null; height: number | null } | undefined) =>
    of?.width && of.height ? { width: of.width, height: of.height } : null;
  const arrived = imagesOf(generation).find(({ width }) => width !== null);
  return readSize(fields.size) ?? sized(arrived) ?? sized(inputs[0]) ?? { width: 1024, height: 1024 };
}

/** Returns the time from the first start to the last end; `null` while a call is still running. */
export function tookMs({ calls }: Generation): number | null {
  const first = Math.min(...calls.map(({ startedAt }) => startedAt));
  const ends = calls.map(({ startedAt, endMs }) => (endMs === null ? null : startedAt - first + endMs));
  return ends.includes(null) ? null : Math.max(...(ends as number[]));
}

/** Sums the usage of all calls; `null` where none reported any. */
export function usageOf({ calls }: Pick<Generation, 'calls'>): Usage | null {
  const all = calls.flatMap(({ usage }) => (usage ? [usage] : []));
  const [first] = all;
  if (!first) return null;
  const sum = (pick: (usage: Usage) => number | null | undefined) =>
    all.some((usage) => pick(usage) != null) ? all.reduce((total, usage) => total + (pick(usage) ?? 0), 0) : null;
  return {
    ...first,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    totalTokens: sum(({ totalTokens }) => totalTokens),
  };
}

/** Returns the name in the gallery: the first line of the prompt. */
export const titleOf = ({ order: { prompt } }: Generation): string =>
  (prompt.trim().split('\n')[0] ?? '').slice(0, 200);

/** Folds one part of a response into its call. Nothing that arrived is ever removed. */
export function foldCall(call: Call, part: Part): Call {
  switch (part.type) {
    case 'progress':
      return { ...call, stage: part.stage, ...sendingOf(part) };
    case 'image':
      return foldImage(call, part);
    case 'task-state': {
      const { taskId, statusWord, state } = part;
      return state === 'queued' || state === 'running' ? { ...call, task: { taskId, statusWord, rowId: null } } : call;
    }
    default:
      return foldRun(call, part);
  }
}

const sendingOf = ({ stage, sentBytes, totalBytes }: Extract<Part, { type: 'progress' }>): Pick<Call, 'sending'> =>
  stage === 'sending' && sentBytes && totalBytes ? { sending: { sentBytes, totalBytes } } : {};

function foldImage(call: Call, part: ImagePart): Call {
  if (part.partial !== undefined)
    return part.ref
      ? {
          ...call,
          previews: [...call.previews, { index: part.index ?? 0, partial: part.partial, file: part.ref }],
        }
      : call;
  return { ...call, pictures: [...call.pictures, imageOf(part, call.pictures.length)] };
}

const imageOf = (part: ImagePart, index: number): MadeImage => ({
  index,
  file: part.ref ?? null,
  url: part.url ?? null,
  mediaType: part.mediaType,
  width: null,
  height: null,
  revisedPrompt: part.revisedPrompt ?? null,
  size: part.size ?? null,
  quality: part.quality ?? null,
  background: part.background ?? null,
});

/** Returns true if the end of the call is explained: it failed, was stopped, returned nothing, or came with warnings. */
export const needsWords = (call: Call): boolean =>
  call.state !== 'running' &&
  (call.failure !== null || call.state === 'cancelled' || isEmpty(call) || call.warnings.length > 0);

/** Returns true if nothing arrived, and nothing will. */
export const isEmpty = ({ state, pictures, task }: Call): boolean =>
  state !== 'failed' && !task && pictures.length === 0;

/** Returns true if a failure card is shown for the call. */
export const showsFailure = ({ state, failure }: Call): boolean =>
  failure !== null && state !== 'running' && state !== 'cancelled';

/** Returns true if the same request may succeed when it is sent again. */
export const mayRepeat = ({ failure, sent }: Call): boolean =>
  failure === null || sent === null || retryAdvice(failure, sent) !== 'change-first';

/** Returns what a user can do with the same request. The failure itself knows best whether it may work unchanged. */
export function retryAdvice(
  { code, retryable }: Failure,
  sent: SentFlag,
): 'change-first' | 'wait-first' | 'manual' | 'manual-may-charge-twice' {
  if (!retryable) return 'change-first';
  const retry = retryOf(code, 'unary', sent);
  return retry === 'wait-first' || retry === 'manual-may-charge-twice' ? retry : 'manual';
}
