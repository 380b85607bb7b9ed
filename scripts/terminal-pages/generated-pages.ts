import path from 'node:path';
import { commandsPage } from './commands-page.ts';
import { jsonLineSchema } from './json-line-schema.ts';
import { jsonLinesSection } from './json-lines-section.ts';

const guide = path.join(import.meta.dirname, '../../docs/guide');

/** Starts the generated part of `scripting.md`, which is its end. */
const linesHeading = '\n## All lines\n';

const linesIntroduction = `A property with \`?\` may be absent; the others are always there, and \`null\` where nothing is known. Their types are in
[json-lines.schema.json](json-lines.schema.json).`;

/**
 * Returns the documents of the terminal that are generated from the program, with their expected content.
 *
 * @param read returns the text of a file.
 */
export function generatedPages(read: (file: string) => string): { file: string; content: string }[] {
  const scripting = path.join(guide, 'scripting.md');
  const [written = ''] = read(scripting).split(linesHeading);
  return [
    { file: path.join(guide, 'commands.md'), content: commandsPage() },
    { file: path.join(guide, 'json-lines.schema.json'), content: `${JSON.stringify(jsonLineSchema(), null, 2)}\n` },
    { file: scripting, content: `${written}${linesHeading}\n${linesIntroduction}\n\n${jsonLinesSection()}` },
  ];
}
