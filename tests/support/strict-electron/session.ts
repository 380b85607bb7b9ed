import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import type { Strict } from './strict.ts';

type Handler = (request: Request) => Response | Promise<Response>;

/** One chunk of a body, as Chromium delivers it: bytes, or a blob that has to be fetched by its id. */
type Upload = { type: 'rawData'; bytes: Buffer } | { type: 'blob'; blobUUID: string };

/** A request as Chromium passes it to a scheme's handler. */
export interface PageRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  /** The requesting document; absent for the browser's own requests. */
  initiatorOrigin?: string;
  uploadData?: Upload[];
}

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Bytes of blobs by their id. */
export const blobs = new Map<string, Buffer>();

/** What Electron itself does around a handler: lib/browser/api/protocol.ts. */
class Protocol {
  readonly handlers = new Map<string, Handler>();
  handle(scheme: string, handler: Handler) {
    if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.handlers.set(scheme, handler);
  }
  isProtocolHandled = (scheme: string) => this.handlers.has(scheme);
}

/** The body of a request: one buffer as it is, anything else as a stream of its chunks. */
function bodyOf(uploads: Upload[] | undefined): Buffer<ArrayBuffer> | ReadableStream | null {
  const [first] = uploads ?? [];
  if (!uploads || !first) return null;
  if (uploads.length === 1 && first.type === 'rawData') return Buffer.from(first.bytes);
  const pieces = uploads.values();
  return new ReadableStream({
    async pull(controller) {
      const { value: piece } = pieces.next();
      if (!piece) return controller.close();
      controller.enqueue(new Uint8Array(piece.type === 'rawData' ? piece.bytes : (blobs.get(piece.blobUUID) ?? [])));
    },
  });
}

type DownloadItem = { getURL(): string };
type WebRequestListener = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void;

export class PlayedSession extends EventEmitter {
  readonly protocol = new Protocol();
  onBeforeRequest: WebRequestListener | null = null;
  webRequest = {
    onBeforeRequest: (listener: WebRequestListener) => {
      this.onBeforeRequest = listener;
    },
  };
  proxy: unknown = null;
  setProxy = async (config: unknown) => {
    this.proxy = config;
  };
  onPermission: ((...args: unknown[]) => void) | null = null;
  setPermissionRequestHandler = (handler: typeof this.onPermission) => {
    this.onPermission = handler;
  };
  onPermissionCheck: ((...args: unknown[]) => boolean) | null = null;
  setPermissionCheckHandler = (handler: typeof this.onPermissionCheck) => {
    this.onPermissionCheck = handler;
  };
  readonly #proxyList: string;

  constructor(proxyList: string) {
    super();
    this.#proxyList = proxyList;
  }

  resolveProxy = async () => this.#proxyList;

  /** Sends a request as the page does, through Electron's own layer around a handler. */
  async fetch({ url, method = 'GET', headers, initiatorOrigin, uploadData }: PageRequest): Promise<PageAnswer> {
    const handler = this.protocol.handlers.get(new URL(url).protocol.slice(0, -1));
    if (!handler) throw new Error(`nobody answers ${url}`);
    const body = bodyOf(uploadData);
    const given = new Headers(headers);
    if (given.get('origin') === 'null') given.delete('origin');
    const request = new Request(url, {
      headers: given,
      method,
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    } as RequestInit);
    if (initiatorOrigin !== undefined) Object.defineProperty(request, 'initiatorOrigin', { value: initiatorOrigin });
    const answer = await handler(request);
    if (!(answer instanceof Response)) throw new Error('ERR_UNEXPECTED: the handler gave no response');
    const data = answer.body ? Readable.fromWeb(answer.body as ReadableStream) : null;
    const pieces: Buffer[] = [];
    for await (const piece of data ?? []) pieces.push(Buffer.from(piece as Uint8Array));
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: Buffer.concat(pieces) };
  }

  /** True when Chromium may continue a request from a document of this session. */
  mayRequest(url: string): boolean {
    let isCancelled = false;
    this.onBeforeRequest?.({ url }, ({ cancel = false }) => {
      isCancelled = cancel;
    });
    return !isCancelled;
  }

  /** True when a download is allowed. */
  mayDownload(strict: Strict, url: string): boolean {
    const event = {
      defaultPrevented: false,
      preventDefault: () => {
        event.defaultPrevented = true;
      },
    };
    const item: DownloadItem = { getURL: () => url };
    this.emit('will-download', event, strict.object('DownloadItem', item), null);
    return !event.defaultPrevented;
  }
}

/** `session`: sessions by their partition, and the default one. */
export function playSession(strict: Strict, proxyList: string) {
  const sessions = new Map<string, PlayedSession>();
  const named = (partition: string) => {
    const known = sessions.get(partition) ?? new PlayedSession(proxyList);
    sessions.set(partition, known);
    return known;
  };
  const statics = {
    fromPartition: named,
    get defaultSession() {
      return named('');
    },
  };
  return { sessions, session: strict.class('Session', statics, 'session') };
}
