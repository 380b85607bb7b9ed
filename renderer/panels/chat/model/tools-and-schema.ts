import type { PromptTool } from '#shared/protocol/compose/material.ts';
import { bodyFragment } from '#shared/protocol/compose/text-parameters.ts';
import { parseJson } from '#shared/protocol/json.ts';
import { type Conversation, sendsTools } from './conversation.ts';

/** Returns the tools and the schema that a conversation sends, and the names of those that cannot be sent as they are. */
export function toolsAndSchema(conversation: Conversation): {
  tools: PromptTool[];
  schema: { name: string; schema: unknown } | null;
  problems: string[];
} {
  const problems: string[] = [];
  const tools = (sendsTools(conversation) ? conversation.tools : []).flatMap((tool): PromptTool[] => {
    const schema = tool.parameters.trim() ? parseJson(tool.parameters) : { type: 'object', properties: {} };
    if (schema === undefined || !tool.name) {
      problems.push(tool.name || 'tool');
      return [];
    }
    return [{ name: tool.name, description: tool.description, schema }];
  });
  const { on, name, text } = conversation.schema;
  const schema = on ? parseJson(text) : undefined;
  if (on && schema === undefined) problems.push('schema');
  return { tools, schema: schema === undefined ? null : { name: name || 'answer', schema }, problems };
}

/** Returns the names of selected parameters, tools and schemas that cannot be sent as they are. */
export const problemsOf = (conversation: Conversation): string[] =>
  conversation.override === null
    ? [
        ...bodyFragment(conversation.parameters, conversation.routeId).problems,
        ...toolsAndSchema(conversation).problems,
      ]
    : [];
