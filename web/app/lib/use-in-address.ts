import { useEffect } from "react";
import { useSearchParams } from "react-router";

/**
 * Keeps what a page shows in its address. Written only where it says something else: every navigation gives up the one that is under way,
 * and somebody may be on the way to the next page already.
 */
export function useInAddress<T>(value: T, write: (params: URLSearchParams, value: T) => URLSearchParams): void {
	const [params, setParams] = useSearchParams();
	useEffect(() => {
		const next = write(params, value);
		if (next.toString() !== params.toString()) setParams(next, { replace: true });
	}, [value, write, params, setParams]);
}
