/** Texts for the benchmark. One "token" is four characters, as in the tables of the goals. */
export type Kind = 'mixed' | 'code' | 'list' | 'table';

export const charsPerToken = 4;

const words =
  'retry budget gateway answer request token stream latency window deadline jitter client service failure route model key session frame cursor'.split(
    ' ',
  );

/** The same words for the same position: every variant gets the same text. */
function sentence(seed: number, length: number): string {
  return Array.from({ length }, (_, at) => words[(seed * 31 + at * 7 + ((seed * at) % 5)) % words.length]).join(' ');
}

function section(at: number): string {
  const parts = [
    `## Section ${at}\n\nThe ${sentence(at, 9)} with **${sentence(at + 1, 2)}** and \`${words[at % words.length]}\`. ${sentence(at + 2, 22)}.`,
    `${sentence(at + 3, 30)}, see [the ${words[(at + 3) % words.length]}](https://example.com/${at}). ${sentence(at + 4, 14)} *${sentence(at, 3)}*.`,
    `- **${sentence(at, 2)}.** ${sentence(at + 5, 12)}\n- ${sentence(at + 6, 10)} \`${at} ms\`\n  - ${sentence(at + 7, 6)}\n  - ${sentence(at + 8, 6)}\n- ${sentence(at + 9, 9)}`,
    `> ${sentence(at + 10, 16)}.`,
  ];
  if (at % 3 === 0) parts.push(`\`\`\`ts\n${codeLines(at, 12)}\n\`\`\``);
  if (at % 4 === 1)
    parts.push(
      `| Route | p50 | Verdict |\n|---|--:|---|\n${Array.from({ length: 5 }, (_, row) => `| \`${words[row]}\` | ${at + row} ms | ${sentence(row + at, 3)} |`).join('\n')}`,
    );
  if (at % 5 === 2)
    parts.push(Array.from({ length: 5 }, (_, row) => `${row + 1}. ${sentence(at + row, 8)}`).join('\n'));
  return parts.join('\n\n');
}

function codeLines(seed: number, count: number): string {
  return Array.from({ length: count }, (_, at) => {
    const name = words[(seed + at) % words.length];
    return at % 4 === 3
      ? `  // ${sentence(seed + at, 6)}`
      : `  const ${name}${at} = await ${name}.take(${seed + at}, '${words[at % words.length]}');`;
  }).join('\n');
}

function upTo(length: number, piece: (at: number) => string, between: string): string {
  const parts: string[] = [];
  for (let at = 0, size = 0; size < length; at += 1) {
    const next = piece(at);
    parts.push(next);
    size += next.length + between.length;
  }
  return parts.join(between).slice(0, length);
}

/** A text of this many tokens: a mixed reply, or one giant block. */
export function corpus(kind: Kind, tokens: number): string {
  const length = tokens * charsPerToken;
  switch (kind) {
    case 'mixed':
      return upTo(length, section, '\n\n');
    case 'code':
      return `\`\`\`ts\n${upTo(length, (at) => codeLines(at, 8), '\n')}`;
    case 'list':
      return upTo(length, (at) => `- **${sentence(at, 2)}.** ${sentence(at + 1, 12)} \`${at} ms\``, '\n');
    case 'table':
      return `| Route | p50 | Verdict |\n|---|--:|---|\n${upTo(length, (at) => `| \`${sentence(at, 1)}\` | ${at} ms | ${sentence(at, 4)} |`, '\n')}`;
  }
}

/** TypeScript of this many characters, for highlighting. */
export function sourceCode(length: number): string {
  return upTo(
    length,
    (at) => `export async function ${words[at % words.length]}${at}() {\n${codeLines(at, 6)}\n}`,
    '\n\n',
  );
}
