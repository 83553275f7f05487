import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { compile } from "tailwindcss";
import { expect, test } from "vitest";

const require = createRequire(import.meta.url);

/** The compiled app style sheet for these class names. */
async function styles(classNames: string[]): Promise<string> {
	const path = resolve(import.meta.dirname, "../../app.css");
	const sheet = await compile(await readFile(path, "utf8"), {
		base: dirname(path),
		loadStylesheet: async (id, base) => {
			if (id.startsWith("@fontsource")) return { path: id, base, content: "" };
			const name = id === "tailwindcss" ? "tailwindcss/index.css" : id;
			const found = name.startsWith(".") ? resolve(base, name) : require.resolve(name);
			return { path: found, base: dirname(found), content: await readFile(found, "utf8") };
		},
	});
	return sheet.build(classNames);
}

test("SHELL-037 the theme defines the breakpoints and classes use them", async () => {
	const breakpoints = { xs: 480, sm: 640, md: 768, lg: 1024, xl: 1280, "2xl": 1536, "2.5xl": 1758, "3xl": 1980 };
	const css = await styles(Object.keys(breakpoints).map((name) => `${name}:block`));
	for (const [name, px] of Object.entries(breakpoints)) {
		const escaped = name.replace(".", "\\.");
		expect(css, name).toContain(`--breakpoint-${escaped}: ${px / 16}rem;`);
		expect(css, name).toContain(`@media (width >= ${px / 16}rem)`);
	}
	const order = [...css.matchAll(/@media \(width >= ([\d.]+)rem\)/g)].map(([, rem]) => Number(rem) * 16);
	expect(order, "wider breakpoints come later").toEqual(Object.values(breakpoints));
});
