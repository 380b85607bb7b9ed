import { beforeEach, expect, test } from 'vitest';
import { admitFile } from '../../../../../renderer/lib/files/files.ts';
import { loadStrings } from '../../../../../renderer/lib/i18n/strings.ts';
import { failure } from '../../../../../shared/protocol/failure.ts';
import { stubGlobals } from '../../../../support/stub-globals.ts';

const file = new File(['hello'], 'größe.txt', { type: 'text/plain' });
const ref = { id: 'f1', name: 'größe.txt', type: 'text/plain', sizeBytes: 5 };

/** The request of one upload, controlled by the test. */
class Request {
  static last: Request;
  headers: Record<string, string> = {};
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  responseText = '';
  sent: unknown = null;
  constructor() {
    Request.last = this;
  }
  open() {}
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: unknown) {
    this.sent = body;
  }
  abort() {
    this.onabort();
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.onload();
  }
}

const host = (admit: (() => Promise<unknown>) | null) => stubGlobals({ window: admit ? { host: { admit } } : {} });

await loadStrings();

beforeEach(() => {
  host(null);
  stubGlobals({
    XMLHttpRequest: Request,
    location: { hash: '', pathname: '/', search: '' },
    history: { replaceState() {} },
    sessionStorage: { getItem: () => 'token-1', setItem() {} },
  });
});

/** Lets the call to the host finish, so that the request exists. */
const soon = () => new Promise((resolve) => setTimeout(resolve));

test('a file is uploaded once as a stream, with its name and the token of this run', async () => {
  const seen: [number, number][] = [];
  const admitted = admitFile(file, { onProgress: (sent, total) => seen.push([sent, total]) });
  await soon();
  const request = Request.last;
  expect(request.sent).toBe(file);
  expect(request.headers).toEqual({
    'content-type': 'text/plain',
    'x-file-name': encodeURIComponent('größe.txt'),
    authorization: 'Bearer token-1',
  });
  request.upload.onprogress?.({ loaded: 2, total: 5 });
  request.answer(200, ref);
  expect(await admitted).toEqual(ref);
  expect(seen).toEqual([[2, 5]]);
});

test('a rejection by the host is reported in its own words; one without a message is named by its status', async () => {
  const spoken = admitFile(file);
  await soon();
  Request.last.answer(413, failure('too-large', 'Files end at 2 GB.'));
  await expect(spoken).rejects.toMatchObject({ failure: { code: 'too-large', message: 'Files end at 2 GB.' } });
  const mute = admitFile(file);
  await soon();
  Request.last.answer(500, '<html>');
  await expect(mute).rejects.toMatchObject({ failure: { code: 'storage', message: expect.stringContaining('500') } });
  const cut = admitFile(file);
  await soon();
  Request.last.onerror();
  await expect(cut).rejects.toMatchObject({ failure: { code: 'storage', retryable: true } });
});

test('a success whose response cannot be read is a failure, not a file', async () => {
  const admitted = admitFile(file);
  await soon();
  Request.last.answer(200, 'OK');
  await expect(admitted).rejects.toMatchObject({ failure: { code: 'storage' } });
});

test('stopping ends the upload as canceled by the user', async () => {
  const stop = new AbortController();
  const admitted = admitFile(file, { signal: stop.signal });
  await soon();
  stop.abort();
  await expect(admitted).rejects.toMatchObject({ failure: { code: 'aborted' } });
});

test('on the desktop a file on disk is admitted by its path, without a copy', async () => {
  host(async () => ({ kind: 'admitted', file: ref }));
  const before = Request.last;
  expect(await admitFile(file)).toEqual(ref);
  expect(Request.last).toBe(before);
  host(async () => ({ kind: 'refused', failure: failure('bad-input', 'That is a folder.') }));
  await expect(admitFile(file)).rejects.toMatchObject({ failure: { message: 'That is a folder.' } });
});
