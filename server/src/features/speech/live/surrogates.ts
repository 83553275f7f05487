/** Callers may split text inside a surrogate pair: holds a high surrogate back until its low surrogate arrives. */
export function createSurrogateJoiner(): (text: string) => string {
	let pending = "";
	return (text) => {
		const all = pending + text;
		pending = /[\ud800-\udbff]$/.exec(all)?.[0] ?? "";
		return all.slice(0, all.length - pending.length).toWellFormed();
	};
}
