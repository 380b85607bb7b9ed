import { client } from '../../../lib/client/client.ts';
import { saveFile } from '../../../lib/files/files.ts';
import type { Strings } from '../../../lib/i18n/strings.ts';
import type { Conversation } from '../model/conversation.ts';
import { toJson, toMarkdown } from '../model/transcript.ts';

/** Writes a conversation to a file of the person's choice. */
export async function exportConversation(
  id: string,
  format: 'markdown' | 'json',
  words: Strings['chat'],
): Promise<void> {
  const found = await client.library.open({ id });
  if (!found) return;
  const conversation = { ...(JSON.parse(found.content) as Conversation), title: found.title };
  const name = `${found.title.replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'conversation'}`;
  const file =
    format === 'json'
      ? { name: `${name}.json`, type: 'application/json', text: toJson(conversation) }
      : {
          name: `${name}.md`,
          type: 'text/markdown',
          text: toMarkdown(conversation, {
            system: words.composer.system,
            you: words.turn.you,
            reasoning: words.reasoning.doneUntimed,
            toolCall: words.tools.call,
            toolOutput: words.tools.output,
            interrupted: words.state.interrupted,
          }),
        };
  await saveFile(await client.files.keep(file));
}
