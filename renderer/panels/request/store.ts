import { createStore } from 'zustand/vanilla';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { AppError } from '#shared/protocol/failure.ts';
import type { Part } from '#shared/protocol/part.ts';
import { client } from '../../lib/client/client.ts';
import { stampOfText } from '../../lib/documents/stamp.ts';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { replays } from '../../lib/inspector/wire-acts.ts';
import { rememberOrigin } from '../../lib/navigation/exchange-origin.ts';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import { followExchange, followRecorded } from '../../lib/runs/follow-exchange.ts';
import { startRun } from '../../lib/runs/live-run.ts';
import { foldResult, noResult, type RequestResult } from './model/fold-answer.ts';
import type { PastedRequest } from './model/pasted-curl.ts';
import { requestDraft } from './model/request-draft.ts';
import { emptyForm, type RequestForm, readForm, storableForm, writeForm } from './model/request-form.ts';

/** The request in the editor. All of it is restored after a restart. */
export const useForm = persistedStore<RequestForm>('request', emptyForm, {
  keep: (form) => storableForm(form) ?? emptyForm,
  read: (stored, initial) =>
    Object.fromEntries(
      Object.entries(initial).flatMap(([name, value]) => {
        const known = stored[name];
        if (name === 'savedId') return [[name, typeof known === 'string' ? known : null]];
        return typeof known === typeof value && Array.isArray(known) === Array.isArray(value) ? [[name, known]] : [];
      }),
    ),
});

/** Unsaved requests that other ones replaced, newest first, and the initial state of the one in the editor. */
export const useUnsavedRequests = persistedStore<{ contents: string[]; begun: string }>(
  'request-aside',
  { contents: [], begun: writeForm(emptyForm) },
  {
    keep: ({ contents, begun }) => ({
      contents: contents.flatMap((content) => storableContent(content) ?? []),
      begun: storableContent(begun) ?? writeForm(emptyForm),
    }),
  },
);

function storableContent(content: string): string | null {
  const form = readForm(content);
  const stored = storableForm(form);
  return stored === form ? content : stored && writeForm(stored);
}

/** What earlier versions kept in an editor of the Wire panel; it is moved to the unsaved requests. */
export const useKeptEdits = persistedStore<{ edits: Record<string, unknown> }>(
  'wire-edits',
  { edits: {} },
  { shared: 'parts', quietMs: 0 },
);

export const changeForm = (change: Partial<RequestForm>): void => useForm.setState(change);

interface Newest {
  exchangeId: string | null;
  /** Stamp of the draft that was sent. */
  stamp: string | null;
}

/** The exchange of the newest response, so that it is restored after a reload. */
const useNewest = persistedStore<Newest>('request-response', { exchangeId: null, stamp: null }, { quietMs: 0 });

/** A response that can be shown again. */
export interface EarlierResponse {
  exchangeId: string;
  stamp: string | null;
  /** When it was sent, milliseconds since 1970. */
  sentAt: number;
  method: string;
  path: string;
}

/** How many earlier responses are listed; all of them are in Wire. */
const maxEarlier = 30;

/** The responses of this panel, newest first. */
export const useEarlier = persistedStore<{ responses: EarlierResponse[] }>('request-earlier', { responses: [] });

export interface RequestView {
  /** The response that is shown. */
  answer: RequestResult | null;
  view: 'build' | 'form';
  /** What was read from a pasted command, until another request is in the editor. */
  pasted: Omit<PastedRequest, 'form'> | null;
}

export const resultStore = createStore<RequestView>(() => ({ answer: null, view: 'build', pasted: null }));

/** Sends the request and reads its response; continues when the user leaves the panel. */
export function sendRequest(draft: DraftInput, follow: typeof followExchange = followExchange): void {
  const stamp = stampOfDraft(draft);
  const { method, path, from } = useForm.getState();
  useNewest.setState({ exchangeId: null, stamp });
  const sentAt = Date.now();
  read(
    follow(draft),
    () => undefined,
    (exchangeId) => {
      if (from !== '') replays.setState({ [exchangeId]: from });
      useEarlier.setState(({ responses }) => ({
        responses: [{ exchangeId, stamp, sentAt, method, path }, ...responses].slice(0, maxEarlier),
      }));
    },
  );
}

/** Reads the newest response from its record where this page does not have it yet; live, if it is still running. */
export function restoreResponse(follow: typeof followRecorded = followRecorded): void {
  const { exchangeId } = useNewest.getState();
  if (exchangeId !== null && resultStore.getState().answer === null) read(follow(exchangeId), dropResponse);
}

/** Shows an earlier response again, as it was recorded. */
export function showEarlier(
  { exchangeId, stamp }: EarlierResponse,
  follow: typeof followRecorded = followRecorded,
): void {
  useNewest.setState({ exchangeId, stamp });
  read(follow(exchangeId), () => forgetEarlier(exchangeId));
}

/** Removes a response whose record was deleted. */
function forgetEarlier(exchangeId: string): void {
  useEarlier.setState(({ responses }) => ({ responses: responses.filter((one) => one.exchangeId !== exchangeId) }));
  dropResponse();
}

/** Clears a response whose request is no longer in the editor. */
export function dropResponse(): void {
  resultStore.setState({ answer: null, view: 'build' });
  useNewest.setState({ exchangeId: null, stamp: null });
}

/** Whether the shown response belongs to another request, such as an earlier version of this one. */
export function useIsStale(draft: DraftInput | null): boolean {
  const stamp = useNewest((newest) => newest.stamp);
  return isStale(draft, stamp);
}

/** @param stamp of the draft that was sent; `null` if none was. */
export const isStale = (draft: DraftInput | null, stamp: string | null = useNewest.getState().stamp): boolean =>
  draft !== null && stamp !== null && stampOfDraft(draft) !== stamp;

const stampOfDraft = (draft: DraftInput): string => stampOfText(JSON.stringify(draft));

/** @param onMissing called when the exchange is unknown; `onExchange` once, when there is one. */
function read(
  parts: AsyncIterable<Part>,
  onMissing: () => void,
  onExchange: (exchangeId: string) => void = () => undefined,
): void {
  let shown: RequestResult = { ...noResult };
  resultStore.setState({ answer: shown });
  const run = startRun<Part, RequestResult>(parts, shown, foldResult, { panel: 'request' });
  run.subscribe(({ status, state, error }) => {
    // Another request was sent or opened since.
    if (resultStore.getState().answer !== shown) return;
    if (state.exchangeId && state.exchangeId !== useNewest.getState().exchangeId) {
      useNewest.setState({ exchangeId: state.exchangeId });
      onExchange(state.exchangeId);
      rememberOrigin(state.exchangeId, { panel: 'request', documentId: '', itemId: '' });
    }
    shown = status === 'failed' ? { ...state, state: 'interrupted', failure: AppError.from(error) } : state;
    resultStore.setState({ answer: shown });
    if (shown.failure?.code === 'not-found-here' && shown.exchangeId === null) onMissing();
  });
}

/** Stops the running request; what has arrived is recorded. */
export function stopRequest(): void {
  const id = resultStore.getState().answer?.exchangeId;
  if (id) void client.exchanges.cancel({ id }).catch(() => undefined);
}

/** Returns the draft that would be sent; `null` without a connection, and while it is loading. */
export function useRequestDraft(): DraftInput | null {
  const { ready, connection, key } = useActive();
  const form = useForm();
  return ready && connection
    ? requestDraft(form, { connectionId: connection.id, keyId: key?.id, gateway: connection })
    : null;
}
