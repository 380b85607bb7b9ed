import type { IncomingMessage, ServerResponse } from 'node:http';
import { percentDecoded } from '#shared/percent.ts';
import { AppError, type Failure, failure } from '#shared/protocol/failure.ts';
import type { FileStore } from '../hosting/file-store.ts';
import type { AccessToken } from './access-token.ts';

/** Maximum number of concurrent uploads, and how long one may send nothing. The store limits the size of a file. */
const uploadLimit = 8;
const idleMs = 30_000;

/**
 * Creates the handler of `POST /files`: the body is the file, its type is `content-type`, its name, percent-encoded,
 * is `x-file-name`, the token is in `authorization: Bearer`. The bytes are stored as they arrive; the response is 201
 * with the `FileRef`, or an error status with a `Failure`. Everything that can be checked up front is checked before
 * the first byte of the body is read.
 */
export function createUploads(store: FileStore, accessToken: AccessToken) {
  let running = 0;

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number, body: unknown) => {
      response.statusCode = status;
      response.setHeader('content-type', 'application/json');
      // The rest of the body is not read.
      if (status !== 201) response.setHeader('connection', 'close');
      response.end(JSON.stringify(body));
    };
    const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!(await accessToken.check(token))) return answer(401, invalidToken);
    if (running >= uploadLimit) return answer(429, busy);
    const file = readHead(request);
    if (!file) return answer(411, noLength);

    running += 1;
    // A stalled sender would occupy a slot; a slow but active one must not be cut off.
    const { socket } = request;
    const onIdle = () => request.destroy(new AppError(stalled));
    socket.setTimeout(idleMs).on('timeout', onIdle);
    if (request.headers.expect) response.writeContinue();
    try {
      // If the store fails midway, the connection must stay open to report why.
      answer(201, await store.admit(file, request.iterator({ destroyOnReturn: false })));
    } catch (thrown) {
      const cause = request.errored instanceof AppError ? request.errored : thrown;
      const reason = AppError.from(cause);
      if (!response.destroyed) answer(statusOf(reason), reason);
    } finally {
      running -= 1;
      socket.setTimeout(0).off('timeout', onIdle);
    }
  };
}

function readHead(request: IncomingMessage): { name: string; type: string; sizeBytes: number } | null {
  const length = request.headers['content-length'];
  if (length === undefined || !/^\d+$/.test(length)) return null;
  return {
    name: percentDecoded(String(request.headers['x-file-name'] ?? '')) || 'file',
    type: request.headers['content-type'] || 'application/octet-stream',
    sizeBytes: Number(length),
  };
}

const statusOf = ({ code }: Failure) => (code === 'too-large' ? 413 : code === 'storage' ? 507 : 500);

const invalidToken = failure('auth', 'This page is from an earlier start of Patchbay.', {
  hint: 'Open the link that Patchbay printed when it started, then add the file again.',
});
const busy = failure('too-large', `${uploadLimit} files are already being uploaded.`, {
  hint: 'Wait until one is done, then add this file again.',
  retryable: true,
});
const noLength = failure('bad-input', 'The upload has no length.', { hint: 'Add the file from the page.' });
const stalled = failure('upload-stalled', 'The upload stalled for 30 seconds.', {
  effect: 'not-saved',
  hint: 'Add the file again.',
  retryable: true,
});
