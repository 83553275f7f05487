import { afterAll, expect, test, vi } from "vitest";
import { continueTo } from "./continue-to.ts";

vi.stubGlobal("window", { location: { origin: "https://timbre.example" } });
afterAll(() => vi.unstubAllGlobals());
const to = (requested: string) => continueTo(new URLSearchParams({ continue_url: requested }));

test("AUTH-006 continues from an emailed link to the sign-in page unless it names another app page", () => {
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
])("does not continue from an emailed link to %s", (requested) => {
	expect(to(requested)).toBe("/app/sign-in");
});
