import type { ResponseMemory } from './dialects/responses/response-memory.ts';
import type { PromptMemory } from './language/usage.ts';
import type { ImageStore } from './media/images/image-store.ts';
import type { VideoTasks } from './media/video/video-tasks.ts';
import type { Fault } from './scenarios/fault.ts';

/** What the running gateway knows between requests. */
export interface GatewayState {
  readonly key: string;
  /** Address without a path, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Tokens a second; 0 is as fast as possible. */
  pace(): number;
  /** The scenario in force for every request. */
  fault(): Fault | null;
  readonly prompts: PromptMemory;
  readonly responses: ResponseMemory;
  readonly images: ImageStore;
  readonly videos: VideoTasks;
  /** Counts the calls of the limited key: true for every second one. */
  isOverLimit(): boolean;
}
