import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResponseMemory } from './dialects/responses/response-memory.ts';
import type { PromptMemory } from './language/usage.ts';
import type { ImageStore } from './media/images/image-store.ts';
import type { VideoTasks } from './media/video/video-tasks.ts';
import type { ServedRoute } from './paths.ts';
import type { RequestBody } from './request-body.ts';
import type { LoggedRequest } from './request-log.ts';
import type { FaultTraits } from './scenarios/scenario.ts';

/** A request of which only the first line and headers have been read. */
export interface IncomingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** As sent, without the query: still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly content: RequestBody;
  readonly requestId: string;
  /** Fires when the connection is closed: the client disconnected, or the gateway closes. */
  readonly signal: AbortSignal;
  readonly gateway: GatewayState;
  readonly record: LoggedRequest;
}

/** An authorized request: its route is known, its key is valid and its body has been read. */
export interface AuthorizedRequest extends IncomingRequest {
  readonly route: ServedRoute;
  /** Values of the `{parameters}` in the route's path. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly key: string;
  /** With any content coding decoded. */
  readonly body: Buffer;
  /** The active scenario for this request. */
  readonly fault: FaultTraits | null;
}

/** Returns the time to the millisecond and eight random letters, as gateways of this kind number their requests. */
export function newRequestId(): string {
  const time = new Date().toISOString().replaceAll(/\D/g, '');
  return `${time}${randomBytes(6).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
}

/** The state of the running gateway across requests. */
export interface GatewayState {
  readonly key: string;
  /** Address without a path, such as `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** Tokens per second; 0 is as fast as possible. */
  pace(): number;
  /** Name of the active scenario for every request. */
  scenario(): string | null;
  /** Besides those of the product; see `faultNamed`. */
  readonly moreFaults: readonly FaultTraits[];
  readonly prompts: PromptMemory;
  readonly responses: ResponseMemory;
  readonly images: ImageStore;
  readonly videos: VideoTasks;
  /** Counts the calls of the limited key: true for every second one. */
  isOverLimit(): boolean;
}
