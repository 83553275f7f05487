/** Hands on the last value once no other came for so long. `drop` forgets what waits. */
export function debounced<T>(ms: number, handOn: (value: T) => void): { (value: T): void; drop: () => void } {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const take = (value: T) => {
		clearTimeout(timer);
		timer = setTimeout(() => handOn(value), ms);
	};
	return Object.assign(take, { drop: () => clearTimeout(timer) });
}
