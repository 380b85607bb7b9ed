import { useStore } from 'zustand';
import type { Snippet, SnippetLanguage } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { CodeView } from '../../ui/code/code-view.tsx';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import layout from '../../ui/layout/layout.module.css';
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { useCall } from '../client/query.ts';
import { FailureCard } from '../failures/failure-card.tsx';
import { useStrings } from '../i18n/strings.ts';
import s from './inspector.module.css';
import { requestedSnippet, type SnippetSource, snippetLanguages } from './snippets.ts';
import { replayToConfirm, runReplay } from './wire-acts.ts';

/** Dialogs of the exchange actions: confirm an expensive replay, and select a language to copy a request in. */
export function WireDialogs() {
  const isAsked = useStore(requestedSnippet, ({ of }) => of !== null);
  return (
    <>
      <ReplayQuestion />
      {isAsked && <SnippetDialog />}
    </>
  );
}

/** Asks for confirmation before an expensive route is run again. */
function ReplayQuestion() {
  const t = useStrings().wire.costlyReplay;
  const exchange = useStore(replayToConfirm, (asked) => asked.exchange);
  return (
    <ConfirmDialog
      open={exchange !== null}
      onOpenChange={(open) => !open && replayToConfirm.setState({ exchange: null })}
      title={t.title}
      body={t.body(exchange?.model ?? '')}
      confirmLabel={t.confirm}
      cancelLabel={t.cancel}
      onConfirm={() => exchange && runReplay(exchange)}
    />
  );
}

/** A program that repeats a request, with what it does differently, before it is copied. */
function SnippetDialog() {
  const t = useStrings().wire;
  const { of, language } = useStore(requestedSnippet);
  const { snippet, thrown } = useSnippet(of, language);
  return (
    <Dialog
      open={of !== null}
      onOpenChange={(open) => !open && requestedSnippet.setState({ of: null })}
      title={t.snippet.title}
      description={t.snippet.body}
      closeLabel={t.snippet.close}
      size="lg"
      footer={
        snippet && (
          <CopyButton
            key={language}
            text={snippet.text}
            labels={{ copy: t.snippet.copy, copied: t.copied, failed: t.copyFailed }}
            size="md"
            withText
          />
        )
      }
    >
      <div className={s.snippetColumn}>
        <Segmented
          label={t.snippet.language}
          value={language}
          onValueChange={(next) => requestedSnippet.setState({ language: next })}
          options={snippetLanguages.map((value) => ({ value, label: t.snippets[value] }))}
        />
        {thrown ? (
          <FailureCard failure={thrown} />
        ) : (
          <div className={s.snippet} aria-busy={snippet === undefined}>
            <CodeView text={snippet?.text ?? t.snippet.writing} wrap label={t.snippet.preview} />
          </div>
        )}
        {snippet && snippet.notes.length > 0 && (
          <div className={layout.stackTight}>
            {snippet.notes.map((note) => (
              <Note key={note} intent="warn">
                {note}
              </Note>
            ))}
          </div>
        )}
      </div>
    </Dialog>
  );
}

function useSnippet(of: SnippetSource | null, language: SnippetLanguage): Answer {
  const sent = useCall(
    'exchanges',
    'snippet',
    { id: of?.kind === 'exchange' ? of.id : '', language },
    { enabled: of?.kind === 'exchange' },
  );
  const unsent = useCall(
    'exchanges',
    'draftSnippet',
    { draft: of?.kind === 'draft' ? of.draft : nothing, language },
    { enabled: of?.kind === 'draft' },
  );
  const { data, error } = of?.kind === 'draft' ? unsent : sent;
  return { snippet: data, thrown: error?.failure };
}

interface Answer {
  snippet: Snippet | undefined;
  thrown: Failure | undefined;
}

/** Placeholder input of a query that is not sent. */
const nothing = { connectionId: '-', routeId: 'models', body: { kind: 'none' } } as const;
