import { File, Plus, X } from 'lucide-react';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { useCall } from '../../../lib/client/query.ts';
import { notifyFailure } from '../../../lib/failures/tell-failure.tsx';
import { admitFile, chooseFiles } from '../../../lib/files/files.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import s from './editor.module.css';

type Field = Extract<DraftInput['body'], { kind: 'form' }>['fields'][number];

/** The fields of a form, in their order; a file is chosen, never typed. */
export function FormRows({ fields, onChange }: { fields: readonly Field[]; onChange: (fields: Field[]) => void }) {
  const t = useStrings().wireDetail.editor;
  const put = (at: number, field: Field) => onChange(fields.map((before, index) => (index === at ? field : before)));
  const choose = async (take: (fileId: string) => void) => {
    try {
      const [file] = await chooseFiles({ multiple: false });
      if (file) take((await admitFile(file)).id);
    } catch (thrown) {
      notifyFailure(thrown);
    }
  };
  return (
    <div className={s.pairs}>
      {fields.map((field, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place
        <div key={index} className={s.pair}>
          <TextField
            value={field.name}
            onValueChange={(name) => put(index, { ...field, name })}
            mono
            size="sm"
            placeholder={t.name}
            aria-label={`${t.fields} ${index + 1}: ${t.name}`}
          />
          {field.kind === 'text' ? (
            <TextField
              value={field.value}
              onValueChange={(value) => put(index, { ...field, value })}
              mono
              size="sm"
              placeholder={t.value}
              aria-label={`${t.fields} ${index + 1}: ${t.value}`}
            />
          ) : (
            <Button
              size="sm"
              icon={<Icon of={File} size="s" />}
              onClick={() => void choose((fileId) => put(index, { ...field, fileId }))}
            >
              <FileName id={field.fileId} />
            </Button>
          )}
          <IconButton
            label={t.removeRow(field.name)}
            size="sm"
            icon={<Icon of={X} size="s" />}
            onClick={() => onChange(fields.filter((_field, at) => at !== index))}
          />
        </div>
      ))}
      <span className={s.adders}>
        <Button
          size="sm"
          icon={<Icon of={Plus} size="s" />}
          onClick={() => onChange([...fields, { kind: 'text', name: '', value: '' }])}
        >
          {t.addRow}
        </Button>
        <Button
          size="sm"
          icon={<Icon of={Plus} size="s" />}
          onClick={() => void choose((fileId) => onChange([...fields, { kind: 'file', name: 'file', fileId }]))}
        >
          {t.addFile}
        </Button>
      </span>
    </div>
  );
}

function FileName({ id }: { id: string }) {
  const t = useStrings().wireDetail.editor;
  const { data } = useCall('files', 'get', { id });
  return data ? `${data.name} (${formatBytes(data.sizeBytes)})` : t.chooseFile;
}
