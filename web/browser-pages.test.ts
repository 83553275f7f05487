import { expect, test } from "vitest";
import routes from "./app/routes.ts";
import { pagesInside, withoutItself } from "./browser-pages.ts";

test("pages inside the app's frame are the browser's; doors, public pages and what is used outside as well are not", () => {
	const inside = pagesInside(routes as never);
	expect(inside).toContain("features/workspace/members.page.tsx");
	expect(inside).toContain("features/speech/speech.page.tsx");
	expect(inside).toContain("shell/app-page.layout.tsx");
	expect(inside).not.toContain("shell/app.layout.tsx");
	expect(inside).not.toContain("features/auth/auth.layout.tsx");
	expect(inside).not.toContain("features/workspace/invite.page.tsx");
	expect(inside).not.toContain("features/auth/sign-in.page.tsx");
	expect(inside.filter((file) => file.includes("marketing"))).toEqual([]);
	expect(
		pagesInside([
			{ file: "a.page.tsx" },
			{ file: "shell/app.layout.tsx", children: [{ file: "a.page.tsx" }, { file: "b.page.tsx" }] },
		]),
	).toEqual(["b.page.tsx"]);
});

test("of a page the server keeps its title", () => {
	const code =
		'import { x } from "./x.ts";\n\nexport const meta = () => [{ title: "Members - Timbre" }];\n\nexport default function MembersPage() {\n\treturn x();\n}\n';
	expect(withoutItself(code)).toBe(
		'export const meta = () => [{ title: "Members - Timbre" }];\nexport default function Page() {\n\treturn null;\n}\n',
	);
});

test.each([
	["a loader", "export async function clientLoader() {}\nexport default function P() {}"],
	[
		"a title that is worked out elsewhere",
		'import { title } from "./t.ts";\nexport const meta = () => title();\nexport default function P() {}',
	],
	["a title in several lines", "export const meta = () => {\n\treturn [];\n};\nexport default function P() {}"],
	["a border for errors", "export function ErrorBoundary() {}\nexport default function P() {}"],
])("a page with %s stays whole", (_, code) => {
	expect(withoutItself(code)).toBeUndefined();
});
