const browsers: [RegExp, string][] = [
	[/\bEdg/, "Edge"],
	[/\bOPR\//, "Opera"],
	[/Firefox\/|FxiOS\//, "Firefox"],
	[/Chrom(e|ium)\/|CriOS\//, "Chrome"],
	[/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
	[/Windows/, "Windows"],
	[/Android/, "Android"],
	[/iPhone|iPad/, "iOS"],
	[/Mac OS X|Macintosh/, "macOS"],
	[/Linux|X11/, "Linux"],
];

/** A name such as "Firefox on Linux". Returns only names from the lists above: a user agent is untrusted text. */
export function deviceName(userAgent: string | null): string {
	const match = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
	const [browser, system] = [match(browsers), match(systems)];
	if (browser === undefined) return system === undefined ? "Unknown device" : `Unknown app on ${system}`;
	return system === undefined ? browser : `${browser} on ${system}`;
}
