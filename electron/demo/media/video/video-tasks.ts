import { randomBytes } from 'node:crypto';
import type { Fault } from '../../scenarios/fault.ts';
import { drawVideo, type VideoSpec } from './video.ts';

/** What a video costs, in the tokens that the pace counts: about six seconds at the usual one. */
const videoTokens = 360;
/** This part of the time is spent in the queue. */
const queueShare = 0.15;
const keptTasks = 200;
const lifetimeMs = 3_600_000;

export interface VideoRequest extends VideoSpec {
  model: string;
  /** As the request names it. */
  size: string;
  remixedFrom: string | null;
  /** The scenario that was in force when it was ordered: it goes with the task. */
  fault: Fault | null;
}

export interface VideoState {
  word: 'queued' | 'in_progress' | 'completed' | 'failed';
  /** Whole percent. */
  percent: number;
}

/** A video that is made while nobody waits for it. */
export interface VideoTask extends VideoRequest {
  readonly id: string;
  /** A number as databases give it. */
  readonly row: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** How far it is now; it never goes back. */
  state(): VideoState;
  /** How often its bytes were asked for. */
  downloads: number;
  /** The bytes of the video, drawn when they are first wanted. */
  file(): Promise<Buffer>;
}

/** The tasks of a gateway, each seen only with the key that made it. */
export interface VideoTasks {
  create(key: string, order: VideoRequest): VideoTask;
  /** `null` when there is none, or when it belongs to another key. */
  find(key: string, id: string): VideoTask | null;
  /** For addresses that need no key. */
  findByAddress(id: string): VideoTask | null;
}

/** @param pace tokens a second; 0 is as fast as possible. */
export function createVideoTasks(pace: () => number, now: () => number = Date.now): VideoTasks {
  const tasks = new Map<string, { owner: string; task: VideoTask }>();
  let rows = 0;

  function open(order: VideoRequest): VideoTask {
    const createdAt = now();
    let share = 0;
    let video: Promise<Buffer> | null = null;
    rows += 1;
    return {
      ...order,
      id: `task_${randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')}`,
      row: rows,
      createdAt,
      expiresAt: createdAt + lifetimeMs,
      downloads: 0,
      state() {
        const neededMs = pace() > 0 ? (videoTokens * 1000) / pace() : 0;
        share = Math.max(share, neededMs === 0 ? 1 : Math.min(1, (now() - createdAt) / neededMs));
        if (share >= 1) return { word: 'completed', percent: 100 };
        return { word: share < queueShare ? 'queued' : 'in_progress', percent: Math.floor(share * 100) };
      },
      // Drawn for all who ask, so that nobody's leaving ends it.
      file: () => (video ??= drawVideo(order, new AbortController().signal)),
    };
  }

  return {
    create(key, order) {
      const task = open(order);
      tasks.set(task.id, { owner: ownerOf(key), task });
      const oldest = tasks.size > keptTasks ? tasks.keys().next().value : undefined;
      if (oldest !== undefined) tasks.delete(oldest);
      return task;
    },
    find(key, id) {
      const found = tasks.get(id);
      return found?.owner === ownerOf(key) ? found.task : null;
    },
    findByAddress: (id) => tasks.get(id)?.task ?? null,
  };
}

const ownerOf = (key: string): string => key.replace(/^sk-/, '');
