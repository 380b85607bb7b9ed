import { Paperclip, Plus, X } from 'lucide-react';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { admitFile, chooseFiles } from '../../../lib/files/files.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { FormField } from '../model/request-form.ts';
import s from './builder.module.css';

interface FormRowsProps {
  fields: readonly FormField[];
  onChange: (fields: FormField[]) => void;
}

/** The fields of a form, files among them, in the order in which they are sent. */
export function FormRows({ fields, onChange }: FormRowsProps) {
  const t = useStrings().request;
  const choose = useAction(async (at: number) => {
    const [chosen] = await chooseFiles({ multiple: false });
    if (!chosen) return;
    const file = await admitFile(chosen);
    onChange(
      fields.map((field, index) => (index === at && field.kind === 'file' ? { ...field, file, on: true } : field)),
    );
  });
  const put = (at: number, next: FormField) => onChange(fields.map((field, index) => (index === at ? next : field)));
  return (
    <div className={s.rows}>
      {fields.map((field, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; names repeat
        <div key={at} className={s.pair}>
          <Tick
            checked={field.on}
            onCheckedChange={(on) => put(at, { ...field, on })}
            ariaLabel={t.pair.sent(field.name)}
          />
          <TextField
            value={field.name}
            onValueChange={(name) => put(at, { ...field, name })}
            aria-label={`${t.sections.body}, ${t.pair.name}`}
            placeholder={t.pair.name}
            mono
          />
          {field.kind === 'text' ? (
            <TextField
              value={field.value}
              onValueChange={(value) => put(at, { ...field, value })}
              aria-label={`${t.sections.body}, ${t.pair.value}`}
              placeholder={t.pair.value}
              mono
            />
          ) : (
            <Button
              icon={<Icon of={Paperclip} size="s" />}
              busy={choose.busy}
              stretch
              onClick={() => void choose.run(at)}
            >
              <span className="cut-text">
                {field.file ? `${field.file.name} (${formatBytes(field.file.sizeBytes)})` : t.chooseFile}
              </span>
            </Button>
          )}
          <IconButton
            label={t.pair.remove(field.name)}
            size="sm"
            intent="quiet"
            icon={<Icon of={X} size="s" />}
            onClick={() => onChange(fields.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      {choose.failure && <FailureCard failure={choose.failure} />}
      <div className={s.adds}>
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={Plus} size="s" />}
          onClick={() => onChange([...fields, { kind: 'text', name: '', value: '', on: true }])}
        >
          {t.addText}
        </Button>
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={Plus} size="s" />}
          onClick={() => onChange([...fields, { kind: 'file', name: 'file', file: null, on: true }])}
        >
          {t.addFile}
        </Button>
      </div>
    </div>
  );
}
