/** Joins CSS module names and leaves out what is absent: `classes(s.row, selected && s.selected)`. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
