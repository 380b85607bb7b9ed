import { plainName } from '../plain-name.ts';

/** Maximum name length in UTF-8 bytes, so that it fits every file system with room for an extension. */
const nameBytes = 180;

/** Device names on Windows, with any extension. */
const devices = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** Extensions that a file manager follows without asking: a file from outside must not be a shortcut. */
const shortcuts = /\.(desktop|lnk|url|webloc|scf|pif|library-ms|search-ms|settingcontent-ms)$/i;

/** Halves of characters. */
const unseen = /\p{Cs}/gu;

/**
 * Returns a name under which a file can be saved in any folder of any system: the last path segment, without characters
 * that a system forbids, without a leading dot, never a device or a shortcut, and never empty.
 */
export function safeName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Invisible characters, and those that change the text direction, can disguise a name.
  const plain = plainName(last)
    .replace(unseen, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/gu, '');
  const short = shorten(plain);
  if (short === '') return 'file';
  if (devices.test(short)) return `_${short}`;
  return shortcuts.test(short) ? `${short}.txt` : short;
}

/** Shortens the stem, so that the extension is kept. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= nameBytes) return name;
  const ending = /\.[\w-]{1,16}$/.exec(name)?.[0] ?? '';
  const letters = [...name.slice(0, name.length - ending.length)];
  let room = nameBytes - Buffer.byteLength(ending);
  const kept = letters.filter((letter) => {
    room -= Buffer.byteLength(letter);
    return room >= 0;
  });
  return kept.join('').trimEnd() + ending;
}

const typePattern = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(; *[a-z0-9-]+=[a-z0-9_.:/+-]+)*$/;

/** Returns a media type that is valid in a header; `application/octet-stream` for anything else. */
export function safeType(type: string): string {
  const plain = type.trim().toLowerCase();
  return typePattern.test(plain) ? plain : 'application/octet-stream';
}
