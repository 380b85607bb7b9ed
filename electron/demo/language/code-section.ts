import type { PromptReading } from './prompt-reading.ts';
import { shorten } from './sections.ts';

type CodeLanguage = PromptReading['codeLanguage'];

const programs: Record<CodeLanguage, (sentence: string) => string> = {
  typescript: (sentence) => `/** Counts how often each word occurs, most frequent first. */
export function countWords(text: string): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/\\p{L}+/gu) ?? []) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1]);
}

console.log(countWords(${JSON.stringify(sentence)}).slice(0, 3));`,
  python: (sentence) => `import re
from collections import Counter


def count_words(text: str) -> Counter:
    """Counts how often each word occurs."""
    return Counter(re.findall(r"[^\\W\\d_]+", text.lower()))


print(count_words(${JSON.stringify(sentence)}).most_common(3))`,
  bash: (sentence) => `#!/usr/bin/env bash
# Counts how often each word occurs, most frequent first.
set -euo pipefail

printf '%s\\n' '${sentence.replaceAll("'", "'\\''")}' |
  tr '[:upper:]' '[:lower:]' | grep -oE '[[:alpha:]]+' | sort | uniq -c | sort -rn | head -3`,
};

/** A program that runs as it stands, with the prompt as its input and with the output that it really gives. */
export function codeSection(reading: PromptReading): string {
  const sentence = shorten(reading.text, 120);
  const counts = new Map<string, number>();
  for (const [word] of sentence.toLowerCase().matchAll(/\p{L}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const top = [...counts].sort((one, other) => other[1] - one[1]).slice(0, 3);
  const { codeLanguage } = reading;
  return [
    '## Code that runs',
    `The demo knows one program by heart, in TypeScript, Python and Bash. Here it counts the words of your own message:`,
    `\`\`\`${codeLanguage}\n${programs[codeLanguage](sentence)}\n\`\`\``,
    `It finds ${counts.size} different words; the most frequent: ${top.map(([word, times]) => `\`${word}\` (${times})`).join(', ')}.`,
  ].join('\n\n');
}
