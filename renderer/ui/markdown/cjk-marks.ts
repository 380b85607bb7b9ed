/** Letters and punctuation of Chinese, Japanese and Korean, which are written without spaces around emphasis. */
const cjk =
  /[\u1100-\u11ff\u2e80-\u303f\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud888][\udc00-\udfff]/;
const punctuation = /[\p{P}\p{S}]/u;
/** Stands for punctuation that does not keep a mark from opening or closing emphasis. */
const letter = 'a';

export const isCjk = (character: string) => cjk.test(character);

/**
 * CommonMark decides by the characters beside a mark whether it opens or closes emphasis, and counts on spaces between
 * words. So `**“已知”**问题` would stay as it is. Beside a character of these scripts, punctuation counts as a letter, as
 * in the extension `cjk-friendly` of other parsers.
 *
 * @returns a text of the same length for the search of marks only.
 */
export function withFriendlyMarks(source: string): string {
  if (!cjk.test(source) || !/[*~]/.test(source)) return source;
  let text = '';
  let done = 0;
  for (const { 0: marks, index } of source.matchAll(/\*+|~+/g)) {
    const [before, after] = [index - 1, index + marks.length];
    if (!isCjk(characterBefore(source, index)) && !isCjk(source.slice(after, after + 2))) continue;
    for (const at of [before, after]) {
      if (at < done || !punctuation.test(source.charAt(at))) continue;
      text += source.slice(done, at) + letter;
      done = at + 1;
    }
  }
  return text + source.slice(done);
}

const characterBefore = (source: string, index: number) => {
  const isPair = /[\udc00-\udfff]/.test(source.charAt(index - 1));
  return source.slice(Math.max(0, index - (isPair ? 2 : 1)), index);
};

/**
 * Returns where a bare URL ends: before the punctuation of these scripts, which no URL contains unescaped, and before a
 * letter of theirs right after an ASCII letter or digit (`https://a.example/path后面`). A path may begin with one
 * (`/wiki/中文`), unless they lead to the next URL (`https://a.example/或https://b.example`).
 */
export function urlEnd(source: string): number {
  const found = source.search(
    /[\u3000-\u303f\uff00-\uffef“”‘’…—]|(?<=[a-z0-9])[\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff]|[\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7ff]{1,20}(?=https?:)/i,
  );
  return found < 0 ? source.length : found;
}
