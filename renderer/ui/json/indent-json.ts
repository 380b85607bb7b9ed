/** Returns JSON text indented by two blanks; `null` for text that is not JSON. */
export function indentJson(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}
