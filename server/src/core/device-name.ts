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

/** "Firefox on Linux": as much of it as can be told, and only names we know: what a program calls itself is a stranger's text. */
export function deviceName(userAgent: string | null): string {
	const named = (kinds: [RegExp, string][]) => kinds.find(([sign]) => sign.test(userAgent ?? ""))?.[1];
	const [browser, system] = [named(browsers), named(systems)];
	if (browser === undefined) return system === undefined ? "An unknown device" : `A program on ${system}`;
	return system === undefined ? browser : `${browser} on ${system}`;
}
