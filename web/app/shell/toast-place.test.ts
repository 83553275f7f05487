import { expect, test } from "vitest";
import { toastPlace } from "./toast-place.ts";

test("SHELL-017 toasts stand top-centre on the sign-in and sign-up routes and bottom-right elsewhere", () => {
	for (const path of ["/app/sign-in", "/app/sign-up", "/app/sign-in/"]) expect(toastPlace(path)).toBe("top-centre");
	for (const path of ["/app/home", "/app", "/share/x", "/app/sign-in/x", "/app/sign-off", "/sign-in"])
		expect(toastPlace(path), path).toBe("bottom-right");
});
