import path from 'node:path';
import { commandsPage } from './commands-page.ts';
import { jsonLineSchema } from './json-line-schema.ts';
import { jsonLinesSection } from './json-lines-section.ts';

const guide = path.join(import.meta.dirname, '../../docs/guide');

/** How the generated end of `scripting.md` begins in each language; its tables are in English in both. */
const linesSections = {
  'scripting.md': {
    heading: 'All lines',
    introduction: `A property with \`?\` may be absent; the others are always there, and \`null\` where nothing is known. Their types are in
[json-lines.schema.json](json-lines.schema.json).`,
  },
  'zh/scripting.md': {
    heading: '全部输出行',
    introduction:
      '带 `?` 的属性可能不存在，其余属性始终存在，未知时为 `null`。类型见 [json-lines.schema.json](../json-lines.schema.json)。以下表格由程序生成，保留英文。',
  },
};

/**
 * Returns the documents of the terminal that are generated from the program, with their expected content.
 *
 * @param read returns the text of a file.
 */
export function generatedPages(read: (file: string) => string): { file: string; content: string }[] {
  const scripting = Object.entries(linesSections).map(([name, { heading, introduction }]) => {
    const file = path.join(guide, name);
    const [written = ''] = read(file).split(`\n## ${heading}\n`);
    return { file, content: `${written}\n## ${heading}\n\n${introduction}\n\n${jsonLinesSection()}` };
  });
  return [
    { file: path.join(guide, 'commands.md'), content: commandsPage() },
    { file: path.join(guide, 'json-lines.schema.json'), content: `${JSON.stringify(jsonLineSchema(), null, 2)}\n` },
    ...scripting,
  ];
}
