import { afterEach, expect, test, vi } from "vitest";
import { movedPaths } from "../../shell/app/moved-paths.ts";
import { appPages } from "../../shell/navigation/app-routes.ts";
import { allowedRedirect, destination, home, signInPath, staysAfterSession } from "./redirect.ts";

const origin = "https://timbre.example";
const known = ["/app/home", "/app/voices", "/app/speech-synthesis/pronunciation/:dictionaryId"];
const allowed = (target: string) => allowedRedirect(target, origin, known);

afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

test("SHELL-008 allows the named paths with query and fragment, and each leads to a page", () => {
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
		expect(allowed(`/${name}`)).toBe(`/${name}`);
		expect(allowed(`/${name}?a=b#c`)).toBe(`/${name}?a=b#c`);
		expect(allowed(`${origin}/${name}/`)).toBe(`/${name}/`);
		expect(allowed(`/${name}/below`)).toBeNull();
		if (name !== "affiliates") expect(appPages.map((page) => page.path)).toContain(movedPaths[`/${name}`]);
		expect(allowed(`/${name}er`), `${name}er`).toBeNull();
	}
});

test("SHELL-009 allows API paths of dubs and projects by id, and no other API path", () => {
	expect(allowed("/v1/dubs/d1-a_B")).toBe("/v1/dubs/d1-a_B");
	expect(allowed("/v1/projects/p1")).toBe("/v1/projects/p1");
	for (const other of [
		"/v1/dubs",
		"/v1/dubs/",
		"/v1/dubs/a/b",
		"/v1/projects",
		"/v1/user",
		"/v1/history",
		"/api/auth/sign-out",
	])
		expect(allowed(other), other).toBeNull();
});

test("SHELL-010 allows a shared voice, a studio project and a sound effect by id", () => {
	for (const path of ["/app/voice-lab/share/owner/voice", "/app/studio/p1", "/sound-effects/s1"])
		expect(allowed(path)).toBe(path);
	for (const path of [
		"/app/voice-lab/share/owner",
		"/app/voice-lab/share/a/b/c",
		"/app/studio/p1/c1",
		"/sound-effects/a/b",
	])
		expect(allowed(path), path).toBeNull();
});

test("SHELL-009 SHELL-010 a redirect to an item leads to its page", () => {
	vi.stubGlobal("window", { location: { origin } });
	const pages = appPages.map((page) => page.path);
	for (const [target, page, pattern] of [
		["/v1/dubs/d1", "/app/dubbing/d1", "/app/dubbing/:dubbingId"],
		["/v1/projects/p1?a=b", "/app/studio/p1", "/app/studio/:projectId"],
		["/app/studio/p1", "/app/studio/p1", "/app/studio/:projectId"],
		["/app/voice-lab/share/o/v", "/app/voice-lab/share/o/v", "/app/voice-lab/share/:ownerId/:voiceId"],
	] as const) {
		expect(destination(target, known, home)).toBe(page);
		expect(pages).toContain(pattern);
	}
	expect(destination("/sound-effects/s1", known, home)).toBe("/sound-effects/s1");
	expect(pages).toContain(movedPaths["/sound-effects/:soundEffectId"]);
});

test("SHELL-011 allows the integration callback only with its five parameters", () => {
	const callback = "/app/integrations/vercel/callback";
	const full = `${callback}?code=1&configurationId=2&next=https%3A%2F%2Felsewhere.example&source=4&teamId=5`;
	expect(allowed(full)).toBe(full);
	for (const other of [callback, `${callback}?code=1`, `${full}&more=6`, `${full}&code=7`])
		expect(allowed(other), other).toBeNull();
	expect(allowedRedirect(callback, origin, [callback]), "even if it is a known page").toBeNull();
});

test("SHELL-012 allows known app pages, also with ids, and no other app paths", () => {
	for (const path of [
		"/app/home",
		"/app/voices?language=en#top",
		"/app/home/",
		"/app/speech-synthesis/pronunciation/d1",
	])
		expect(allowed(path)).toBe(path);
	expect(allowed(`${origin}/app/home?a=1`)).toBe("/app/home?a=1");
	for (const path of [
		"/app",
		"/app/nowhere",
		"/app/home/below",
		"/",
		"/pricing",
		"/app/sign-in",
		"/app/sign-up?redirect=/app/home",
	])
		expect(allowed(path), path).toBeNull();
});

test("SHELL-007 rejects another origin, however it is spelled", () => {
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
		expect(allowed(bad), bad).toBeNull();
});

test("rejects paths with dot segments or encoded characters even if they resolve to a known page", () => {
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
		expect(allowed(bad), bad).toBeNull();
});

test("SHELL-013 SHELL-014 a rejected redirect goes to the default destination and is only logged", () => {
	vi.stubGlobal("window", { location: { origin } });
	const logged = vi.spyOn(console, "warn").mockImplementation(() => {});
	expect(destination("https://evil.example/app", known, home)).toBe("/app/home");
	expect(logged).toHaveBeenCalledExactlyOnceWith("Redirect not allowed", "https://evil.example/app");
	expect(destination("/app/voices", known, home)).toBe("/app/voices");
	expect(destination(null, known, "/app/onboarding")).toBe("/app/onboarding");
	expect(logged).toHaveBeenCalledTimes(1);
});

test("returns to the original page after sign-in", () => {
	const path = "/app/voices?language=en&x=a%20b";
	expect(allowed(new URL(signInPath(path), origin).searchParams.get("redirect") ?? "")).toBe(path);
});

test("a late response of an ended session leaves the sign-in pages and the confirmation of a deletion open", () => {
	for (const path of ["/app/sign-in", "/app/sign-up/", "/app/account-deleted"])
		expect(staysAfterSession(path)).toBe(true);
	for (const path of ["/app/home", "/app/settings/profile"]) expect(staysAfterSession(path)).toBe(false);
});
