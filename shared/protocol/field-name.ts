const plain = (name: string) =>
  name
    .replaceAll(/[/[]/g, '.')
    .replaceAll(/["'`\]\s]/g, '')
    .replace(/^[$#.]*(?:body|request|json)?\./, '')
    .replaceAll(/[_-]/g, '')
    .toLowerCase();

/**
 * Whether a gateway's name for a field is that of a path in a body, or of what contains it: `stream_options`,
 * `body.stream_options` and `streamOptions` all name `stream_options.include_usage`.
 */
export function namesField(name: string, path: string): boolean {
  const field = plain(`.${name}`);
  return field !== '' && `${plain(`.${path}`)}.`.startsWith(`${field}.`);
}
