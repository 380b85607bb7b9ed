/** Why a text is not JSON, or `null` when it is. */
export function jsonComplaint(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
