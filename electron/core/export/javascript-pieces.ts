import { quoted } from './literals.ts';
import { aroundSecrets, hasSecret } from './secret-places.ts';
import type { SnippetBody } from './snippet-request.ts';

/** A string, or a template in which every secret is read from a variable. */
export function withSecrets(text: string, variable: string): string {
  if (!hasSecret(text)) return quoted(text);
  const plain = aroundSecrets(text).map((piece) =>
    quoted(piece)
      .slice(1, -1)
      .replaceAll('\\"', '"')
      .replace(/[`]|\$\{/g, '\\$&'),
  );
  return `\`${plain.join(`\${${variable}}`)}\``;
}

/** What reads files for the text of a body; empty when it has none. */
export const base64Line = (body: SnippetBody): string =>
  body.kind === 'text' && body.inline.length > 0
    ? 'const base64 = async (name) => (await readFile(name)).toString("base64");\n\n'
    : '';

/** A `FormData` named `form`, with files read by Node. */
export function formLines({ fields }: Extract<SnippetBody, { kind: 'form' }>): string {
  const lines = fields.map((field) =>
    'value' in field
      ? `form.append(${quoted(field.name)}, ${quoted(field.value)});\n`
      : `form.append(${quoted(field.name)}, await openAsBlob(${quoted(field.file)}, { type: ${quoted(field.type)} }), ${quoted(field.file)});\n`,
  );
  return `const form = new FormData();\n${lines.join('')}\n`;
}
