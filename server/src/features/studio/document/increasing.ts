/** The longest increasing subsequence of the defined numbers. */
export function increasing(numbers: readonly (number | undefined)[]): Set<number> {
	const tails: number[] = [];
	const previous = new Map<number, number | undefined>();
	for (const number of numbers) {
		if (number === undefined || previous.has(number)) continue;
		let low = 0;
		let high = tails.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((tails[middle] ?? 0) < number) low = middle + 1;
			else high = middle;
		}
		previous.set(number, tails[low - 1]);
		tails[low] = number;
	}
	const found = new Set<number>();
	for (let at = tails.at(-1); at !== undefined; at = previous.get(at)) found.add(at);
	return found;
}
