import { chatCall } from '#shared/protocol/compose/reply-form.ts';
import { asObject, isBlank, type JsonObject } from '../intake/json-value.ts';
import type { ToolCall } from './tool-call.ts';

type AssembledCall = Pick<ToolCall, 'id' | 'name' | 'custom' | 'extras'>;

/** Returns the fields of an entry of `tool_calls` that are not understood, such as signatures. */
export function callExtras(entry: JsonObject): JsonObject {
  const { index: _index, id: _id, call_id: _callId, type: _type, custom: _custom, function: called, ...rest } = entry;
  const { name: _name, arguments: _arguments, input: _input, args: _args, parameters: _parameters, ...outer } = rest;
  const { name: _called, arguments: _given, input: _text, index: _at, ...inner } = asObject(called) ?? {};
  return isBlank(inner) ? outer : { ...outer, function: inner };
}

/** Returns an assembled call as an entry of `tool_calls`, with the fields that are not understood. */
export const callEntry = ({ id, name, custom, extras }: AssembledCall, whole: string): JsonObject =>
  custom
    ? { ...extras, id, type: 'custom', custom: { name, input: whole } }
    : chatCall({ id, name, arguments: whole }, extras);
