import { useState } from 'react';
import { useStore } from 'zustand';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import { ParameterRow } from '../../../lib/gateway/models/parameter-row.tsx';
import { useLimits } from '../../../lib/gateway/models/use-limits.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { Choice } from '../../../ui/fields/select.tsx';
import { SliderNumber } from '../../../ui/fields/slider.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { ParamColumn } from '../../../ui/layout/param-column.tsx';
import { chat } from '../chat.ts';
import type { Conversation } from '../model/conversation.ts';
import { bodyFragment, type Parameter, parametersOf, setParameter, settingOf } from '../model/parameters.ts';
import { RawBody } from './raw-body.tsx';
import { SchemaEditor, ToolsEditor } from './tools-and-schema.tsx';

/** The parameters column: a selected field is in the body, any other is absent. */
export function Parameters() {
  const words = useStrings().chat.parameters;
  const conversation = useStore(chat(), ({ open, openId }) => open[openId]);
  if (!conversation) return null;
  const known = parametersOf[conversation.routeId];
  const sent =
    known.filter((parameter) => settingOf(conversation.parameters, conversation.routeId, parameter).on).length +
    (conversation.tools.length > 0 ? 1 : 0) +
    (conversation.schema.on ? 1 : 0);
  const typed = conversation.override !== null;
  return (
    <>
      <ParamColumn
        // Another chat or protocol starts at its first parameter.
        key={`${conversation.id} ${conversation.routeId}`}
        title={words.title}
        state={typed ? words.rawOn : words.sent(sent)}
        intent={typed ? 'odd' : 'live'}
        inert={typed}
      >
        <ParameterRows conversation={conversation} />
        <ToolsEditor conversation={conversation} />
        <SchemaEditor conversation={conversation} />
      </ParamColumn>
      <RawBody conversation={conversation} />
    </>
  );
}

function ParameterRows({ conversation }: { conversation: Conversation }) {
  const { connectionId, routeId, model } = conversation;
  const limits = useLimits(connectionId, routeId, model);
  return parametersOf[routeId].map((parameter) => (
    <Row key={parameter.name} conversation={conversation} parameter={parameter} limits={limits} />
  ));
}

interface RowProps {
  conversation: Conversation;
  parameter: Parameter;
  limits: readonly LearnedLimit[];
}

function Row({ conversation, parameter, limits }: RowProps) {
  const words = useStrings().chat.parameters;
  const { routeId, parameters } = conversation;
  const setting = settingOf(parameters, routeId, parameter);
  const [touched, setTouched] = useState(false);
  const put = (change: Partial<typeof setting>) =>
    chat().change((before) => ({
      ...before,
      parameters: setParameter(before.parameters, before.routeId, parameter.name, { ...setting, ...change }),
    }));
  const missing = setting.on && bodyFragment(parameters, routeId).problems.includes(parameter.name);
  const problem = missing
    ? parameter.control.kind === 'json'
      ? words.jsonInvalid
      : touched
        ? words.valueMissing
        : undefined
    : undefined;
  const hint =
    parameter.name === 'stream' && routeId !== 'chat.completions'
      ? words.hints.streamPlain
      : words.hints[parameter.name];
  return (
    <ParameterRow
      name={parameter.name}
      sent={setting.on}
      onSentChange={(on) => put({ on })}
      hint={hint}
      limits={limits}
      error={problem}
    >
      <ParameterControl
        parameter={parameter}
        value={setting.value}
        muted={!setting.on}
        onValueChange={(value) => {
          setTouched(true);
          // Setting a value implies sending it, so the tick follows.
          put({ on: true, value });
        }}
      />
    </ParameterRow>
  );
}

interface ParameterControlProps {
  parameter: Parameter;
  value: unknown;
  muted: boolean;
  onValueChange: (value: unknown) => void;
}

/** The control of one parameter; its accessible name is the field's name on the wire. */
function ParameterControl({ parameter: { name, control }, value, muted, onValueChange }: ParameterControlProps) {
  const words = useStrings().chat.parameters;
  switch (control.kind) {
    case 'slider':
      return (
        <SliderNumber
          value={typeof value === 'number' ? value : control.start}
          onValueChange={onValueChange}
          min={control.min}
          max={control.max}
          step={control.step}
          label={name}
          muted={muted}
        />
      );
    case 'integer':
      return (
        <NumberField
          value={typeof value === 'number' ? value : null}
          onValueChange={onValueChange}
          min={control.min}
          max={control.max}
          step={1}
          label={name}
          placeholder={words.integerPlaceholder}
          width="100%"
        />
      );
    case 'choice':
      return <Choice value={String(value)} onValueChange={onValueChange} options={control.options} label={name} />;
    case 'switch':
      return <Switch checked={value === true} onCheckedChange={onValueChange} ariaLabel={name} label={String(value)} />;
    case 'words':
      return (
        <TextArea
          value={Array.isArray(value) ? value.join('\n') : ''}
          onValueChange={(text) => onValueChange(text === '' ? [] : text.split('\n').slice(0, control.most))}
          aria-label={name}
          placeholder={words.wordsPlaceholder(control.most)}
          title={words.wordsHint}
          mono
          minRows={1}
          maxRows={control.most}
        />
      );
    case 'text':
      return <TextField value={String(value ?? '')} onValueChange={onValueChange} aria-label={name} mono />;
    case 'json':
      return (
        <TextArea
          value={String(value)}
          onValueChange={onValueChange}
          aria-label={name}
          mono
          minRows={1}
          maxRows={8}
          spellCheck={false}
        />
      );
  }
}
