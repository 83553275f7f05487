/** Seconds since 1970, the API's unit of time. */
export function unix(time: Date): number;
export function unix(time: Date | null | undefined): number | null;
export function unix(time: Date | null | undefined): number | null {
	return time ? Math.floor(time.getTime() / 1000) : null;
}
