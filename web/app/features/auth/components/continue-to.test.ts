import { afterAll, expect, test, vi } from "vitest";
import { continueTo } from "./continue-to.ts";

vi.stubGlobal("window", { location: { origin: "https://timbre.example" } });
afterAll(() => vi.unstubAllGlobals());
const to = (asked: string) => continueTo(new URLSearchParams({ continue_url: asked }));

test("AUTH-006 a mail's link goes on to the sign-in page unless it names another page of this app", () => {
	expect(continueTo(new URLSearchParams())).toBe("/app/sign-in");
	expect(to("/app/sign-in")).toBe("/app/sign-in");
	expect(to("/app/sign-in?invite=abc")).toBe("/app/sign-in?invite=abc");
	expect(to("/app/voices")).toBe("/app/voices");
});

test.each([
	"https://evil.example/app/voices",
	"//evil.example",
	"/\\evil.example",
	"javascript:alert(1)",
	"/app/nowhere",
	"https://timbre.example@evil.example/app/voices",
])("a mail's link does not lead to %s", (asked) => {
	expect(to(asked)).toBe("/app/sign-in");
});
