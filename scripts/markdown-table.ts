/** Returns a table with aligned columns, as the project's formatter writes it. The first row is the head. */
export function markdownTable(...rows: readonly (readonly string[])[]): string[] {
  const safe = rows.map((row) => row.map((text) => text.replaceAll('|', '\\|')));
  const widths = (safe[0] ?? []).map((_, at) => Math.max(3, ...safe.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) => `| ${row.map((text, at) => text.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...rest] = safe;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)];
}
