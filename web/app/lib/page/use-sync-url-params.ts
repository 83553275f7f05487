import { useEffect } from "react";
import { useSearchParams } from "react-router";

/**
 * Keeps page state in the URL. Navigates only if the URL changes, because a navigation cancels one that is already in
 * progress.
 */
export function useSyncUrlParams<T>(value: T, write: (params: URLSearchParams, value: T) => URLSearchParams): void {
	const [params, setParams] = useSearchParams();
	useEffect(() => {
		const next = write(params, value);
		if (next.toString() !== params.toString()) setParams(next, { replace: true });
	}, [value, write, params, setParams]);
}
