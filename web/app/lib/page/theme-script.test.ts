import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const script = readFileSync(resolve(import.meta.dirname, "../../../public/theme.js"), "utf8");

/** The attributes set before the first paint. */
function firstPaint({
	stored = null as string | null,
	signedIn = false,
	systemDark = false,
	hostname = "timbre.example",
}) {
	const dataset: { theme?: string; site?: string; session?: string } = {};
	runInNewContext(script, {
		localStorage: {
			getItem: (key: string) => ({ "timbre:theme": stored, "timbre:signed-in": signedIn ? "1" : null })[key] ?? null,
		},
		matchMedia: () => ({ matches: systemDark }),
		document: { documentElement: { dataset } },
		location: { hostname },
	});
	return dataset;
}

test("SHELL-024 the theme is light by default, dark on a dark system, or the stored choice", () => {
	expect(firstPaint({}).theme).toBe("light");
	expect(firstPaint({ systemDark: true }).theme).toBe("dark");
	expect(firstPaint({ stored: "dark" }).theme).toBe("dark");
	expect(firstPaint({ stored: "light", systemDark: true }).theme).toBe("light");
	expect(firstPaint({ stored: "system", systemDark: true }).theme).toBe("dark");
	expect(firstPaint({ stored: "nonsense" }).theme).toBe("light");
});

test("the session of the last visit to the app is known before the first paint", () => {
	expect(firstPaint({}).session).toBe("out");
	expect(firstPaint({ signedIn: true }).session).toBe("in");
});

test("PUBLISH-004 a host name containing the reader app's word serves its site", () => {
	expect(firstPaint({ hostname: "reader.timbre.example" }).site).toBe("reader");
	expect(firstPaint({ hostname: "timbrereader.example" }).site).toBe("reader");
	expect(firstPaint({ hostname: "read.timbre.example" }).site).toBe("main");
});
