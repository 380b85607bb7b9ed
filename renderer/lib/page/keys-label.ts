const onMac: boolean = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

const macNames: Record<string, string> = {
  $mod: '⌘',
  Meta: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Control: '⌃',
  Enter: '↵',
  Escape: 'Esc',
};
const otherNames: Record<string, string> = { $mod: 'Ctrl', Control: 'Ctrl', Escape: 'Esc' };

/** One label for each press: `['Ctrl K']`, `['⌘K']`, `['G', 'C']`. */
export function keysLabels(keys: string, mac: boolean = onMac): string[] {
  const names = mac ? macNames : otherNames;
  return keys.split(' ').map((press) => {
    const parts = press.split(/(?<=\w|\])\+/);
    // An optional modifier only helps to type the key.
    const shown = parts.filter((part) => !part.startsWith('['));
    return shown.map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(mac ? '' : ' ');
  });
}

/** A shortcut as one label, for a button or a hint: `⌘K` on a Mac, `Ctrl K` elsewhere. */
export const keysLabel = (keys: string, mac: boolean = onMac): string => keysLabels(keys, mac).join(' ');
