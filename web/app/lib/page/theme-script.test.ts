import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

const script = readFileSync(resolve(import.meta.dirname, "../../../public/theme.js"), "utf8");

/** The attributes set before the first paint. */
function firstPaint({ stored = null as string | null, systemDark = false, hostname = "timbre.example" }) {
	const dataset: { theme?: string; site?: string } = {};
	runInNewContext(script, {
		localStorage: { getItem: (key: string) => (key === "timbre:theme" ? stored : null) },
		matchMedia: () => ({ matches: systemDark }),
		document: { documentElement: { dataset } },
		location: { hostname },
	});
	return dataset;
}

test("SHELL-024 the theme is light by default, even on a dark system, or the stored choice", () => {
	expect(firstPaint({ systemDark: true }).theme).toBe("light");
	expect(firstPaint({ stored: "dark" }).theme).toBe("dark");
	expect(firstPaint({ stored: "light", systemDark: true }).theme).toBe("light");
	expect(firstPaint({ stored: "system", systemDark: true }).theme).toBe("dark");
	expect(firstPaint({ stored: "nonsense" }).theme).toBe("light");
});

test("PUBLISH-004 a host name containing the reader app's word serves its site", () => {
	expect(firstPaint({ hostname: "reader.timbre.example" }).site).toBe("reader");
	expect(firstPaint({ hostname: "timbrereader.example" }).site).toBe("reader");
	expect(firstPaint({ hostname: "read.timbre.example" }).site).toBe("main");
});
