import { randomBytes } from 'node:crypto';
import { nearestDuration, type VideoOrder, videoFile } from './video-files.ts';

/** What a video costs, in tokens at the current pace: about six seconds at the default pace. */
const videoTokens = 360;
/** Share of the time spent in the queue. */
const queueShare = 0.15;
const keptTasks = 200;
const lifetimeMs = 3_600_000;

export interface VideoRequest extends VideoOrder {
  model: string;
  remixedFrom: string | null;
  /** Name of the scenario that was active when the task was submitted: the task keeps it. */
  scenario: string | null;
}

export interface VideoState {
  word: 'queued' | 'in_progress' | 'completed' | 'failed';
  /** Whole percent. */
  percent: number;
}

/** A video generated in the background. */
export interface VideoTask extends VideoRequest {
  readonly id: string;
  /** Row number, as in a database. */
  readonly row: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Returns its current progress; it never decreases. */
  state(): VideoState;
  /** How often its bytes were requested. */
  downloads: number;
  /** Returns the bytes of the video. */
  file(): Promise<Buffer>;
}

/** The tasks of a gateway, each visible only to the key that created it. */
export interface VideoTasks {
  create(key: string, order: VideoRequest): VideoTask;
  /** Returns `null` when there is none, or when it belongs to another key. */
  find(key: string, id: string): VideoTask | null;
  /** For addresses that need no key. */
  findByAddress(id: string): VideoTask | null;
}

/**
 * Creates the task list.
 *
 * @param pace tokens per second; 0 is as fast as possible.
 */
export function createVideoTasks(pace: () => number, now: () => number = Date.now): VideoTasks {
  const tasks = new Map<string, { owner: string; task: VideoTask }>();
  let rows = 0;

  function open(order: VideoRequest): VideoTask {
    const createdAt = now();
    let share = 0;
    rows += 1;
    return {
      ...order,
      seconds: nearestDuration(order.seconds),
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
      file() {
        return videoFile(this);
      },
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
