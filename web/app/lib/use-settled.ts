import { useEffect, useState } from "react";

/** A value once it has stopped changing for a moment: what a search box asks the server for. */
export function useSettled<T>(value: T, ms = 250): T {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), ms);
		return () => clearTimeout(timer);
	}, [value, ms]);
	return settled;
}
