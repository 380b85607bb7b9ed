import type { RunState } from '#shared/protocol/failure.ts';
import type { FileRef, Stage, Usage } from '#shared/protocol/part.ts';
import { type CallFacts, newFacts } from '../../../lib/runs/fold-run.ts';
import type { ImageSpec } from './image-order.ts';

/** A picture as it came. */
export interface MadeImage {
  /** Place among the pictures of its call. */
  index: number;
  /** `null` when it could not be stored; the record of the answer still has it. */
  file: FileRef | null;
  url: string | null;
  mediaType: string;
  /** Of the picture itself, read from its bytes; `null` until they were looked at. */
  width: number | null;
  height: number | null;
  revisedPrompt: string | null;
  /** As the service reported them. */
  size: string | null;
  quality: string | null;
  background: string | null;
}

/** One preview of a picture that was still being drawn. */
export interface Preview {
  index: number;
  partial: number;
  file: FileRef;
}

/** One exchange of a generation; several where the pictures were asked for one by one. */
export interface Call extends CallFacts {
  startedAt: number;
  state: 'running' | RunState;
  stage: Stage | null;
  /** Bytes of the request that have left, and all of them; absent before the first word of it. */
  sending?: { sentBytes: number; totalBytes: number };
  pictures: MadeImage[];
  previews: Preview[];
  /** Texts of the legacy route, by choice. */
  texts: string[];
}

/** One press of Send: what was asked for, and what came of it. It is one document of the library. */
export interface Generation {
  id: string;
  createdAt: number;
  order: ImageSpec;
  /** The picture that the first input came from. */
  parent: { generationId: string; picture: number } | null;
  calls: Call[];
  /** A small picture of it for the gallery. */
  thumb: FileRef | null;
}

export const newCall = (startedAt: number): Call => ({
  ...newFacts,
  startedAt,
  state: 'running',
  stage: null,
  pictures: [],
  previews: [],
  texts: [],
});

/** Worst first: a generation of several calls stands as its worst one does, unless one still runs. */
const order: readonly Call['state'][] = ['running', 'failed', 'interrupted', 'cancelled', 'done-with-warnings', 'done'];

export const stateOf = ({ calls }: Generation): Call['state'] =>
  order.find((state) => calls.some((call) => call.state === state)) ?? 'failed';

export const isRunning = (generation: Generation): boolean => stateOf(generation) === 'running';

/** All pictures in the order of their calls, numbered through. */
export const imagesOf = ({ calls }: Generation): MadeImage[] =>
  calls.flatMap(({ pictures }) => pictures).map((image, index) => ({ ...image, index }));

/** The newest preview of each picture that never came whole, by call. */
export function openPreviews({ pictures, previews }: Call): Preview[] {
  const newest = new Map<number, Preview>();
  for (const preview of previews) if (preview.index >= pictures.length) newest.set(preview.index, preview);
  return [...newest.values()];
}

/** From the first start to the last end; `null` while one still runs. */
export function tookMs({ calls }: Generation): number | null {
  const first = Math.min(...calls.map(({ startedAt }) => startedAt));
  const ends = calls.map(({ startedAt, endMs }) => (endMs === null ? null : startedAt - first + endMs));
  return ends.includes(null) ? null : Math.max(...(ends as number[]));
}

/** Counts of all calls together; `null` where no call said anything. */
export function usageOf({ calls }: Generation): Usage | null {
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

/** What it is called in the gallery: the first line of its prompt. */
export const titleOf = ({ order: { prompt } }: Generation): string =>
  (prompt.trim().split('\n')[0] ?? '').slice(0, 200);
