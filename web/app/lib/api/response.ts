import { readError, unreachable } from "./api-error.ts";

type Outcomes = { onSuccess: (response: Response) => unknown; onError: (error: unknown) => void };

/** For requests outside the contract: status 200 runs the success action, anything else is reported as an error. */
export async function handleResponse(request: Promise<Response>, { onSuccess, onError }: Outcomes): Promise<void> {
	const response = await request.catch(() => null);
	if (!response) onError(unreachable());
	else if (response.status === 200) await onSuccess(response);
	else onError(await readError(response));
}
