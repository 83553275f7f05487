import { useEffect, useState } from "react";

/** The value after it has stopped changing for `ms`, for example to search while typing. */
export function useDebouncedValue<T>(value: T, ms = 250): T {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), ms);
		return () => clearTimeout(timer);
	}, [value, ms]);
	return settled;
}
