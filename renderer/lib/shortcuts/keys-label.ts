export const onMac: boolean = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

const arrows = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };
const macNames: Record<string, string> = {
  ...arrows,
  $mod: '⌘',
  Meta: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Control: '⌃',
  Enter: '↵',
  Escape: 'Esc',
};
const otherNames: Record<string, string> = { ...arrows, $mod: 'Ctrl', Control: 'Ctrl', Escape: 'Esc', Delete: 'Del' };

/** Returns one label for each press: `['Ctrl K']`, `['⌘K']`, `['G', 'C']`. */
export function keysLabels(keys: string, mac: boolean = onMac): string[] {
  if (keys === '') return [];
  const names = mac ? macNames : otherNames;
  return keys.split(' ').map((press) => {
    const parts = press.split(/(?<=\w|\])\+/);
    // An optional modifier only helps to type the key.
    const shown = parts.filter((part) => !part.startsWith('['));
    return shown.map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(mac ? '' : ' ');
  });
}

export const keysLabel = (keys: string, mac: boolean = onMac): string => keysLabels(keys, mac).join(' ');
