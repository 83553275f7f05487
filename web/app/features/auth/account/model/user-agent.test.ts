import { expect, test } from "vitest";
import { deviceName, isPhone } from "./user-agent.ts";

const mozilla = "Mozilla/5.0";
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
	[`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Windows"],
	[
		`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
		"Edge on Windows",
	],
	[
		`${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
		"Safari on macOS",
	],
	[`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, "Firefox on Linux"],
	[
		`${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1`,
		"Safari on iPhone",
	],
	[`${mozilla} (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome on Android"],
	["curl/8.5.0", "curl"],
	["", "Unknown device"],
	[null, "Unknown device"],
])("names %s as %s", (userAgent, name) => {
	expect(deviceName(userAgent)).toBe(name);
});

test("distinguishes a phone from a desktop", () => {
	expect(isPhone(`${mozilla} (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`)).toBe(true);
	expect(isPhone(`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`)).toBe(false);
});
