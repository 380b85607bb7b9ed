import { beforeEach, expect, test, vi } from 'vitest';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { newestFrom } from '../../../../../renderer/lib/navigation/exchange-origin.ts';
import { requestDraft } from '../../../../../renderer/panels/request/model/request-draft.ts';
import { emptyForm } from '../../../../../renderer/panels/request/model/request-form.ts';
import {
  changeForm,
  dropResponse,
  isStale,
  restoreResponse,
  resultStore,
  sendRequest,
  showEarlier,
  useEarlier,
  useForm,
} from '../../../../../renderer/panels/request/store.ts';
import { timelineWith } from '../../../../support/timeline.ts';

const draftNow = (): DraftInput => requestDraft(useForm.getState(), { connectionId: 'c', keyId: 'k' });

const timeline = timelineWith({ sentMs: 1, headersMs: 2, firstByteMs: 2, endMs: 12, chunks: 1, receivedBytes: 2 });

const parts = (body: string): Part[] => [
  { type: 'run-start', exchangeId: 'x1', attempt: 1 },
  { type: 'answer-start', status: 200, streamed: false, requestId: null },
  { type: 'raw-event', name: null, data: body },
  {
    type: 'run-end',
    state: 'done',
    finishReason: null,
    sent: 'answered',
    error: null,
    exchangeId: 'x1',
    timeline,
  },
];

async function* give(list: readonly Part[], error?: Error) {
  yield* list;
  if (error) throw error;
}
const shown = () => resultStore.getState().answer;
const ended = () => vi.waitFor(() => expect(shown()?.state).not.toBe('running'));

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => setTimeout(task, 0));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  useForm.setState({ ...emptyForm });
  dropResponse();
});

test('the newest response is restored after a reload, read from its record', async () => {
  sendRequest(draftNow(), () => give(parts('{"first":1}')));
  await ended();
  expect(newestFrom('request')).toBe('x1');
  // Like a freshly loaded page: it has only the stored id.
  resultStore.setState({ answer: null });
  const asked: string[] = [];
  restoreResponse((id) => {
    asked.push(id);
    return give(parts('{"first":1}'));
  });
  await ended();
  expect(asked).toEqual(['x1']);
  expect(shown()).toMatchObject({ state: 'done', status: 200, pieces: [{ data: '{"first":1}' }], endMs: 12 });
});

test('without a record, and after another request was opened, there is no response to restore', async () => {
  sendRequest(draftNow(), () => give(parts('{}')));
  await ended();
  resultStore.setState({ answer: null });
  restoreResponse(() => give([], new AppError(failure('not-found-here', 'gone'))));
  await vi.waitFor(() => expect(shown()).toBeNull());
  restoreResponse(() => {
    throw new Error('asked for a record that is gone');
  });
  sendRequest(draftNow(), () => give(parts('{}')));
  await ended();
  dropResponse();
  restoreResponse(() => {
    throw new Error('asked for the response to another request');
  });
  expect(shown()).toBeNull();
});

test('a response is marked as belonging to an earlier request as long as the request differs from the sent one', async () => {
  sendRequest(draftNow(), () => give(parts('{}')));
  await ended();
  expect(isStale(draftNow())).toBe(false);
  changeForm({ path: '/v1/other' });
  expect(isStale(draftNow())).toBe(true);
  expect(isStale(null)).toBe(false);
  changeForm({ path: emptyForm.path });
  expect(isStale(draftNow())).toBe(false);
  expect(isStale({ ...draftNow(), keyId: 'another' })).toBe(true);
});

test('late parts of an earlier request do not replace the newest response', async () => {
  let bring = (_: unknown) => {};
  const slow = new Promise((resolve) => {
    bring = resolve;
  });
  sendRequest(draftNow(), async function* () {
    await slow;
    yield* parts('"former"');
  });
  sendRequest(draftNow(), () => give(parts('"newest"')));
  await ended();
  bring(undefined);
  await slow;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(shown()?.pieces).toEqual([{ name: null, data: '"newest"' }]);
});

test('responses are listed newest first, and an earlier one is shown again as it was recorded', async () => {
  useEarlier.setState({ responses: [] });
  const partsOf = (exchangeId: string, body: string) =>
    parts(body).map((part) => ('exchangeId' in part ? { ...part, exchangeId } : part));
  changeForm({ path: '/v1/one' });
  const first = draftNow();
  sendRequest(first, () => give(partsOf('x1', '{"at":1}')));
  await ended();
  changeForm({ path: '/v1/two' });
  sendRequest(draftNow(), () => give(partsOf('x2', '{"at":2}')));
  await ended();
  const { responses } = useEarlier.getState();
  expect(responses.map(({ exchangeId, path }) => [exchangeId, path])).toEqual([
    ['x2', '/v1/two'],
    ['x1', '/v1/one'],
  ]);
  showEarlier(responses[1] as (typeof responses)[number], () => give(partsOf('x1', '{"at":1}')));
  await ended();
  expect(shown()?.pieces).toEqual([{ name: null, data: '{"at":1}' }]);
  // It belongs to the request that it answered, not to the one in the editor.
  expect(isStale(first)).toBe(false);
  expect(isStale(draftNow())).toBe(true);
});

test('a response whose record was deleted leaves the list', async () => {
  useEarlier.setState({
    responses: [{ exchangeId: 'gone', stamp: null, sentAt: 1, method: 'GET', path: '/v1/models' }],
  });
  const [gone] = useEarlier.getState().responses;
  showEarlier(gone as NonNullable<typeof gone>, () => give([], new AppError(failure('not-found-here', 'Deleted.'))));
  await vi.waitFor(() => expect(useEarlier.getState().responses).toEqual([]));
  expect(shown()).toBeNull();
});
