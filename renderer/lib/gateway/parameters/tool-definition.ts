/** A tool the model may call. `parameters` is a JSON schema as the user typed it. */
export interface ToolDefinition {
  name: string;
  description: string;
  parameters: string;
}

/** Returns why a text is not JSON, or `null` when it is. */
export function jsonProblem(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns true unless a tool has no name, or a schema that cannot be sent. */
export const isToolValid = ({ name, parameters }: ToolDefinition): boolean =>
  name.trim() !== '' && (parameters.trim() === '' || jsonProblem(parameters) === null);
