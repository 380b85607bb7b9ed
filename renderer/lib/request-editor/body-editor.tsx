import { indentJson } from '../../ui/code/indent-json.ts';
import { JsonEditor } from '../../ui/code/json-editor.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useStrings } from '../i18n/strings.ts';
import s from './request-editor.module.css';
import { type FieldRow, FieldRows, type FieldRowsProps } from './rows.tsx';

/** A body while it is edited. */
export type EditedBody<Row extends FieldRow> =
  | { kind: 'none' }
  | { kind: 'json'; text: string }
  | { kind: 'text'; text: string; mediaType: string }
  | { kind: 'form'; fields: readonly Row[] };

export interface BodyEditorProps<Row extends FieldRow> extends Pick<FieldRowsProps<Row>, 'blank' | 'withFile'> {
  body: EditedBody<Row>;
  /** For a JSON or other text. */
  onTextChange: (text: string) => void;
  onMediaTypeChange: (mediaType: string) => void;
  onFieldsChange: (fields: Row[]) => void;
  /** Names offered while a key of the JSON is typed. */
  names?: readonly string[];
  /** Returns the JSON that the typed text represents, of the same length; default: the text itself. */
  checkAs?: (text: string) => string;
}

/** The body of a request: JSON, the fields of a form, or other text. Without a body nothing is drawn. */
export function BodyEditor<Row extends FieldRow>({
  body,
  onTextChange,
  onMediaTypeChange,
  onFieldsChange,
  blank,
  withFile,
  names,
  checkAs,
}: BodyEditorProps<Row>) {
  const t = useStrings().wire.editor;
  switch (body.kind) {
    case 'none':
      return null;
    case 'form':
      return <FieldRows fields={body.fields} onChange={onFieldsChange} blank={blank} withFile={withFile} />;
    case 'text':
      return (
        <>
          <Field label={t.mediaType} layout="row">
            <TextField value={body.mediaType} onValueChange={onMediaTypeChange} mono />
          </Field>
          <TextArea
            value={body.text}
            onValueChange={onTextChange}
            aria-label={t.textBody}
            mono
            minRows={4}
            maxRows={16}
          />
        </>
      );
    case 'json': {
      const indented = indentJson(body.text);
      return (
        <div className={s.json}>
          <span className={s.indent}>
            <Button
              size="sm"
              intent="quiet"
              disabled={indented === null || indented === body.text}
              onClick={() => indented !== null && onTextChange(indented)}
            >
              {t.indent}
            </Button>
          </span>
          <JsonEditor
            value={body.text}
            onValueChange={onTextChange}
            label={t.jsonBody}
            {...(names && { fields: names })}
            checkAs={checkAs}
            fill
          />
        </div>
      );
    }
  }
}
