import { afterEach, expect, test, vi } from "vitest";
import { appPages } from "../shell/app-routes.ts";
import { movedPaths } from "../shell/moved-paths.ts";
import { allowedRedirect, destination, home, signInPath } from "./redirect.ts";

const origin = "https://timbre.example";
const known = ["/app/home", "/app/voices", "/app/speech-synthesis/pronunciation/:dictionaryId"];
const honoured = (asked: string) => allowedRedirect(asked, origin, known);

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

test("SHELL-008 the named paths are honoured, with their query and fragment, and lead to a page", () => {
	for (const name of [
		"affiliates",
		"audio-native",
		"history",
		"request-alpha-access",
		"subscription",
		"usage",
		"speech-synthesis",
		"dubs",
		"redirect",
	]) {
		expect(honoured(`/${name}`)).toBe(`/${name}`);
		expect(honoured(`/${name}?a=b#c`)).toBe(`/${name}?a=b#c`);
		expect(honoured(`${origin}/${name}/`)).toBe(`/${name}/`);
		expect(honoured(`/${name}/below`)).toBeNull();
		if (name !== "affiliates") expect(appPages.map((page) => page.path)).toContain(movedPaths[`/${name}`]);
		expect(honoured(`/${name}er`), `${name}er`).toBeNull();
	}
});

test("SHELL-009 dubs and projects of the API are honoured by their id, and nothing else of the API", () => {
	expect(honoured("/v1/dubs/d1-a_B")).toBe("/v1/dubs/d1-a_B");
	expect(honoured("/v1/projects/p1")).toBe("/v1/projects/p1");
	for (const other of [
		"/v1/dubs",
		"/v1/dubs/",
		"/v1/dubs/a/b",
		"/v1/projects",
		"/v1/user",
		"/v1/history",
		"/api/auth/sign-out",
	])
		expect(honoured(other), other).toBeNull();
});

test("SHELL-010 a shared voice, a studio project and a sound effect are honoured by their ids", () => {
	for (const path of ["/app/voice-lab/share/owner/voice", "/app/studio/p1", "/sound-effects/s1"])
		expect(honoured(path)).toBe(path);
	for (const path of [
		"/app/voice-lab/share/owner",
		"/app/voice-lab/share/a/b/c",
		"/app/studio/p1/c1",
		"/sound-effects/a/b",
	])
		expect(honoured(path), path).toBeNull();
});

test("SHELL-011 the integration callback is honoured with its five parameters only", () => {
	const callback = "/app/integrations/vercel/callback";
	const full = `${callback}?code=1&configurationId=2&next=https%3A%2F%2Felsewhere.example&source=4&teamId=5`;
	expect(honoured(full)).toBe(full);
	for (const other of [callback, `${callback}?code=1`, `${full}&more=6`, `${full}&code=7`])
		expect(honoured(other), other).toBeNull();
	expect(allowedRedirect(callback, origin, [callback]), "also when it is a known page").toBeNull();
});

test("SHELL-012 known pages of the app are honoured, also with ids, and other paths of the app are not", () => {
	for (const path of [
		"/app/home",
		"/app/voices?language=en#top",
		"/app/home/",
		"/app/speech-synthesis/pronunciation/d1",
	])
		expect(honoured(path)).toBe(path);
	expect(honoured(`${origin}/app/home?a=1`)).toBe("/app/home?a=1");
	for (const path of [
		"/app",
		"/app/nowhere",
		"/app/home/below",
		"/",
		"/pricing",
		"/app/sign-in",
		"/app/sign-up?redirect=/app/home",
	])
		expect(honoured(path), path).toBeNull();
});

test("SHELL-007 another origin is refused, however it is spelled", () => {
	for (const bad of [
		"https://evil.example/app/home",
		"http://timbre.example/app/home",
		"https://timbre.example:8443/app/home",
		"https://timbre.example.evil.example/app/home",
		"https://timbre.example@evil.example/app/home",
		"https://user:word@timbre.example/app/home",
		"//evil.example/app/home",
		"//timbre.example/app/home",
		"///evil.example/app/home",
		"/\\evil.example/app/home",
		"\\\\evil.example\\app\\home",
		"/\t/evil.example/app/home",
		"\n/app/home",
		" /app/home",
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)//app/home",
		"data:text/html,/app/home",
		"blob:https://timbre.example/app/home",
		"app/home",
		"?redirect=/app/home",
		"#/app/home",
		"https:/app/home",
		"https:app/home",
	])
		expect(honoured(bad), bad).toBeNull();
});

test("paths that climb, hide or encode are refused even where they end on a known page", () => {
	for (const bad of [
		"/usage/../app/home",
		"/app/./home",
		"/app/../../elsewhere",
		"/usage/%2e%2e/app/home",
		"/usage/..%2f..%2fv1/user",
		"/%2f%2fevil.example",
		"/%5cevil.example",
		"/app/%68ome",
		"/app//home",
		"/app\\home",
		"/app/home%00",
		"/app/home;jsessionid=1",
		"/app/speech-synthesis/pronunciation/..",
		"/v1/dubs/..",
		"/usage/ /x",
	])
		expect(honoured(bad), bad).toBeNull();
});

test("SHELL-013 SHELL-014 a refused redirect becomes the default destination and is only logged", () => {
	vi.stubGlobal("window", { location: { origin } });
	const logged = vi.spyOn(console, "warn").mockImplementation(() => {});
	expect(destination("https://evil.example/app", known, home)).toBe("/app/home");
	expect(logged).toHaveBeenCalledExactlyOnceWith("A redirect was refused", "https://evil.example/app");
	expect(destination("/app/voices", known, home)).toBe("/app/voices");
	expect(destination(null, known, "/app/onboarding")).toBe("/app/onboarding");
	expect(logged).toHaveBeenCalledTimes(1);
});

test("after signing in one returns to the page one came from", () => {
	const path = "/app/voices?language=en&x=a%20b";
	expect(honoured(new URL(signInPath(path), origin).searchParams.get("redirect") ?? "")).toBe(path);
});
