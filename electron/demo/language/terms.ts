/** The words of a text in their ground form, every Chinese or Japanese character by itself. */
export function termsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map(groundForm);
}

/** Takes common English endings off, so that `foxes` and `jumping` find `fox` and `jump`. */
function groundForm(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word)) return word.slice(0, -1);
  if (word.endsWith('ing') && word.length > 5) return word.slice(0, -3);
  return word.endsWith('ed') && word.length > 4 ? word.slice(0, -2) : word;
}

/** Groups of three letters, for texts that share no whole word. */
export function letterGroups(text: string): Set<string> {
  const line = ` ${text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()} `;
  const groups = new Set<string>();
  for (let start = 0; start + 3 <= line.length; start++) groups.add(line.slice(start, start + 3));
  return groups;
}
