import { readError, unreachable } from "./api-error.ts";

type Outcomes = { onSuccess: (response: Response) => unknown; onError: (error: unknown) => void };

/** For calls that are no endpoint of the contract: status 200 runs the success action, anything else is shown as the error it is. */
export async function handleResponse(asked: Promise<Response>, { onSuccess, onError }: Outcomes): Promise<void> {
	const response = await asked.catch(() => null);
	if (!response) onError(unreachable());
	else if (response.status === 200) await onSuccess(response);
	else onError(await readError(response));
}
