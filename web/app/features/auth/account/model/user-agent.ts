const browsers: [RegExp, string][] = [
	[/\bEdg(e|A|iOS)?\//, "Edge"],
	[/\bOPR\//, "Opera"],
	[/\b(Firefox|FxiOS)\//, "Firefox"],
	[/\b(Chrome|CriOS|Chromium)\//, "Chrome"],
	[/\bVersion\/.*\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
	[/\biPhone\b/, "iPhone"],
	[/\biPad\b/, "iPad"],
	[/\bAndroid\b/, "Android"],
	[/\bWindows\b/, "Windows"],
	[/\bCrOS\b/, "ChromeOS"],
	[/\bMac OS X\b|\bMacintosh\b/, "macOS"],
	[/\bLinux\b/, "Linux"],
];

const nameIn = (kinds: [RegExp, string][], text: string) => kinds.find(([shape]) => shape.test(text))?.[1];

/** A readable name such as "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
	if (!userAgent) return "Unknown device";
	const browser = nameIn(browsers, userAgent);
	const system = nameIn(systems, userAgent);
	if (browser && system) return `${browser} on ${system}`;
	// Other clients start with their name: "curl/8.5.0".
	return browser ?? system ?? userAgent.split(/[/\s]/, 1)[0] ?? "Unknown device";
}

export const isPhone = (userAgent: string | null) => /\b(iPhone|Android|Mobile)\b/.test(userAgent ?? "");
