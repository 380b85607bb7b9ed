import { client } from '../../../lib/client/client.ts';
import { readStored } from '../../../lib/documents/documents-in-parts.ts';
import { saveFile } from '../../../lib/files/files.ts';
import { formatBytes } from '../../../lib/i18n/format.ts';
import { type Strings, strings } from '../../../lib/i18n/strings.ts';
import { type Conversation, shownTurns, type Turn } from '../model/conversation.ts';
import { conversationOf, storedTurns } from '../model/stored-conversation.ts';

/** Exports a conversation to a file the user picks. */
export async function exportConversation(
  id: string,
  format: 'markdown' | 'json',
  words: Strings['chat'],
): Promise<void> {
  const found = await readStored(client.library, id);
  if (!found) return;
  const { stored, parts } = found;
  const turns = parts.map(({ content }) => storedTurns.read(content));
  const conversation =
    parts.length === 0 ? conversationOf(stored) : storedTurns.join(conversationOf(stored), turns, true);
  const name = `${stored.title.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'conversation'}`;
  const file =
    format === 'json'
      ? { name: `${name}.json`, type: 'application/json', text: toJson(conversation) }
      : {
          name: `${name}.md`,
          type: 'text/markdown',
          text: toMarkdown(conversation, {
            label: words.list.label,
            system: words.composer.system,
            you: words.turn.you,
            reasoning: words.reasoning.doneUntimed,
            toolCall: words.tools.call,
            toolOutput: words.tools.output,
            interrupted: strings().pieces.states.interrupted,
          }),
        };
  await saveFile(await client.files.keep(file));
}

/** Labels of the exported transcript, from the string catalog. */
interface TranscriptLabels {
  /** Ends a label with its colon. */
  label: (name: string) => string;
  system: string;
  you: string;
  reasoning: string;
  toolCall: (name: string) => string;
  toolOutput: (name: string) => string;
  interrupted: string;
}

/** Returns the shown branch as Markdown. */
export function toMarkdown(conversation: Conversation, words: TranscriptLabels): string {
  const parts = [`# ${conversation.title}`];
  if (conversation.system)
    parts.push(`> **${words.label(words.system)}** ${conversation.system.replaceAll('\n', '\n> ')}`);
  for (const turn of shownTurns(conversation)) parts.push(...turnMarkdown(turn, words));
  return `${parts.join('\n\n')}\n`;
}

function turnMarkdown(turn: Turn, words: TranscriptLabels): string[] {
  if (turn.role === 'user')
    return [
      `## ${words.you}`,
      ...(turn.text ? [turn.text] : []),
      ...turn.attachments.map(({ file }) => `- \`${file.name}\` (${file.type}, ${formatBytes(file.sizeBytes)})`),
    ];
  if (turn.role === 'tool')
    return turn.outputs.map(({ name, output }) => `**${words.toolOutput(name)}**\n\n${fenced(output, 'json')}`);
  const { answer } = turn;
  return [
    `## ${turn.model}`,
    ...(answer.reasoning
      ? [`<details><summary>${words.reasoning}</summary>\n\n${answer.reasoning}\n\n</details>`]
      : []),
    ...(answer.text ? [answer.text] : []),
    ...(answer.refusal ? [answer.refusal] : []),
    ...answer.calls.map((call) => `**${words.toolCall(call.name)}**\n\n${fenced(call.arguments, 'json')}`),
    ...(answer.failure ? [`> **${words.label(words.interrupted)}** ${answer.failure.message}`] : []),
  ];
}

/** Returns the text in a fence longer than any run of backticks inside it. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Returns the whole tree as JSON, with a format name and version so that a later import can read it. */
export function toJson(conversation: Conversation): string {
  return `${JSON.stringify({ format: 'patchbay-conversation', version: 1, conversation }, null, 2)}\n`;
}
