import { FailureText } from '../../lib/failure-text.tsx';
import { formatNumber } from '../../lib/format.ts';
import { useStrings } from '../../lib/strings.ts';
import { DraftBodyView } from '../../lib/wire/draft-body-view.tsx';
import { MessageView } from '../../lib/wire/message-view.tsx';
import { Unlit } from '../../lib/wire/unlit.tsx';
import { usePreview } from '../../lib/wire/use-preview.ts';
import { useWire } from '../../lib/wire-focus.ts';
import { Method } from '../../ui/method.tsx';
import { Note } from '../../ui/note.tsx';

/** The request as it would leave now, byte for byte, and what would stop it. */
export function PreviewTab() {
  const t = useStrings().wire;
  const draft = useWire((focus) => focus.draft);
  const { preview, failure } = usePreview(draft);
  if (!draft) return <Unlit tab="preview" />;
  const problem = failure ?? preview?.problem ?? null;
  return (
    <MessageView
      notice={
        problem && (
          <Note intent="warn">
            <FailureText failure={problem} alone />
          </Note>
        )
      }
      line={
        preview && (
          <>
            <Method>{preview.method}</Method> {preview.address}
          </>
        )
      }
      headers={preview?.headers ?? []}
      bodyTitle={preview?.bodyBytes != null ? t.bodyBytes(formatNumber(preview.bodyBytes)) : t.body}
    >
      <DraftBodyView body={draft.body} />
    </MessageView>
  );
}
