import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Chip } from '../../../ui/controls/chip.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import type { Conversation, ToolDefinition } from '../model/conversation.ts';
import s from './parameters.module.css';

/** Returns why a text is not JSON, or `null` when it is. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

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

interface ToolFieldsProps {
  tool: ToolDefinition;
  onChange: (by: Partial<ToolDefinition>) => void;
  onRemove: () => void;
}

/** One tool: its name, its description and the schema of its arguments as typed. */
function ToolFields({ tool, onChange, onRemove }: ToolFieldsProps) {
  const words = useStrings().chat.parameters;
  return (
    <div className={s.tool}>
      <div className={s.toolHead}>
        <TextField
          value={tool.name}
          onValueChange={(name) => onChange({ name })}
          aria-label={words.toolName}
          placeholder={words.toolName}
          mono
          invalid={!tool.name}
        />
        <IconButton
          label={words.removeTool(tool.name)}
          icon={<Icon of={Trash2} size="s" />}
          intent="quiet"
          size="sm"
          onClick={onRemove}
        />
      </div>
      <TextField
        value={tool.description}
        onValueChange={(description) => onChange({ description })}
        aria-label={words.toolDescription}
        placeholder={words.toolDescription}
      />
      <TextArea
        value={tool.parameters}
        onValueChange={(parameters) => onChange({ parameters })}
        aria-label={words.toolParameters}
        placeholder={words.toolParameters}
        mono
        minRows={2}
        maxRows={10}
        spellCheck={false}
      />
      {!tool.name && <p className={s.complaint}>{words.toolNameless}</p>}
      {tool.parameters && jsonProblem(tool.parameters) && <p className={s.complaint}>{words.toolInvalid}</p>}
    </div>
  );
}

const sampleTool: ToolDefinition = {
  name: 'get_weather',
  description: 'Current weather in a city',
  parameters: JSON.stringify(
    {
      type: 'object',
      properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
      required: ['city'],
    },
    null,
    2,
  ),
};

interface ToolsEditorProps {
  tools: readonly ToolDefinition[];
  onChange: (tools: ToolDefinition[]) => void;
}

/** The names of the tools, and the one that is being edited with its schema as typed. */
export function ToolsEditor({ tools, onChange }: ToolsEditorProps) {
  const words = useStrings().chat.parameters;
  const [edited, setEdited] = useState<number | null>(null);
  const tool = edited === null ? undefined : tools[edited];
  const add = (next: ToolDefinition) => {
    onChange([...tools, next]);
    setEdited(tools.length);
  };
  return (
    <>
      {tools.map(({ name }, at) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: a tool has no identity but its position; its name is being typed
          key={at}
          pressed={at === edited}
          onPressedChange={(pressed) => setEdited(pressed ? at : null)}
        >
          {name || words.toolName}
        </Chip>
      ))}
      <Button size="sm" onClick={() => add({ name: '', description: '', parameters: '' })}>
        {words.addTool}
      </Button>
      {tools.length === 0 && (
        <Button size="sm" intent="quiet" onClick={() => add(sampleTool)}>
          {words.addSample}
        </Button>
      )}
      {tool && (
        <ToolFields
          tool={tool}
          onChange={(by) => onChange(tools.map((other, at) => (at === edited ? { ...other, ...by } : other)))}
          onRemove={() => {
            onChange(tools.filter((_, at) => at !== edited));
            setEdited(null);
          }}
        />
      )}
    </>
  );
}
