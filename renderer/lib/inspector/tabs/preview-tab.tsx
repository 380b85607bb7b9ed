import { File } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Table } from '../../../ui/lists/table.tsx';
import { useCall } from '../../client/query.ts';
import { FailureText } from '../../failures/failure-text.tsx';
import { base64Bytes } from '../../files/uploads.ts';
import { formatBytes, formatNumber } from '../../i18n/format.ts';
import { useStrings } from '../../i18n/strings.ts';
import s from '../inspector.module.css';
import { MessageBody, MessageView } from '../message-view.tsx';
import { usePreview } from '../use-preview.ts';

/** The request as it would be sent now, byte for byte, and what would stop it. */
export function PreviewTab({ draft, lead }: { draft: DraftInput; lead: ReactNode }) {
  const t = useStrings().wire;
  const { preview, failure } = usePreview(draft);
  const problem = failure ?? preview?.problem ?? null;
  return (
    <MessageView
      compact
      notice={
        <>
          {lead}
          {problem && (
            <Note intent="warn">
              <FailureText failure={problem} alone />
            </Note>
          )}
        </>
      }
      line={
        preview && (
          <>
            <Method>{preview.method}</Method> {preview.address}
          </>
        )
      }
      headers={preview?.headers ?? []}
    >
      <MessageBody title={preview?.bodyBytes != null ? t.bodyBytes(formatNumber(preview.bodyBytes)) : t.body}>
        <DraftBody body={draft.body} />
      </MessageBody>
    </MessageView>
  );
}

/** A body before it is sent: the JSON or other text, or the fields of a form. Files are named, not embedded. */
function DraftBody({ body }: { body: DraftInput['body'] }) {
  const t = useStrings().wire;
  if (body.kind === 'none') return <p className={s.nothing}>{t.noBody}</p>;
  if (body.kind === 'form')
    return (
      <div className={s.fields}>
        <Table
          label={t.body}
          rows={body.fields.map((field, index) => ({ ...field, key: `${index}` }))}
          rowKey={({ key }) => key}
          columns={[
            { id: 'name', header: t.fieldName, mono: true, width: 180, cell: ({ name }) => name },
            {
              id: 'value',
              header: t.fieldValue,
              mono: true,
              cell: (field) => (field.kind === 'text' ? field.value : <FileName id={field.fileId} />),
            },
          ]}
        />
      </div>
    );
  const inline = body.kind === 'json' ? (body.inline ?? []) : [];
  return (
    <>
      {inline.length > 0 && (
        <div className={s.files}>
          {inline.map(({ token, fileId }) => (
            <Chip key={token} icon={<Icon of={File} size="xs" />}>
              <FileName id={fileId} asBase64 /> {t.standsFor(token)}
            </Chip>
          ))}
        </div>
      )}
      <CodeView
        text={body.text}
        language={body.kind === 'json' ? 'json' : 'text'}
        label={t.body}
        wrap
        labels={t.code}
        className={s.fill}
      />
    </>
  );
}

function FileName({ id, asBase64 = false }: { id: string; asBase64?: boolean }) {
  const t = useStrings().wire;
  const { data } = useCall('files', 'get', { id });
  if (!data) return id;
  return asBase64
    ? t.asBase64(data.name, formatBytes(base64Bytes(data.sizeBytes)))
    : `${data.name} (${formatBytes(data.sizeBytes)})`;
}
