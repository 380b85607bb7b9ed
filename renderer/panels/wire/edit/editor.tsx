import { ChevronDown, Send } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { DraftInput, Preview } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { routes } from '#shared/protocol/table.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { formatNumber, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { HeaderList } from '../../../lib/inspector/message-view.tsx';
import { requestedSnippet, snippetLanguages } from '../../../lib/inspector/snippets.ts';
import { usePreview } from '../../../lib/inspector/use-preview.ts';
import { sendOnWire } from '../../../lib/inspector/wire-acts.ts';
import { keysLabel } from '../../../lib/shortcuts/keys-label.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import layout from '../../../ui/layout/layout.module.css';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { changeDraft, dropEdit, openEditor, wire } from '../store.ts';
import { type Editing, missingSecrets } from '../stored-edits.ts';
import { WorkPage } from '../work-page.tsx';
import { DraftParts, DraftTarget } from './draft-parts.tsx';
import s from './editor.module.css';

const close = () => wire.setState({ openEdit: null });

/** Edits a request and sends it: its parts on the left, the request as it would be sent on the right. */
export function Editor({ editKey, editing }: { editKey: string; editing: Editing }) {
  const t = useStrings();
  const words = t.wireDetail.editor;
  const { draft, original, from } = editing;
  const { preview, failure } = usePreview(draft);
  const [isSending, setSending] = useState(false);
  const route = routes[draft.routeId];
  const lost = missingSecrets(editing);
  const problem = failure ?? preview?.problem ?? null;

  const send = () => {
    if (isSending || problem) return;
    setSending(true);
    sendOnWire(draft, {
      replayOf: from?.id ?? null,
      onStart: () => dropEdit(editKey),
      onFailed: () => setSending(false),
    });
  };
  const startOver = () => {
    dropEdit(editKey);
    openEditor(editKey, { ...editing, draft: original });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <WorkPage
      title={words.title}
      backLabel={words.back}
      onBack={close}
      onKeyDown={onKeyDown}
      head={
        <>
          <span className={`cut-text ${s.from}`}>
            {from ? words.fromExchange(formatTime(from.startedAt)) : words.imported}
          </span>
          <span className="space" />
          {draft !== original && (
            <Button size="sm" intent="quiet" onClick={startOver}>
              {words.startOver}
            </Button>
          )}
          <Menu
            align="end"
            items={snippetLanguages.map((language) =>
              menuAction(language, t.wire.snippets[language], () =>
                requestedSnippet.setState({ of: { kind: 'draft', draft }, language }),
              ),
            )}
            trigger={
              <Button size="sm" intent="quiet">
                {words.copyAs}
                <Icon of={ChevronDown} size="xs" />
              </Button>
            }
          />
          <Button
            intent="primary"
            icon={<Icon of={Send} size="s" />}
            shortcut={keysLabel('$mod+Enter')}
            busy={isSending}
            disabledReason={problem ? problem.message : undefined}
            onClick={send}
          >
            {route.costly ? words.sendCostly : words.send}
          </Button>
        </>
      }
    >
      <div className={s.columns}>
        <div className={layout.fill}>
          <DraftTarget editKey={editKey} draft={draft} />
          {lost.length > 0 && (
            <div className={s.lost}>
              <Note intent="warn">{words.lost(t.pieces.list(lost))}</Note>
            </div>
          )}
          <DraftParts editKey={editKey} draft={draft} />
        </div>
        <DraftPreview editKey={editKey} draft={draft} preview={preview} problem={problem} />
      </div>
    </WorkPage>
  );
}

interface DraftPreviewProps {
  editKey: string;
  draft: DraftInput;
  preview: Preview | null;
  problem: Failure | null;
}

/** The request as it would be sent now, and what prevents sending it. */
function DraftPreview({ editKey, draft, preview, problem }: DraftPreviewProps) {
  const t = useStrings().wireDetail.editor;
  const allowsMisuse = draft.options?.allowMisuse ?? false;
  const isMisuse = problem?.code === 'misuse' || problem?.code === 'route-off' || allowsMisuse;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.right} aria-label={t.preview} tabIndex={0}>
      <h2>{t.preview}</h2>
      <div role="status">
        {problem ? (
          <Note intent="warn">
            <b>{t.problem}</b> <FailureText failure={problem} alone />
          </Note>
        ) : (
          <p className={s.quiet}>{preview ? t.fine : t.nothing}</p>
        )}
      </div>
      {isMisuse && (
        <Tick
          label={t.allowMisuse}
          checked={allowsMisuse}
          onCheckedChange={(allowMisuse) => changeDraft(editKey, { options: { ...draft.options, allowMisuse } })}
        />
      )}
      {preview && (
        <>
          <p className={s.line}>
            <Method>{preview.method}</Method> {preview.address}
          </p>
          <HeaderList headers={preview.headers} />
          {preview.bodyBytes !== null && <p className={s.quiet}>{t.bytes(formatNumber(preview.bodyBytes))}</p>}
        </>
      )}
    </section>
  );
}
