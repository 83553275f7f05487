// Limits, fixed values and rules that browsers and the server share. Without zod, which would cost every page its size.

/** Error shown when the list of models can't be loaded. */
export function modelsErrorMessage(status: number): string {
	return `Error occured while fetching models, status_code ${status}`;
}

/**
 * Model ids of the compatible API, sent by existing client code. They stand for the own model of whichever voice is used, so as a filter
 * they match every model.
 */
export const isForeignModelId = (id: string): boolean => id.startsWith("eleven_");
