/** Calls back with the last value after `ms` without a new one. `cancel` drops the pending value. */
export function debounce<T>(ms: number, callback: (value: T) => void): { (value: T): void; cancel: () => void } {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const push = (value: T) => {
		clearTimeout(timer);
		timer = setTimeout(() => callback(value), ms);
	};
	return Object.assign(push, { cancel: () => clearTimeout(timer) });
}
