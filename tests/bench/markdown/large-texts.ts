/** Texts whose length costs a browser or a reader most, by kind. */
export const largeTexts: Readonly<Record<string, string>> = {
  '100,000 spaces': ' '.repeat(100_000),
  '100,000 spaces between two letters': `a${' '.repeat(100_000)}b`,
  '100,000 backslashes': '\\'.repeat(100_000),
  '16,000 brackets that open nothing': '[a]('.repeat(16_000),
  '100,000 braces': '{'.repeat(100_000),
  '16,000 braces in a formula': `$${'{'.repeat(16_000)}$`,
  'a word of 2 MB': 'x'.repeat(2_000_000),
  '3,000 letters with 80 marks each': `a${'\u0301\u0302\u0303\u0304'.repeat(20)}`.repeat(3000),
  '500 KB of Hebrew': 'שלום '.repeat(100_000),
  'a list of 2,000 levels': Array.from({ length: 2000 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n'),
  'a list of 50,000 items': '- x\n'.repeat(50_000),
  'a table of 100,000 columns': ['|a', '|-', '|b'].map((cell) => cell.repeat(100_000)).join('|\n'),
  'a table of 50,000 rows': `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(50_000)}`,
  'the first of 50,000 paragraphs': 'x\n\n'.repeat(50_000),
  'the first of 5,000 fences': '```\nx\n```\n'.repeat(5000),
  'the first of 5,000 footnotes': Array.from({ length: 5000 }, (_, at) => `[^${at}]: x`).join('\n\n'),
};
