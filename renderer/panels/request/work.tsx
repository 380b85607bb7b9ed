import { Save, Send, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '#shared/contract/connections.ts';
import { isExposedPath } from '#shared/protocol/custom-path.ts';
import { routePath } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { client } from '../../lib/client/client.ts';
import { useAction } from '../../lib/client/use-action.ts';
import { RenameDialog } from '../../lib/documents/rename-dialog.tsx';
import { FailureCard } from '../../lib/failures/failure-card.tsx';
import { FailureText } from '../../lib/failures/failure-text.tsx';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useRequestedRoute } from '../../lib/gateway/patch/open-route.ts';
import { type Strings, useStrings } from '../../lib/i18n/strings.ts';
import { goTo } from '../../lib/navigation/open-panel.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { toast } from '../../lib/notices/toasts.ts';
import { useBlockedSend } from '../../lib/runs/send-blocker.ts';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { useShortcut } from '../../lib/shortcuts/shortcuts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { lazyPart } from '../../ui/base/lazy-module.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import layout from '../../ui/layout/layout.module.css';
import { EarlierResponses } from './answer/earlier-responses.tsx';
import { Builder } from './builder/builder.tsx';
import { emptyVariables } from './model/fill.ts';
import { problemOf, type RequestProblem, taskRuleOf } from './model/request-draft.ts';
import { emptyForm } from './model/request-form.ts';
import s from './request.module.css';
import { newRequest, openRouteForm, saveRequest, startAt } from './saved/saved-acts.ts';
import {
  type RequestView,
  restoreResponse,
  resultStore,
  sendRequest,
  stopRequest,
  useForm,
  useIsStale,
  useRequestDraft,
} from './store.ts';

const ResultView = lazyPart(
  async () => (await import('./answer/answer-view.tsx')).ResultView,
  <section className={s.answer} aria-busy />,
);

const ValueForm = lazyPart(async () => (await import('./builder/value-form.tsx')).ValueForm);

/** The request above, in the builder or as a form, and its response below. */
export function RequestWork() {
  const t = useStrings().request;
  const { ready, connection } = useActive();
  const request = useForm();
  const { view, answer: result, pasted } = useStore(resultStore);
  const draft = useRequestDraft();
  const stale = useIsStale(draft);
  const empty = emptyVariables(request);
  useEffect(() => restoreResponse(), []);
  const start = connection && routePath(connection, routes.models);
  useEffect(() => {
    if (start !== null && request.path === emptyForm.path) startAt(start);
  }, [start, request.path]);
  useRequestedRoute(({ routeId, model, values }) =>
    openRouteForm(routeId, connection ? routePath(connection, routes[routeId]) : routes[routeId].path, model, values),
  );
  useWireFocus(draft, result?.exchangeId ?? null);
  const problem = problemOf(request);
  const refusal = ready && !connection ? t.problems.connection : problem === null ? undefined : reasonOf(problem, t);
  const { reason, attempt } = useBlockedSend(
    refusal === undefined ? undefined : { reason: refusal, at: { place: `request-${problem?.what}` } },
  );
  const submit = useAction(async () => {
    if (!draft) return;
    await client.tasks.submit({ draft, prompt: request.title, rule: taskRuleOf(request) });
    toast({ intent: 'ok', title: t.submitted, action: { label: t.showTasks, onSelect: () => goTo('video') } });
  });
  const send = () =>
    attempt(() => {
      if (draft && request.asTask) void submit.run();
      else if (draft) sendRequest(draft);
    });
  useShortcut('request.send', send);
  useShortcut('request.new', newRequest);
  const sendKeys = useKeysLabel('request.send');
  const isRunning = result?.state === 'running';
  return (
    <div className={layout.fill}>
      <h1 className="sr-only">{t.title}</h1>
      <div className={s.bar}>
        <Segmented
          value={view}
          onValueChange={(next) => resultStore.setState({ view: next })}
          options={[
            { value: 'build', label: t.views.build },
            { value: 'form', label: t.views.form },
          ]}
          label={t.views.label}
        />
        <b className="cut-text">{request.title}</b>
        <span className="space" />
        <SaveButtons />
        {isRunning ? (
          <Button intent="stop" icon={<Icon of={Square} size="s" />} onClick={stopRequest}>
            {t.stop}
          </Button>
        ) : (
          <Button
            intent="primary"
            icon={<Icon of={Send} size="s" />}
            busy={submit.busy}
            shortcut={sendKeys}
            disabledReason={refusal}
            onClick={send}
          >
            {request.asTask ? t.submit : t.send}
          </Button>
        )}
      </div>
      <div className={s.notes}>
        {reason !== undefined && <Note intent="bad">{reason}</Note>}
        {pasted && <Note>{t.note(...pastedFacts(pasted, connection, t))}</Note>}
        {empty.length > 0 && <Note>{t.emptyFields(empty)}</Note>}
        {connection && problem?.what !== 'path' && (
          <Exposure connection={connection} path={draft?.custom?.path ?? ''} />
        )}
      </div>
      <div className={`${s.scroll} ${s.build}`}>
        {submit.failure && <FailureCard failure={submit.failure} />}
        {view === 'form' ? <ValueForm /> : <Builder />}
      </div>
      {result ? <ResultView answer={result} stale={stale} /> : <NoResponse />}
    </div>
  );
}

