import { createStore } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { AppError } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { client } from '../../lib/client/client.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { stampOfText } from '../../lib/page/stamp.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { followExchange, followRecorded } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import { foldResult, noResult, type RequestResult } from './model/fold-answer.ts';
import { emptyForm, type RequestForm, writeForm } from './model/request-form.ts';

/** The request that is being written. All of it comes back after a restart. */
export const useForm = persistedStore<RequestForm>('request', emptyForm, {
  read: (stored, initial) =>
    Object.fromEntries(
      Object.entries(initial).flatMap(([name, value]) => {
        const known = stored[name];
        if (name === 'savedId') return [[name, typeof known === 'string' ? known : null]];
        return typeof known === typeof value && Array.isArray(known) === Array.isArray(value) ? [[name, known]] : [];
      }),
    ),
});

/** What other requests took the place of before it was saved, newest first, and how the one on the desk was when it came there. */
export const useAside = persistedStore<{ contents: string[]; begun: string }>('request-aside', {
  contents: [],
  begun: writeForm(emptyForm),
});

export const changeForm = (change: Partial<RequestForm>): void => useForm.setState(change);

interface Newest {
  exchangeId: string | null;
  /** Stamp of the draft that it responds to. */
  stamp: string | null;
}

/** Which exchange the newest response is, so that it is back after a reload. */
const useNewest = persistedStore<Newest>('request-response', { exchangeId: null, stamp: null }, { quietMs: 0 });

/** The newest response, and how the request is shown. */
export const answerStore = createStore<{ answer: RequestResult | null; view: 'build' | 'form' }>(() => ({
  answer: null,
  view: 'build',
}));

/** Sends the request and reads its response; it goes on when the panel is left. */
export function sendRequest(draft: DraftInput, follow: typeof followExchange = followExchange): void {
  useNewest.setState({ exchangeId: null, stamp: stampOfDraft(draft) });
  read(follow(draft), () => undefined);
}

/** Reads the newest response from its record where this page does not have it yet; live, if it still runs. */
export function restoreResponse(follow: typeof followRecorded = followRecorded): void {
  const { exchangeId } = useNewest.getState();
  if (exchangeId !== null && answerStore.getState().answer === null) read(follow(exchangeId), dropResponse);
}

/** The response belongs to a request that is no longer on the desk. */
export function dropResponse(): void {
  answerStore.setState({ answer: null, view: 'build' });
  useNewest.setState({ exchangeId: null, stamp: null });
}

/** Whether the response that is shown is one to another request than this, such as the same before it was changed. */
export function useIsStale(draft: DraftInput | null): boolean {
  const stamp = useNewest((newest) => newest.stamp);
  return isStale(draft, stamp);
}

/** @param stamp of the draft that was sent; `null`: none was. */
export const isStale = (draft: DraftInput | null, stamp: string | null = useNewest.getState().stamp): boolean =>
  draft !== null && stamp !== null && stampOfDraft(draft) !== stamp;

const stampOfDraft = (draft: DraftInput): string => stampOfText(JSON.stringify(draft));

/** @param onGone nothing is known of the exchange. */
function read(parts: AsyncIterable<Part>, onGone: () => void): void {
  let shown: RequestResult = { ...noResult };
  answerStore.setState({ answer: shown });
  const run = startRun<Part, RequestResult>(parts, shown, foldResult, { panel: 'request' });
  run.subscribe(({ status, state, error }) => {
    // Another request was sent or opened since.
    if (answerStore.getState().answer !== shown) return;
    if (state.exchangeId && state.exchangeId !== useNewest.getState().exchangeId) {
      useNewest.setState({ exchangeId: state.exchangeId });
      rememberOrigin(state.exchangeId, { panel: 'request', documentId: '', itemId: '' });
    }
    shown = status === 'failed' ? { ...state, state: 'interrupted', failure: AppError.from(error) } : state;
    answerStore.setState({ answer: shown });
    if (shown.failure?.code === 'not-found-here' && shown.exchangeId === null) onGone();
  });
}

/** Stops what runs; it is recorded as far as it came. */
export function stopRequest(): void {
  const id = answerStore.getState().answer?.exchangeId;
  if (id) void client.exchanges.cancel({ id }).catch(() => undefined);
}
