import {
  bodyFragment,
  isAdded,
  isSent,
  type Parameter,
  parametersOf,
  schemaField,
  setParameter,
  settingOf,
} from '#shared/protocol/compose/text-parameters.ts';
import { refusedFields } from '../../../lib/gateway/models/refused-fields.ts';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { parameterInput } from '../../../lib/gateway/parameters/parameter-input.tsx';
import { ParameterList } from '../../../lib/gateway/parameters/parameter-list.tsx';
import type { ParameterItem } from '../../../lib/gateway/parameters/parameter-row.tsx';
import { jsonProblem, type ToolDefinition } from '../../../lib/gateway/parameters/tool-definition.ts';
import { ToolsEditor } from '../../../lib/gateway/parameters/tools-editor.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { chat } from '../chat.ts';
import { type Conversation, sendsTools } from '../model/conversation.ts';
import s from './parameters.module.css';

/** The parameters of the conversation's route, its tools and its schema. */
export function ParameterRows({ conversation }: { conversation: Conversation }) {
  const words = useStrings().chat.parameters;
  const { added } = useStrings().gateway.parameters;
  const { connectionId, routeId, model, parameters } = conversation;
  const limits = useLimits(connectionId, routeId, model);
  const refused = refusedFields(limits);
  const { problems } = bodyFragment(parameters, routeId, refused);
  const itemOf = ({ name, control, ...parameter }: Parameter): ParameterItem => {
    const given = { name, control, ...parameter };
    const setting = settingOf(parameters, routeId, given, refused);
    const sent = isSent(parameters, routeId, given, refused);
    const put = (change: Partial<typeof setting>) =>
      chat().change((before) => ({
        ...before,
        parameters: setParameter(before.parameters, before.routeId, name, { ...setting, ...change }),
      }));
    return {
      name,
      sent,
      note: isAdded(parameters, routeId, given) && sent && added,
      isKept: isAdded(parameters, routeId, given) && !setting.on,
      onSentChange: (on) => put({ on }),
      hint: words.hints[name],
      error: problems.includes(name) ? (control.kind === 'json' ? words.jsonInvalid : words.valueMissing) : undefined,
      ...parameterInput({
        name,
        control,
        value: setting.value,
        placeholder:
          control.kind === 'words'
            ? words.wordsPlaceholder(control.most)
            : control.kind === 'number'
              ? words.integerPlaceholder
              : undefined,
        // Setting a value implies sending it, so the tick follows.
        onValueChange: (value) => put({ on: true, value }),
      }),
    };
  };
  return (
    <ParameterList
      parameters={[
        ...parametersOf[routeId].map(itemOf),
        toolsItem(conversation, words),
        schemaItem(conversation, words),
      ]}
      limits={limits}
    />
  );
}

type Words = ReturnType<typeof useStrings>['chat']['parameters'];

const putTools = (tools: ToolDefinition[]) => chat().change((before) => ({ ...before, tools, sendsTools: true }));
const putSchema = (by: Partial<Conversation['schema']>) =>
  chat().change((before) => ({ ...before, schema: { ...before.schema, ...by } }));

/** The tools the model may call. */
function toolsItem(conversation: Conversation, words: Words): ParameterItem {
  const { tools } = conversation;
  const sent = sendsTools(conversation);
  return {
    name: 'tools',
    sent,
    onSentChange: (sends) => chat().change((before) => ({ ...before, sendsTools: sends })),
    hint: words.toolsHint,
    error: sent && tools.length === 0 ? words.toolsMissing : undefined,
    control: tools.length > 0 && words.toolsCount(tools.length),
    children: <ToolsEditor tools={tools} onChange={putTools} create={definitionOf} />,
  };
}

const definitionOf = ({ name, description, parameters }: ToolDefinition): ToolDefinition => ({
  ...{ name, description, parameters },
});

/** Structured output: a JSON schema the reply must follow, in the form each protocol requires. */
function schemaItem({ schema, routeId }: Conversation, words: Words): ParameterItem {
  return {
    name: schemaField[routeId],
    sent: schema.on,
    onSentChange: (on) => putSchema({ on }),
    hint: words.schema,
    children: <SchemaFields schema={schema} onChange={putSchema} />,
  };
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
function SchemaFields({ schema, onChange }: SchemaFieldsProps) {
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