/** Says what was read from a pasted command, and what was not. */
function pastedFacts(
  { otherOrigin, hadKey, leftOut }: NonNullable<RequestView['pasted']>,
  connection: Connection | null,
  { pasted }: Strings['request'],
): string[] {
  return [
    pasted.read,
    ...(hadKey ? [pasted.key] : []),
    ...(otherOrigin !== null && connection ? [pasted.otherOrigin(otherOrigin, connection.name)] : []),
    ...(leftOut.length > 0 ? [pasted.leftOut(leftOut)] : []),
  ];
}

function reasonOf({ what, detail }: RequestProblem, { problems }: Strings['request']): string {
  if (what === 'path') return problems.path[detail];
  if (what === 'rule') return problems.rule[detail.what];
  return what === 'file' ? problems.file(detail) : problems[what];
}

/** Asks the user to confirm that a path exists before sending, if the connection does not list it. */
function Exposure({ connection, path }: { connection: Connection; path: string }) {
  const t = useStrings().request;
  const expose = useAction(exposePath);
  if (isExposedPath(path, connection.exposedRoutes)) return null;
  return (
    <Note
      intent="odd"
      action={
        <Button size="sm" busy={expose.busy} onClick={() => void expose.run(connection, path)}>
          {t.expose}
        </Button>
      }
    >
      {expose.failure ? (
        <FailureText failure={expose.failure} alone brief />
      ) : (
        t.note(t.notExposed(exposedPrefix(path)), t.exposeHint)
      )}
    </Note>
  );
}

function NoResponse() {
  const t = useStrings().request.answer;
  return (
    <section className={s.answer} data-empty aria-label={t.title}>
      <div className={s.head}>
        <h2>{t.none}</h2>
        <span className="space" />
        <EarlierResponses shownId={null} />
      </div>
      <span className={s.quiet}>{t.noneBody}</span>
    </section>
  );
}

function SaveButtons() {
  const t = useStrings().request.saved;
  const { savedId, title } = useForm();
  const [isNaming, setNaming] = useState(false);
  const save = useAction(saveRequest);
  return (
    <>
      {save.failure && (
        <span role="alert" className={s.quiet}>
          {save.failure.code === 'conflict' ? t.conflict : <FailureText failure={save.failure} alone />}
        </span>
      )}
      {savedId !== null && (
        <Button busy={save.busy} icon={<Icon of={Save} size="s" />} onClick={() => void save.run(title, false)}>
          {t.save}
        </Button>
      )}
      <Button intent={savedId === null ? 'plain' : 'quiet'} onClick={() => setNaming(true)}>
        {t.saveAs}
      </Button>
      <RenameDialog
        open={isNaming}
        name={title}
        words={{ title: t.saveTitle, name: t.name, save: t.save, cancel: t.cancel }}
        onDone={(name) => {
          setNaming(false);
          if (name) void save.run(name, true);
        }}
      />
    </>
  );
}

/**
 * Returns the prefix to expose for a path: its first segment and everything below it, so that polls and results of one
 * service are included.
 */
const exposedPrefix = (path: string): string => `/${path.split('/')[1] ?? ''}`;

/** Records on a connection that it has a path and everything below its first segment. Rejects with an `AppError`. */
async function exposePath(connection: Connection, path: string): Promise<void> {
  const { draftOf, fieldsOf } = await import('../../lib/gateway/connections/connection-fields.ts');
  await client.connections.save({
    ...draftOf(fieldsOf(connection), connection.id),
    exposedRoutes: [...connection.exposedRoutes, exposedPrefix(path)],
  });
}
