/** "Good morning, Ada", by the user's local time. */
export function greeting(hour: number, name: string): string {
	const part = hour < 5 ? "evening" : hour < 12 ? "morning" : hour < 18 ? "afternoon" : "evening";
	const first = name.trim().split(/\s+/)[0];
	return first ? `Good ${part}, ${first}` : `Good ${part}`;
}
