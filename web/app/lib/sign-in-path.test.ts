import { expect, test } from "vitest";
import { home, safeRedirect, signInPath } from "./sign-in-path.ts";

test("after signing in one returns to the page one came from", () => {
	const path = "/app/voices?language=en";
	const carried = new URL(signInPath(path), "http://localhost").searchParams.get("redirect");
	expect(safeRedirect(carried)).toBe(path);
});

test("a redirect never leaves the app, however it is spelled", () => {
	for (const bad of [
		"https://evil.example/app",
		"//evil.example/app",
		"/\\evil.example",
		"\\\\evil.example/app",
		"javascript:alert(1)",
		"/app/../../elsewhere",
		"/app/sign-in",
		"",
		null,
	]) {
		expect(safeRedirect(bad), String(bad)).toBe(home);
	}
});
