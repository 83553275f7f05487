import { expect, test } from "vitest";
import routes from "./app/routes.ts";
import { keepMetaOnly, pagesInside } from "./browser-pages.ts";

test("selects pages inside the app layout, not sign-in pages, public pages or pages also used outside", () => {
	const inside = pagesInside(routes as never);
	expect(inside).toContain("features/workspace/members/members.page.tsx");
	expect(inside).toContain("features/speech/speech.page.tsx");
	expect(inside).toContain("shell/app/app-page.layout.tsx");
	expect(inside).not.toContain("shell/app/app.layout.tsx");
	expect(inside).not.toContain("features/auth/auth.layout.tsx");
	expect(inside).not.toContain("features/workspace/members/invite.page.tsx");
	expect(inside).not.toContain("features/auth/sign-in.page.tsx");
	expect(inside.filter((file) => file.includes("marketing"))).toEqual([]);
	expect(
		pagesInside([
			{ file: "a.page.tsx" },
			{ file: "shell/app/app.layout.tsx", children: [{ file: "a.page.tsx" }, { file: "b.page.tsx" }] },
		]),
	).toEqual(["b.page.tsx"]);
});

test("keeps only the meta export of a page for the server", () => {
	const code =
		'import { x } from "./x.ts";\n\nexport const meta = () => [{ title: "Members - Timbre" }];\n\nexport default function MembersPage() {\n\treturn x();\n}\n';
	expect(keepMetaOnly(code)).toBe(
		'export const meta = () => [{ title: "Members - Timbre" }];\nexport default function Page() {\n\treturn null;\n}\n',
	);
});

test.each([
	["a loader", "export async function clientLoader() {}\nexport default function P() {}"],
	[
		"a title computed elsewhere",
		'import { title } from "./t.ts";\nexport const meta = () => title();\nexport default function P() {}',
	],
	["a multi-line title", "export const meta = () => {\n\treturn [];\n};\nexport default function P() {}"],
	["an error boundary", "export function ErrorBoundary() {}\nexport default function P() {}"],
])("leaves a page with %s unchanged", (_, code) => {
	expect(keepMetaOnly(code)).toBeUndefined();
});
