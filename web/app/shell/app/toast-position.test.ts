import { expect, test } from "vitest";
import { toastPosition } from "./toast-position.ts";

test("SHELL-017 toasts appear top-center on the sign-in and sign-up routes and bottom-right elsewhere", () => {
	for (const path of ["/app/sign-in", "/app/sign-up", "/app/sign-in/"]) expect(toastPosition(path)).toBe("top-center");
	for (const path of ["/app/home", "/app", "/share/x", "/app/sign-in/x", "/app/sign-off", "/sign-in"])
		expect(toastPosition(path), path).toBe("bottom-right");
});
