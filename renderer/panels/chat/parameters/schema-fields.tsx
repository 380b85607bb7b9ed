import { jsonProblem } from '../../../lib/gateway/parameters/tool-definition.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { Conversation } from '../model/conversation.ts';
import s from './parameters.module.css';

const sampleSchema = JSON.stringify(
  {
    type: 'object',
    properties: { title: { type: 'string' }, points: { type: 'array', items: { type: 'string' } } },
    required: ['title', 'points'],
    additionalProperties: false,
  },
  null,
  2,
);

interface SchemaFieldsProps {
  schema: Conversation['schema'];
  onChange: (by: Partial<Conversation['schema']>) => void;
}

/** Name and text of the schema, while it is sent. */
export function SchemaFields({ schema, onChange }: SchemaFieldsProps) {
  const words = useStrings().chat.parameters;
  return (
    <>
      <TextField value={schema.name} onValueChange={(name) => onChange({ name })} aria-label={words.schemaName} mono />
      <TextArea
        value={schema.text}
        onValueChange={(text) => onChange({ text })}
        aria-label={words.schemaText}
        placeholder={words.schemaText}
        mono
        minRows={4}
        maxRows={14}
        spellCheck={false}
      />
      {jsonProblem(schema.text) && <p className={s.complaint}>{words.jsonInvalid}</p>}
      {!schema.text && (
        <div className={s.buttons}>
          <Button size="sm" onClick={() => onChange({ text: sampleSchema })}>
            {words.schemaSample}
          </Button>
        </div>
      )}
    </>
  );
}
