const words = /-?(?:NaN|Infinity)/y;

/** Index behind the string that begins at `from`. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/**
 * JSON as Python servers write it, with `NaN`, `Infinity` and `-Infinity` made `null`: JSON has no words for them. `null`
 * when there are none outside of strings.
 */
export function withoutPythonNumbers(text: string): { json: string; count: number } | null {
  if (!text.includes('NaN') && !text.includes('Infinity')) return null;
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === 34) at = stringEnd(text, at) - 1;
    else if (letter === 45 || letter === 73 || letter === 78) {
      words.lastIndex = at;
      if (!words.test(text)) continue;
      pieces.push(text.slice(done, at), 'null');
      done = words.lastIndex;
      at = done - 1;
    }
  }
  if (pieces.length === 0) return null;
  return { json: pieces.join('') + text.slice(done), count: pieces.length / 2 };
}
