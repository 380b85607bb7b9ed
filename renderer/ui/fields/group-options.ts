/** Options under their group, groups in the order of first appearance; without a group they come under ''. */
export function groupOptions<T extends { group?: string | undefined }>(
  options: readonly T[],
): { group: string; options: T[] }[] {
  const groups = new Map<string, T[]>();
  for (const option of options) {
    const name = option.group ?? '';
    const members = groups.get(name);
    if (members) members.push(option);
    else groups.set(name, [option]);
  }
  return [...groups].map(([group, members]) => ({ group, options: members }));
}
